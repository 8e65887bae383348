// Every derivative that basic constraints and forces compute by hand is compared with automatic differentiation of
// their values alone, at random configurations that keep no constraint and with all velocities and multipliers nonzero.

#include "problems/mbs/basic_constraints.hpp"

#include <gtest/gtest.h>

#include <random>

#include "numerics/dual.hpp"
#include "problems/mbs/force_elements.hpp"

namespace plumb::mbs {
namespace {

using Once = Dual<double, 1>;
using Twice = Dual<Once, 1>;
using Thrice = Dual<Twice, 1>;

constexpr double instant = 0.37;  // s
constexpr double agreement = 2e-13;

// Random numbers of size 1.
template <int n>
Vec<double, n> random_vector(std::mt19937& engine) {
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  Vec<double, n> out;
  for (auto& x : out) x = number(engine);
  return out;
}

struct RandomPlace {
  Vector<double> r, v, w;
  so3::Quaternion<double> attitude;

  explicit RandomPlace(std::mt19937& engine)
      : r(random_vector<3>(engine)),
        v(random_vector<3>(engine)),
        w(random_vector<3>(engine)),
        attitude(random_vector<4>(engine).normalized()) {}
};

// The state of a body at (q ⊞ δ) ⊞ ε, with its velocity increased by `faster`.
template <class X>
BodyState<X> moved(const RandomPlace& place, const Vec<X, 6>& delta, const Vec<X, 6>& epsilon,
                   const Vec<X, 6>& faster) {
  const so3::Chart<X> chart;
  BodyState<X> out;
  so3::Quaternion<X> q;
  for (int i = 0; i < 4; ++i) q[i] = X(place.attitude[i]);
  q = chart.retract(chart.retract(q, Vector<X>(delta.template tail<3>())), Vector<X>(epsilon.template tail<3>()));
  out.A = so3::matrix<X>(q);
  for (int i = 0; i < 3; ++i) {
    out.r[i] = place.r[i] + delta[i] + epsilon[i];
    out.v[i] = place.v[i] + faster[i];
    out.w[i] = place.w[i] + faster[3 + i];
  }
  return out;
}

struct Places {
  RandomPlace first, second;

  explicit Places(std::mt19937& engine) : first(engine), second(engine) {}
  PairVector<double> velocities() const {
    PairVector<double> out;
    out << first.v, first.w, second.v, second.w;
    return out;
  }
  // Calls f(pair) at (q ⊞ δ) ⊞ ε with velocities v + `faster`.
  template <class X, class F>
  auto at(const PairVector<X>& delta, const PairVector<X>& epsilon, const PairVector<X>& faster, F f) const {
    const BodyState<X> a =
        moved<X>(first, delta.template head<6>(), epsilon.template head<6>(), faster.template head<6>());
    const BodyState<X> b =
        moved<X>(second, delta.template tail<6>(), epsilon.template tail<6>(), faster.template tail<6>());
    return f(Pair<X>{a, b});
  }
};

// Variables of nested derivatives: ε, ε of the second order, and η.
const Once one_e = Once::variable(0);
Twice eta_of_two() { return Twice(one_e); }
Twice e_of_two() { return Twice::variable(Once(0)); }
Twice e_of_curve() { return Twice::variable(one_e); }
Thrice e_of_three() { return Thrice::variable(Twice::variable(Once(0))); }
Thrice eta_of_three() { return Thrice(Twice(one_e)); }
double first(const Once& x) { return x.derivatives[0]; }
double second(const Twice& x) { return x.derivatives[0].derivatives[0]; }
double third(const Thrice& x) { return x.derivatives[0].derivatives[0].derivatives[0]; }

template <class X>
PairVector<X> times(const X& x, const PairVector<double>& w) {
  PairVector<X> out;
  for (int i = 0; i < pair_columns; ++i) out[i] = x * w[i];
  return out;
}
PairVector<double> unit(int k) {
  auto out = zeros<PairVector<double>>();
  out[k] = 1;
  return out;
}

// The results of a constraint, found from derivatives of its value. `make.operator()<X>()` is the constraint in the
// scalar X.
template <class Make>
class ByDuals {
 public:
  ByDuals(Make law, const Places& at) : make(law), places(at) {}

  template <class X>
  auto phi(const X& t, const PairVector<X>& delta, const PairVector<X>& epsilon) const {
    const auto law = make.template operator()<X>();
    return places.at<X>(delta, epsilon, zeros<PairVector<X>>(), [&](const Pair<X>& p) {
      Vec<X, decltype(law)::rows> out;
      law.value(p, t, out);
      return out;
    });
  }
  auto jacobian_column(const PairVector<double>& w) const {
    return real(phi<Once>(Once(instant), zeros<PairVector<Once>>(), times(one_e, w)), first);
  }
  auto offset() const {
    const auto none = zeros<PairVector<Once>>();
    return real(phi<Once>(instant + one_e, none, none), first);
  }
  auto bias() const {
    const Twice e = e_of_curve();
    return real(phi<Twice>(instant + e, zeros<PairVector<Twice>>(), times(e, places.velocities())), second);
  }
  auto product_tangent(const PairVector<double>& w, int k) const {
    return real(phi<Twice>(Twice(instant), times(eta_of_two(), unit(k)), times(e_of_two(), w)), second);
  }
  auto offset_tangent(int k) const {
    const Twice e = e_of_two();
    return real(phi<Twice>(instant + e, times(eta_of_two(), unit(k)), zeros<PairVector<Twice>>()), second);
  }
  auto bias_by_q(int k) const {
    const Thrice e = e_of_three();
    return real(phi<Thrice>(instant + e, times(eta_of_three(), unit(k)), times(e, places.velocities())), third);
  }
  auto bias_by_v(int k) const {
    const Thrice e = e_of_three();
    PairVector<Thrice> w = times(e, places.velocities());
    w[k] += e * eta_of_three();
    return real(phi<Thrice>(instant + e, zeros<PairVector<Thrice>>(), w), third);
  }

 private:
  template <class Vector, class Take>
  static auto real(const Vector& x, Take take) {
    Vec<double, Vector::RowsAtCompileTime> out;
    for (int i = 0; i < out.size(); ++i) out[i] = take(x[i]);
    return out;
  }
  Make make;
  const Places& places;
};

template <class A, class B>
double gap(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

template <class Make>
void expect_derivatives(Make make, const std::string& title) {
  std::mt19937 engine(7);
  for (int sample = 0; sample < 5; ++sample) {
    const Places places(engine);
    const ByDuals<Make> exact(make, places);
    const auto law = make.template operator()<double>();
    constexpr int rows = decltype(law)::rows;
    const PairVector<double> w = random_vector<pair_columns>(engine);
    const Vec<double, rows> lambda = random_vector<rows>(engine);
    const auto none = zeros<PairVector<double>>();
    places.at<double>(none, none, none, [&](const Pair<double>& p) {
      Vec<double, rows> x;
      PairRows<double, rows> g, along_w, moving, by_q, by_v;
      auto curvature = zeros<PairMatrix<double>>();
      law.offset(p, instant, x);
      EXPECT_LT(gap(x, exact.offset()), agreement) << title;
      law.bias(p, instant, x);
      EXPECT_LT(gap(x, exact.bias()), 10 * agreement) << title;
      law.product(p, instant, w, x);
      EXPECT_LT(gap(x, exact.jacobian_column(w)), agreement) << title;
      law.jacobian(p, instant, g);
      law.product_tangent(p, instant, w, along_w);
      law.offset_tangent(p, instant, moving);
      law.bias_by_q(p, instant, by_q);
      law.bias_by_v(p, instant, by_v);
      law.add_curvature(p, instant, lambda, curvature);
      for (int k = 0; k < pair_columns; ++k) {
        EXPECT_LT(gap(g.col(k), exact.jacobian_column(unit(k))), agreement) << title << k;
        EXPECT_LT(gap(along_w.col(k), exact.product_tangent(w, k)), agreement) << title << k;
        EXPECT_LT(gap(moving.col(k), exact.offset_tangent(k)), agreement) << title << k;
        EXPECT_LT(gap(by_q.col(k), exact.bias_by_q(k)), 20 * agreement) << title << k;
        EXPECT_LT(gap(by_v.col(k), exact.bias_by_v(k)), 20 * agreement) << title << k;
        for (int i = 0; i < pair_columns; ++i) {
          EXPECT_NEAR(curvature(i, k), lambda.dot(exact.product_tangent(unit(i), k)), agreement) << title << i << k;
          for (int r = 0; r < rows; ++r) {
            EXPECT_TRUE(law.has(r, i) || (g(r, i) == 0 && by_q(r, i) == 0 && by_v(r, i) == 0)) << title;
            EXPECT_TRUE(law.curves(i, k) || curvature(i, k) == 0) << title;
          }
        }
      }
      return 0;
    });
  }
}

template <class X>
Signal<X> signal() {
  return Signal<X>::template of<double>(
      {{number("0.3"), number("-0.7"), number("1.1")}, {{number("0.4"), number("2"), number("0.9")}}});
}
template <class X>
Vector<X> vector(double x, double y, double z) {
  return {X(x), X(y), X(z)};
}

TEST(BasicConstraints, CoincidentPoints) {
  expect_derivatives(
      []<class X>() {
        return CoincidentPoints<X>{{vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}};
      },
      "coincident");
}
TEST(BasicConstraints, DotOne) {
  expect_derivatives(
      []<class X>() {
        return DotOne<X>{{false, vector<X>(0.3, -0.8, 0.5)}, {true, vector<X>(-0.6, 0.2, 0.9)}};
      },
      "dot-1");
}
TEST(BasicConstraints, DotOneOfTurningDirections) {
  expect_derivatives(
      []<class X>() {
        return DotOne<X>{{false, vector<X>(0.3, -0.8, 0.5), vector<X>(0.2, 0.6, -0.7), signal<X>()},
                         {true, vector<X>(-0.6, 0.2, 0.9), vector<X>(0.1, 0.4, 0.3), signal<X>()},
                         signal<X>()};
      },
      "turning dot-1");
}
TEST(BasicConstraints, DotTwo) {
  expect_derivatives(
      []<class X>() {
        return DotTwo<X>{{true, vector<X>(0.3, -0.8, 0.5), vector<X>(0.2, 0.6, -0.7), signal<X>()},
                         {vector<X>(-0.6, 0.2, 0.9), vector<X>(0.4, 0.7, -0.2)},
                         signal<X>()};
      },
      "dot-2");
}
TEST(BasicConstraints, Distance) {
  expect_derivatives(
      []<class X>() {
        const Separation<X> d{vector<X>(-0.6, 0.2, 0.9), vector<X>(0.4, 0.7, -0.2)};
        return FixedDistance<X>{d, d, signal<X>(), X(0.35)};
      },
      "distance");
}

// --- nonholonomic rows: everything follows from the rate r(t, q, v) = G v + ∂Φ/∂t

template <class X, class Make>
X rate_of(Make make, const Places& places, const X& t, const PairVector<X>& delta, const PairVector<X>& epsilon,
          const PairVector<X>& faster) {
  const auto law = make.template operator()<X>();
  return places.at<X>(delta, epsilon, faster, [&](const Pair<X>& p) {
    PairVector<X> v;
    v << p.first.v, p.first.w, p.second.v, p.second.w;
    Vec<X, 1> moved, offset;
    law.product(p, t, v, moved);
    law.offset(p, t, offset);
    return X(moved[0] + offset[0]);
  });
}

template <class Make>
void expect_derivatives_of_rate(Make make, const std::string& title) {
  std::mt19937 engine(23);
  for (int sample = 0; sample < 5; ++sample) {
    const Places places(engine);
    const auto law = make.template operator()<double>();
    const PairVector<double> v = places.velocities();
    const double lambda = 0.7;
    const auto none = zeros<PairVector<double>>();
    places.at<double>(none, none, none, [&](const Pair<double>& p) {
      Vec<double, 1> phi, bias;
      PairRows<double, 1> g, along_v, moving, by_q, by_v;
      auto curvature = zeros<PairMatrix<double>>();
      law.value(p, instant, phi);
      EXPECT_EQ(phi[0], 0) << title;
      law.bias(p, instant, bias);
      law.jacobian(p, instant, g);
      law.product_tangent(p, instant, v, along_v);
      law.offset_tangent(p, instant, moving);
      law.bias_by_q(p, instant, by_q);
      law.bias_by_v(p, instant, by_v);
      law.add_curvature(p, instant, Vec<double, 1>(lambda), curvature);
      const auto still = zeros<PairVector<Once>>();
      const auto along = rate_of<Once>(make, places, instant + one_e, still, times(one_e, v), still);
      EXPECT_NEAR(bias[0], first(along), agreement) << title;
      for (int k = 0; k < pair_columns; ++k) {
        const auto of_v = rate_of<Once>(make, places, Once(instant), still, still, times(one_e, unit(k)));
        const auto of_q = rate_of<Once>(make, places, Once(instant), times(one_e, unit(k)), still, still);
        EXPECT_NEAR(g(0, k), first(of_v), agreement) << title << k;
        EXPECT_NEAR(along_v(0, k) + moving(0, k), first(of_q), agreement) << title << k;
        EXPECT_TRUE(law.has(0, k) || g(0, k) == 0) << title;
        const auto nothing = zeros<PairVector<Twice>>();
        const Twice e = e_of_two(), t = instant + e;
        const auto moved = rate_of<Twice>(make, places, t, times(eta_of_two(), unit(k)), times(e, v), nothing);
        EXPECT_NEAR(by_q(0, k), second(moved), 10 * agreement) << title << k;
        PairVector<Twice> faster = nothing, further = times(e, v);
        faster[k] = eta_of_two();
        further[k] += e * eta_of_two();
        EXPECT_NEAR(by_v(0, k), second(rate_of<Twice>(make, places, t, nothing, further, faster)), 10 * agreement)
            << title << k;
        for (int i = 0; i < pair_columns; ++i) {
          const auto turned = places.at<Once>(times(one_e, unit(k)), still, still, [&](const Pair<Once>& q) {
            PairRows<Once, 1> row;
            make.template operator()<Once>().jacobian(q, Once(instant), row);
            return Once(row(0, i));
          });
          EXPECT_NEAR(curvature(i, k), lambda * first(turned), agreement) << title << i << k;
          EXPECT_TRUE(law.curves(i, k) || curvature(i, k) == 0) << title;
        }
      }
      return 0;
    });
  }
}

TEST(BasicConstraints, Spin) {
  expect_derivatives_of_rate([]<class X>() { return Spin<X>{vector<X>(0.48, -0.64, 0.6), signal<X>()}; }, "spin");
}
TEST(BasicConstraints, RateOfDotTwo) {
  expect_derivatives_of_rate(
      []<class X>() {
        const Separation<X> d{vector<X>(-0.6, 0.2, 0.9), vector<X>(0.4, 0.7, -0.2)};
        return DotTwoRate<X>({true, vector<X>(0.3, -0.8, 0.5)}, d, signal<X>());
      },
      "rate of dot-2");
}

Wheel<double> wheel(const Vector<double>& axis) {
  return {{0.3, -0.8, 0.5}, {0.48, -0.64, 0.6}, {0.8, 0.6, 0}, {-0.6, 0.2, 0.9}, axis, 0.7};
}
template <class X>
Wheel<X> wheel_in(const Vector<double>& axis, const Vector<double>& direction) {
  const auto of = wheel(axis);
  return {constants<X>(of.plane),  constants<X>(of.normal), constants<X>(direction),
          constants<X>(of.centre), constants<X>(of.axis),   X(of.radius)};
}

TEST(BasicConstraints, KnifeEdge) {
  expect_derivatives_of_rate(
      []<class X>() {
        return Glides<X>{{vector<X>(-0.6, 0.2, 0.9), vector<X>(0.6, 0.48, -0.64)}};
      },
      "knife edge");
}
TEST(BasicConstraints, RollingDiskAndBall) {
  for (const auto& axis : {Vector<double>(0.6, 0.48, -0.64), Vector<double>(0, 0, 0)})
    expect_derivatives_of_rate([=]<class X>() { return Rolls<X>{wheel_in<X>(axis, {0.8, 0.6, 0})}; }, "rolling");
}
// What the contact's material does along the normal is the derivative of the height: G against the value.
TEST(BasicConstraints, HeightOfADiskAndABall) {
  for (const auto& axis : {Vector<double>(0.6, 0.48, -0.64), Vector<double>(0, 0, 0)})
    expect_derivatives([=]<class X>() { return StaysOnPlane<X>(wheel_in<X>(axis, {0.48, -0.64, 0.6})); }, "on a plane");
}

// --- forces

template <class X, class Make>
PairVector<X> force_of(Make make, const Places& places, const PairVector<X>& delta, const PairVector<X>& faster) {
  const auto law = make.template operator()<X>();
  return places.at<X>(delta, zeros<PairVector<X>>(), faster, [&](const Pair<X>& p) {
    auto f = zeros<PairVector<X>>();
    law.add_force(p, X(instant), f);
    return f;
  });
}

template <class Make>
void expect_tangents(Make make, const std::string& title) {
  std::mt19937 engine(11);
  for (int sample = 0; sample < 5; ++sample) {
    const Places places(engine);
    const auto law = make.template operator()<double>();
    auto stiffness = zeros<PairMatrix<double>>(), damping = stiffness;
    const auto none = zeros<PairVector<double>>();
    places.at<double>(none, none, none, [&](const Pair<double>& p) {
      law.add_tangents(p, instant, stiffness, damping);
      return 0;
    });
    const auto still = zeros<PairVector<Once>>();
    for (int k = 0; k < pair_columns; ++k) {
      const auto moved_force = force_of<Once>(make, places, times(one_e, unit(k)), still);
      const auto faster_force = force_of<Once>(make, places, still, times(one_e, unit(k)));
      for (int i = 0; i < pair_columns; ++i) {
        EXPECT_NEAR(stiffness(i, k), first(moved_force[i]), agreement * 10) << title << " " << i << " " << k;
        EXPECT_NEAR(damping(i, k), first(faster_force[i]), agreement) << title << " " << i << " " << k;
        EXPECT_TRUE(law.couples(i, k) || (stiffness(i, k) == 0 && damping(i, k) == 0)) << title;
      }
    }
  }
}

TEST(ForceElements, TangentsAreDerivativesOfTheForce) {
  for (const bool torque : {false, true})
    for (const bool in_body : {false, true})
      expect_tangents(
          [=]<class X>() {
            return AppliedForce<X>{torque, in_body, vector<X>(0.7, -1.2, 0.4), vector<X>(0.2, 0.5, -0.3), signal<X>()};
          },
          "applied force");
  expect_tangents(
      []<class X>() {
        return SpringForce<X>{
            {vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}, X(2.5), X(0.7), X(0.4), signal<X>(), signal<X>()};
      },
      "spring");
  expect_tangents(
      []<class X>() {
        Matrix<X> axes;
        axes << X(0.36), X(-0.8), X(0.48), X(0.48), X(0.6), X(0.64), X(-0.8), X(0), X(0.6);
        return RotationalSpringForce<X>{axes, vector<X>(0.6, 0, 0.8), X(1.5), X(0.7), X(0.4), signal<X>(), signal<X>()};
      },
      "rotational spring");
  expect_tangents(
      []<class X>() {
        const DotTwo<X> s{{false, vector<X>(0.48, 0.64, 0.6)}, {vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}};
        return TranslationalSpringForce<X>{s, X(1.5), X(0.7), X(0.4), signal<X>(), signal<X>()};
      },
      "translational spring");
}

// A spring's force alone is f = −∂E/∂q.
TEST(ForceElements, SpringsPullDownTheirEnergy) {
  std::mt19937 engine(3);
  const Places places(engine);
  const auto expect_gradient = [&](auto make, const char* title) {
    const auto none = zeros<PairVector<double>>();
    const auto force = force_of<double>(make, places, none, none);
    for (int k = 0; k < pair_columns; ++k) {
      const auto still = zeros<PairVector<Once>>();
      const Once energy = places.at<Once>(times(one_e, unit(k)), still, still, [&](const Pair<Once>& p) {
        return make.template operator()<Once>().energy(p, Once(instant));
      });
      EXPECT_NEAR(force[k], -first(energy), agreement) << title << " " << k;
    }
  };
  expect_gradient(
      []<class X>() {
        return SpringForce<X>{{vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}, X(2.5), X(0), X(0.4), {}};
      },
      "spring");
  expect_gradient(
      []<class X>() {
        const DotTwo<X> s{{false, vector<X>(0.48, 0.64, 0.6)}, {vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}};
        return TranslationalSpringForce<X>{s, X(2.5), X(0), X(0.4), {}};
      },
      "translational spring");
}

}  // namespace
}  // namespace plumb::mbs
