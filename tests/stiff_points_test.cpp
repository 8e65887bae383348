// The order of the error in stiff forces on a body depends on the point of the body whose position is the unknown of
// the method.
//
// A stage of a Runge-Kutta method is a linear combination of rates, and differs from the motion by C h^(q+1) y^(q+1),
// where q is the stage order. A stiff force keeps the motion close to a manifold. If the equation of this manifold is
// linear in the unknowns, the stages satisfy it too, and the force has the order of the method. If it is nonlinear, the
// stages leave the manifold by C' h^(q+1), and the force corrects this within the step: the error in the force is
// C' h^(q-1), of order 1 for q = 2. If only rates of momenta leave the manifold, the error is of order q.
//
// The model: a rotor turns in the plane about a point P, at a distance from its centre of mass, r = P + R(φ) c. A stiff
// spring connects P to a small mass, which is connected to the ground by a soft spring. The manifold P = x_2 is linear
// in P, but not in r. The nodes of a shaft with an unbalanced disk have the same structure. Momenta are (β_1, β_2, γ),
// with β of the centres of mass.

#include <gtest/gtest.h>

#include <cmath>

#include "methods/catalogue.hpp"
#include "methods/implicit/stage_table.hpp"
#include "numerics/lu.hpp"

namespace plumb {
namespace {

using State = Vec<double, 10>;  // P or r, x_2, φ, β_1, β_2, γ
using Plane = Vec<double, 2>;

enum class Point { centre_of_mass, where_the_force_acts };

struct Rotor {
  Point point;
  static constexpr double mass = 70, small_mass = 2, soft = 2.5e5, stiff = 1e10, inertia = 2, offset = 0.05, speed = 48;

  static Plane arm(double phi) { return {offset * std::cos(phi), offset * std::sin(phi)}; }
  static Plane across(const Plane& a) { return {-a[1], a[0]}; }
  bool is_centre() const { return point == Point::centre_of_mass; }

  Plane force(const State& y) const {  // spring force on the rotor at P
    Plane P = y.head<2>();
    if (is_centre()) P -= arm(y[4]);
    return stiff * (y.segment<2>(2) - P);
  }
  double torque(const State& y) const {
    const Plane F = force(y), c = arm(y[4]);
    return c[1] * F[0] - c[0] * F[1];
  }
  State rate(const State& y) const {
    const double spin = y[9] / inertia;
    const Plane F = force(y), c = arm(y[4]);
    State out;
    out.head<2>() = y.segment<2>(5) / mass;
    if (!is_centre()) out.head<2>() -= spin * across(c);
    out.segment<2>(2) = y.segment<2>(7) / small_mass;
    out[4] = spin;
    out.segment<2>(5) = F;
    out.segment<2>(7) = -F - soft * y.segment<2>(2);
    out[9] = torque(y);
    return out;
  }
  Plane acceleration(const State& y) const {  // acceleration of P
    const double spin = y[9] / inertia;
    const Plane c = arm(y[4]);
    return force(y) / mass - torque(y) / inertia * across(c) + spin * spin * c;
  }
  /// Returns the initial state: P and x_2 are at rest, and the stiff spring has the force required for smooth motion.
  State start() const {
    State y = State::Zero();
    const Plane c = arm(0), P = speed * speed / (1 / mass + 1 / small_mass) / stiff * c;
    y.head<2>() = is_centre() ? Plane(P + c) : P;
    y.segment<2>(5) = mass * speed * across(c);
    y[9] = inertia * speed;
    return y;
  }
};

/// Integrates the rotor with a stiffly accurate method whose first stage is explicit.
class Steps {
 public:
  Steps(const Rotor& of, const std::string& method)
      : rotor(of), table(catalogued_method(method).tableau(Parameters(catalogued_method(method).parameters, {}))) {}

  void step(double h, State& y) const {
    const auto count = table.stages();
    Mat<double> rates(10, count);
    const State first = rotor.rate(y);
    State stage = y;
    for (int i = 0; i < count; ++i) {
      State base = y + h * table.d[i] * first;
      for (int j = 0; j < i; ++j) base += h * table.a(i, j) * rates.col(j);
      const double weight = h * table.a(i, i);
      solve(base, weight, stage);
      rates.col(i) = (stage - base) / weight;
    }
    y = stage;
  }

 private:
  // Solves a stage by Newton's iteration. The rates are linear in each unknown except φ, so central differences are
  // accurate enough for its matrix.
  void solve(const State& base, double weight, State& x) const {
    for (int n = 0; n < 8; ++n) {
      Lu<double> newton(10);
      for (int j = 0; j < 10; ++j) {
        State more = x, less = x;
        const double difference = j < 5 ? 1e-8 : 1e-5;
        more[j] += difference;
        less[j] -= difference;
        newton.matrix.col(j) = State::Unit(j) - weight * (rotor.rate(more) - rotor.rate(less)) / (2 * difference);
      }
      ASSERT_TRUE(newton.factor());
      Vec<double> increment = x - base - weight * rotor.rate(x);
      newton.solve(increment);
      x -= increment;
      if (increment.norm() < 1e-14 * x.norm()) break;
    }
  }

  Rotor rotor;
  StageTable<double> table;
};

/// Returns the accelerations of P at eight times.
Mat<double, 2, Eigen::Dynamic> accelerations(Point point, const std::string& method, double h) {
  constexpr int times = 8;
  constexpr double end = 0.8;
  const Rotor rotor{point};
  const Steps steps(rotor, method);
  Mat<double, 2, Eigen::Dynamic> out(2, times);
  auto y = rotor.start();
  const int every = static_cast<int>(std::lround(end / h)) / times;
  for (int i = 0; i < times; ++i) {
    for (int n = 0; n < every; ++n) steps.step(h, y);
    out.col(i) = rotor.acceleration(y);
  }
  return out;
}

/// Returns the errors with five steps, each half the previous.
std::vector<double> errors(Point point, const std::string& method) {
  static const auto exact = accelerations(Point::where_the_force_acts, "esdirk436l2sa2", 2e-4);
  std::vector<double> out;
  for (const double h : {1e-2, 5e-3, 2.5e-3, 1.25e-3, 6.25e-4})
    out.push_back((accelerations(point, method, h) - exact).norm() / exact.norm());
  return out;
}
double order(double before, double after) { return std::log2(before / after); }

TEST(StiffPoints, OfTheCentreOfMassCostAForceBesideItItsOrder) {
  const auto error = errors(Point::centre_of_mass, "esdirk436l2sa2");
  EXPECT_NEAR(order(error[3], error[4]), 1, 0.25);
}
TEST(StiffPoints, WhereTheForceActsKeepTheOrder) {
  const auto error = errors(Point::where_the_force_acts, "esdirk436l2sa2");
  EXPECT_NEAR(order(error[0], error[1]), 4, 0.25);
  // The remaining error is due to the momenta of the centre of mass; at this step it is 40 times smaller than with the
  // position of the centre of mass as the unknown.
  EXPECT_NEAR(order(error[3], error[4]), 2, 0.25);
  const auto other = errors(Point::centre_of_mass, "esdirk436l2sa2");
  EXPECT_GT(other[4] / error[4], 40);
  EXPECT_LT(error[4], 1e-6);
}

}  // namespace
}  // namespace plumb
