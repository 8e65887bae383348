#include "methods/analysis/amplification.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "methods/analysis/linear_order.hpp"
#include "methods/analysis/principal_root.hpp"
#include "methods/catalogue.hpp"
#include "methods/families.hpp"

namespace plumb {
namespace {

quad number(std::string_view text) { return number_from_text<quad>(text); }

double distance(const quad& x, const quad& y) { return static_cast<double>(abs(x - y)); }

// Each fault is a step that violates one requirement of amplification_matrix().
enum class Fault { none, quadratic, hidden_state, uses_acceleration, fails };

template <Fault fault, class S>
class FaultyStep {
 public:
  using T = typename S::Scalar;
  FaultyStep(S&, const MethodOptions&) {}
  StepResult start(const T&, const T&, typename S::State&) { return {}; }
  StepResult step(const T&, const T& h, typename S::State& x) {
    x.q += h * x.v;
    if constexpr (fault == Fault::quadratic) x.q += 1e-9 * x.v.cwiseProduct(x.v);
    if constexpr (fault == Fault::hidden_state) {
      x.q[0] += hidden;
      hidden = x.v[0];
    }
    if constexpr (fault == Fault::uses_acceleration) x.q += x.a;
    if constexpr (fault == Fault::fails) return {Status::newton_diverged, 1, "nothing"};
    return {};
  }
  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  T hidden = 0;
};

template <Fault fault>
std::string failure_of() {
  Method method{.info = {}, .parameters = {}, .in_double = {}, .in_long = {}, .in_quad = {}};
  method.in_quad = [](AnySystem<quad>& system, const MethodOptions& options) {
    return AnyStepper<quad>::make<FaultyStep<fault, AnySystem<quad>>>(system, options);
  };
  return amplification_matrix(method, {}, 1).failure;
}

TEST(Amplification, SaysInWordsWhyAMethodCannotBeLinearised) {
  const std::string not_linear = "its step is not a linear function of position, velocity and memory";
  EXPECT_EQ(failure_of<Fault::none>(), "");
  EXPECT_EQ(failure_of<Fault::quadratic>(), not_linear);
  EXPECT_EQ(failure_of<Fault::hidden_state>(), not_linear);
  EXPECT_EQ(failure_of<Fault::uses_acceleration>(), not_linear);
  EXPECT_EQ(failure_of<Fault::fails>(), "step: newton-diverged (nothing)");
  EXPECT_NE(amplification_matrix({}, {}, 1).failure, "");
}

// A Runge-Kutta step is R(A), which is the exponential series up to the order if there are as many stages as the order.
TEST(Amplification, OfTheClassicalMethodIsTheExponentialSeries) {
  const quad omega = number("1.3"), xi = number("1/5");
  Mat<quad> a(2, 2), term = Mat<quad>::Identity(2, 2), sum = term;
  a << 0, 1, -omega * omega, -2 * xi * omega;
  for (int k = 1; k <= 4; ++k) {
    term = (term * a / k).eval();
    sum += term;
  }
  const auto step = amplification_matrix(catalogued_method("erk4"), {}, omega, xi);
  ASSERT_TRUE(step.ok()) << step.failure;
  EXPECT_LT(static_cast<double>((step.matrix - sum).cwiseAbs().maxCoeff()), 1e-31);
}

// The formulas of degree 5 in the order x, v, a, j, s, s⁻, with the linear equation for s solved by hand.
Vec<quad> degree5_by_hand(const Vec<quad>& y, const std::array<quad, 4>& w, const quad& omega, const quad& xi) {
  const auto [alpha, beta, gamma, zeta] = w;
  const quad x = y[0] + y[1] + y[2] / 2 + y[3] / 6 + (alpha * y[4] + (1 - alpha) * y[5]) / 24;
  const quad bv = y[1] + y[2] + y[3] / 2 + (1 - beta) * y[4] / 6, ba = y[2] + y[3] + (1 - gamma) * y[4] / 2;
  const quad s = (-omega * omega * x - 2 * xi * omega * bv - ba) / (gamma / 2 + 2 * xi * omega * beta / 6);
  Vec<quad> out(6);
  out << x, bv + beta / 6 * s, ba + gamma / 2 * s, y[3] + (1 - zeta) * y[4] + zeta * s, s, y[4];
  return out;
}

// Eigenvalues do not depend on the order in which a stepper keeps its memory.
TEST(Amplification, OfTheFifthDegreeAgreesWithItsFormulas) {
  const auto& method = catalogued_method("degree5");
  for (const char* xi : {"0", "1/10"}) {
    const Parameters p(method.parameters,
                       {{"alpha", "1.62"}, {"beta", "1.03522"}, {"gamma", "1.0291293"}, {"zeta", "1.016"}});
    const std::array<quad, 4> w{number("1.62"), number("1.03522"), number("1.0291293"), number("1.016")};
    const auto step = amplification_matrix(method, p, number("7/10"), number(xi));
    ASSERT_TRUE(step.ok()) << step.failure;
    Mat<quad> by_hand(6, 6);
    for (int j = 0; j < 6; ++j) by_hand.col(j) = degree5_by_hand(Vec<quad>::Unit(6, j), w, number("7/10"), number(xi));
    const auto roots = eigenvalues(step.matrix), expected = eigenvalues(by_hand);
    ASSERT_EQ(roots.size(), expected.size());
    for (std::size_t i = 0; i < roots.size(); ++i) EXPECT_LT(distance(modulus(roots[i]), modulus(expected[i])), 1e-25);
  }
}

TEST(Amplification, ConvergesAtStrongDampingToo) {
  const auto& method = catalogued_method("degree3");
  const auto step = amplification_matrix(method, Parameters(method.parameters, {}), 3, 2);
  EXPECT_TRUE(step.ok()) << step.failure;
}

TEST(Eigenvalues, SurviveIsolationAndBadScaling) {
  Mat<quad> a = Mat<quad>::Zero(4, 4);
  const quad scale = 1e20;
  // ±i
  a(0, 1) = 1 / scale;
  a(1, 0) = -scale;
  // 3, isolated by its column
  a(2, 2) = 3;
  a(2, 0) = 7;
  // 1/2, isolated by its row
  a(0, 3) = 5;
  a(3, 3) = quad(1) / 2;
  const auto roots = eigenvalues(a);
  EXPECT_LT(distance(modulus(roots[0]), 3), 1e-30);
  EXPECT_LT(distance(modulus(roots[1]), 1), 1e-30);
  EXPECT_LT(distance(abs(roots[1].imag()), 1), 1e-30);
  EXPECT_LT(distance(modulus(roots[3]), number("1/2")), 1e-30);
}

// Central differences have cos Ω̄ = 1 − Ω²/2 and no decay, up to Ω = 2.
TEST(PrincipalRoot, HasThePhaseOfCentralDifferences) {
  const auto& method = catalogued_method("cd");
  std::string failure;
  const auto points = curve(method, Parameters(method.parameters, {}), {1.5, 0.1}, 0, failure);
  EXPECT_EQ(failure, "");
  for (const auto& point : points) {
    const double phase = 2 * std::asin(point.omega_dt / 2);
    EXPECT_NEAR(point.phase.value(), phase, 1e-15);
    EXPECT_NEAR(point.ad_percent.value(), 0, 1e-13);
    EXPECT_NEAR(point.pe_percent.value(), 100 * (point.omega_dt / phase - 1), 1e-13);
    EXPECT_EQ(point.parasitic.size(), 2u);
  }
}

// erk4: ρ² = 1 − Ω⁶/72 + Ω⁸/576, phase atan2(Ω − Ω³/6, 1 − Ω²/2 + Ω⁴/24).
TEST(PrincipalRoot, HasTheDecayOfTheClassicalMethod) {
  std::string failure;
  const auto point = curve(catalogued_method("erk4"), {}, {0.5}, 0, failure).front();
  const double x = 0.5, rho = std::sqrt(1 - std::pow(x, 6) / 72 + std::pow(x, 8) / 576);
  const double phase = std::atan2(x - x * x * x / 6, 1 - x * x / 2 + std::pow(x, 4) / 24);
  EXPECT_NEAR(point.spectral_radius.value(), rho, 1e-15);
  const double undamped = std::hypot(std::log(rho), phase);
  EXPECT_NEAR(point.ad_percent.value(), -100 * std::log(rho) / undamped, 1e-12);
  EXPECT_NEAR(point.pe_percent.value(), 100 * (x / undamped - 1), 1e-12);
}

TEST(LinearOrder, IsTheOneThatTheMethodsClaim) {
  for (const auto& method : explicit_rk_methods())
    for (const char* xi : {"0", "1/5"}) {
      const auto shown = linear_order(method, Parameters(method.parameters, {}), number(xi));
      EXPECT_NEAR(shown.root, method.info.order, 0.02) << method.info.name;
      EXPECT_TRUE(std::isinf(shown.velocity)) << "Runge-Kutta eigenvectors are exact";
    }
}

TEST(LinearOrder, OfTheConditionallyExplicitFamilyIsTheProvenOne) {
  for (const auto& method : conditionally_explicit_methods()) {
    const Parameters p(method.parameters, {});
    const auto shown = linear_order(method, p);
    EXPECT_NEAR(shown.root, method.proven_order(p).position, 0.02) << method.info.name;
    EXPECT_NEAR(shown.velocity, method.proven_order(p).velocity, 0.02) << method.info.name;
  }
}

}  // namespace
}  // namespace plumb
