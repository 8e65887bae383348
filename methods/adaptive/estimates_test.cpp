// Error estimates and first steps, compared with dense linear algebra and with the formulas of the original codes, on
//
//   x'' = −K x − D x',   that is  y' = J y,  J = [0 1; −K −D]

#include <gtest/gtest.h>

#include "methods/adaptive/diagonal_pair.hpp"
#include "methods/adaptive/explicit_pair.hpp"
#include "methods/adaptive/initial_step.hpp"
#include "methods/adaptive/radau_pair.hpp"
#include "methods/esdirk/kennedy_carpenter.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/testing/dense_solver.hpp"
#include "methods/testing/small_system.hpp"
#include "methods/tolerance_parameters.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<double>;
using Matrix = Mat<double>;
using Vector = Vec<double>;

struct Springs {
  using Scalar = double;
  static constexpr int nq = 2, nv = 2, nl = 0;
  using V = Vec<double, 2>;
  using M = Mat<double, 2>;
  static M stiffness() { return M{{40, -15}, {-15, 30}}; }
  static M damping() { return M{{0.5, 0.2}, {-0.1, 0.3}}; }
  bool velocity_dependent() const { return true; }
  void mass(const V&, M& m) const { m.setIdentity(); }
  void force(const double&, const V& q, const V& v, V& f) const { f = -stiffness() * q - damping() * v; }
  void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, M& k, M& d) const {
    k = -stiffness();
    d = -damping();
  }
};

Matrix jacobian() {
  Matrix out(4, 4);
  out << Matrix::Zero(2, 2), Matrix::Identity(2, 2), -Springs::stiffness(), -Springs::damping();
  return out;
}
System::State state(const Vector& y) {
  System::State x{y.head(2), y.tail(2), Vector::Zero(2), Vector(0)};
  x.a = (jacobian() * y).tail(2);
  return x;
}
const Vector beginning{{1, -0.5, 2, 3}};

Parameters with_tolerance(const char* rtol, const char* atol) {
  const std::vector<ParameterSpec> specs = {rtol_parameter(), atol_parameter()};
  return Parameters(specs, {{"rtol", rtol}, {"atol", atol}});
}
/// The norm of an error between two states, computed by hand.
double size(const Vector& error, const Vector& from, const Vector& to, double rtol, double atol) {
  double sum = 0;
  for (Eigen::Index i = 0; i < error.size(); ++i)
    sum += std::pow(error[i] / (atol + rtol * std::max(std::abs(from[i]), std::abs(to[i]))), 2);
  return std::sqrt(sum / static_cast<double>(error.size()));
}

/// Rates and values of the stages of a step of size h, one stage in each column.
struct Stages {
  Matrix rates, values;

  Stages(const Matrix& a, double h) {
    const auto s = a.rows(), n = beginning.size();
    Matrix all = Matrix::Identity(s * n, s * n);
    Vector right(s * n);
    for (Eigen::Index i = 0; i < s; ++i) {
      for (Eigen::Index j = 0; j < s; ++j) all.block(i * n, j * n, n, n) -= h * a(i, j) * jacobian();
      right.segment(i * n, n) = jacobian() * beginning;
    }
    const Vector solved = DenseSolver<double>(all).solve(right);
    rates = Eigen::Map<const Matrix>(solved.data(), n, s);
    values = beginning.replicate(1, s) + h * rates * a.transpose();
  }
};

template <int n>
Matrix weights_of(const Tableau<n>& tableau) {
  Matrix out(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      out(i, j) = tableau.a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].template as<double>();
  return out;
}
template <int n>
Vector end_of(const Tableau<n>& tableau, const Stages& stages, double h) {
  Vector out = beginning;
  for (int i = 0; i < n; ++i)
    out += h * tableau.b[static_cast<std::size_t>(i)].template as<double>() * stages.rates.col(i);
  return out;
}

/// The estimate of a pair divided by the tolerance.
template <class Pair, class Coefficients>
double estimate(const Coefficients& with, double h, const char* rtol, const char* atol) {
  System s{SmallSystem<Springs>({})};
  auto x = state(beginning);
  Pair pair(s, {with_tolerance(rtol, atol), {}}, with);
  const Tolerance<System> tolerance(s, with_tolerance(rtol, atol));
  EXPECT_EQ(pair.start(0, h, x).status, Status::ok);
  EXPECT_EQ(pair.attempt(0, h, x, tolerance).status, Status::ok);
  return pair.error(h, x, tolerance);
}

/// h Σ (b_i − b̂_i) k_i − h b̂_end f(y⁺), divided by the tolerance.
template <int n>
double expected(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights, double h, double rtol, double atol) {
  const Stages stages(weights_of(tableau), h);
  const Vector end = end_of(tableau, stages, h);
  const auto of = error_weights<double>(tableau, weights);
  Vector error = h * of.back() * (jacobian() * end);
  for (int i = 0; i < n; ++i) error += h * of[static_cast<std::size_t>(i)] * stages.rates.col(i);
  return size(error, beginning, end, rtol, atol);
}

// This fails if an estimate has a wrong constant factor, which the observed powers of h do not reveal.
TEST(EstimateOfAPair, IsTheDistanceOfItsSolutions) {
  for (const double h : {0.05, 0.2}) {
    const ExplicitEmbedded<double> explicit_one{
        5, Coefficients<double>(dopri5), {error_weights<double>(dopri5, dopri5_embedded)}};
    const double of_explicit = expected(dopri5, dopri5_embedded, h, 1e-4, 1e-5);
    EXPECT_NEAR((estimate<ExplicitPair<System>>(explicit_one, h, "1e-4", "1e-5")), of_explicit, 1e-9 * of_explicit);
    const auto check = [&]<int n>(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
      const DiagonalEmbedded<double> with{power_of_estimate(weights), StageTable<double>(tableau_data(tableau)),
                                          error_weights<double>(tableau, weights)};
      const double by_hand = expected(tableau, weights, h, 1e-4, 1e-5);
      EXPECT_NEAR((estimate<DiagonalPair<System>>(with, h, "1e-4", "1e-5")), by_hand, 1e-9 * by_hand);
    };
    check(esdirk324l2sa, esdirk324l2sa_embedded);
    check(esdirk325l2sa, esdirk325l2sa_embedded);
    check(esdirk436l2sa2, esdirk436l2sa2_embedded);
  }
}

// ERR = |H| ERR SQRT(1/(N DENO)), DENO = ERR + 0.01 ERR2, with the sums of squares ERR (of e5) and ERR2 (of e3).
TEST(EstimateOfAPair, OfDop853JoinsBothAsTheCodeDoes) {
  constexpr double h = 0.2, n = 4;
  const double of5 = expected(dop853, dop853_embedded5, h, 1e-9, 1e-10),
               of3 = expected(dop853, dop853_embedded3, h, 1e-9, 1e-10);
  const double err = n * of5 * of5, err2 = n * of3 * of3, by_code = err * std::sqrt(1 / (n * (err + 0.01 * err2)));
  const ExplicitEmbedded<double> both{
      8,
      Coefficients<double>(dop853),
      {error_weights<double>(dop853, dop853_embedded5), error_weights<double>(dop853, dop853_embedded3)}};
  EXPECT_NEAR((estimate<ExplicitPair<System>>(both, h, "1e-9", "1e-10")), by_code, 1e-6 * by_code);
}

// ERR = (1 − hγJ)⁻¹ (γ h f(y0) + Σ γ D_i z_i) also holds for steps with a large hJ, where it acts as a filter.
TEST(EstimateOfAPair, OfRadauIsThatOfRadau5) {
  const double gamma = (6 + std::cbrt(81.) - std::cbrt(9.)) / 30, root = std::sqrt(6.);
  const std::array d = {(-13 - 7 * root) / 3, (-13 + 7 * root) / 3, -1. / 3};
  for (const double h : {0.05, 0.5, 20.}) {
    const Stages stages(weights_of(radau_iia3), h);
    Vector right = h * jacobian() * beginning;
    for (int i = 0; i < 3; ++i) right += d[static_cast<std::size_t>(i)] * (stages.values.col(i) - beginning);
    const Vector error = DenseSolver<double>(Matrix::Identity(4, 4) - h * gamma * jacobian()).solve(gamma * right);
    const double by_code = size(error, beginning, stages.values.col(2), 1e-3, 1e-4);
    EXPECT_NEAR((estimate<RadauPair<System>>(StageTable<double>(tableau_data(radau_iia3)), h, "1e-3", "1e-4")), by_code,
                1e-7 * by_code)
        << h;
  }
}

/// HINIT of DOPRI5 and DOP853, with the root mean square norm in place of the sum of squares.
double first_step(const Vector& y, int order, double most, double rtol, double atol) {
  const Vector f = jacobian() * y;
  const auto norm = [&](const Vector& x) { return size(x, y, y, rtol, atol); };
  const double dnf = norm(f) * norm(f), dny = norm(y) * norm(y);
  double h = dnf <= 1e-10 || dny <= 1e-10 ? 1e-6 : std::sqrt(dny / dnf) * 0.01;
  h = std::min(h, most);
  const double der2 = norm(jacobian() * (y + h * f) - f) / h, der12 = std::max(der2, std::sqrt(dnf));
  const double h1 = der12 <= 1e-15 ? std::max(1e-6, h * 1e-3) : std::pow(0.01 / der12, 1. / order);
  return std::min({100 * h, h1, most});
}

TEST(FirstStep, IsThatOfDopri5) {
  System s{SmallSystem<Springs>({})};
  InitialStep<System> initial(s);
  const auto check = [&](const Vector& y, int k, double most, const char* rtol, const char* atol) {
    const Tolerance<System> tolerance(s, with_tolerance(rtol, atol));
    const double by_code = first_step(y, k, most, std::stod(rtol), std::stod(atol));
    EXPECT_NEAR(initial(tolerance, k, 0, state(y), most), by_code, 1e-6 * by_code) << k << ' ' << most << ' ' << rtol;
    EXPECT_EQ(initial(tolerance, k, 0, state(y), -most) < 0, true) << "backwards";
  };
  for (const int k : {3, 5, 8})
    for (const char* rtol : {"1e-2", "1e-6", "1e-12"}) {
      check(beginning, k, 10, rtol, "1e-3");
      check(beginning, k, 1e-4, rtol, "1e-3");
      check(1e-9 * beginning, k, 10, rtol, "1");  // so small that the first step is not scaled by the state
    }
  check(Vector::Zero(4), 5, 10, "1e-6", "1e-6");  // at rest
}

}  // namespace
}  // namespace plumb
