// The amplification of the methods of structural dynamics agrees with the theory of their formulas.

#include <gtest/gtest.h>

#include <cmath>

#include "contract/expression.hpp"
#include "methods/analysis/stability.hpp"
#include "methods/catalogue.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

double radius_at(const char* name, const std::map<std::string, std::string>& overrides, double omega_h) {
  const auto& method = catalogued_method(name);
  const auto found = spectral_radius(method, Parameters(method.parameters, overrides), omega_h);
  return found.value ? static_cast<double>(*found.value) : NAN;
}

double limit_of(const char* name, const std::map<std::string, std::string>& overrides) {
  const auto& method = catalogued_method(name);
  return stability_limit(method, Parameters(method.parameters, overrides)).limit.value_or(NAN);
}

TEST(NohBathe, HasTheAmplificationOfItsFormulas) {
  for (const auto* text : {"0.5", "0.54", "0.58"}) {
    const double p = std::stod(text);
    EXPECT_NEAR(limit_of("noh-bathe", {{"p", text}}), 2 / std::sqrt((3 * p - 1) * (1 - p)), 1e-9) << text;
    EXPECT_NEAR(radius_at("noh-bathe", {{"p", text}}, 2 / p), (p * p - 4 * p + 2) / (p * p), 1e-6) << text;
    for (const double x : {0.1, 1., 3.}) {
      const double det = 1 - (2 * std::pow(p, 3) - 5 * p * p + 4 * p - 1) * std::pow(x, 4) / 4;
      EXPECT_NEAR(radius_at("noh-bathe", {{"p", text}}, x), std::sqrt(det), 1e-12) << text << " " << x;
    }
  }
}

TEST(NohBathe, OfEqualSubStepsIsTwoStepsOfStormerVerlet) {
  const auto last = [](const char* name, const std::map<std::string, std::string>& overrides, int steps) {
    auto system = coupled_pair_at_rest().system(Form::ode);
    auto x = coupled_pair_at_rest().begin();
    const auto& method = catalogued_method(name);
    const auto stepper = method.in_quad(system, options_of(method, overrides));
    integrate(*stepper, x, quad(1), steps, [](int, const auto&) {});
    return x;
  };
  const auto one = last("noh-bathe", {{"p", "1/2"}}, 10), two = last("stormer-verlet", {}, 20);
  EXPECT_LT(static_cast<double>((one.q - two.q).norm()), 1e-31);
  EXPECT_LT(static_cast<double>((one.v - two.v).norm()), 1e-31);
}

TEST(TchamwaWielgosz, HasTheAmplificationOfItsFormulas) {
  for (const auto* text : {"1", "1.033", "1.3"}) {
    const double phi = std::stod(text);
    EXPECT_NEAR(limit_of("tchamwa-wielgosz", {{"phi", text}}), 2 / std::sqrt(2 * phi - 1), 1e-9) << text;
    for (const double x : {0.1, 1.})
      EXPECT_NEAR(radius_at("tchamwa-wielgosz", {{"phi", text}}, x), std::sqrt(1 - (phi - 1) * x * x), 1e-12) << text;
  }
}

// The expected spectral radii come from the recurrence of the method for (q, v, a), which was derived independently.
// A-stability begins at θ = (1+√3)/2.
TEST(WilsonTheta, IsAStableFromItsLimitOn) {
  const auto& method = catalogued_method("wilson-theta");
  const auto with = [&](const char* theta) { return Parameters(method.parameters, {{"theta", theta}}); };
  EXPECT_EQ(a_stable(method, with("1.36")), false);
  EXPECT_EQ(a_stable(method, with("1.37")), true);
  EXPECT_EQ(a_stable(method, with("1.4")), true);
  EXPECT_NEAR(static_cast<double>(*rho_infinity(method, with("1.4")).value), 0.77844, 1e-4);
  for (const auto& [omega_h, radius] : {std::pair{1., 0.96749}, std::pair{3., 0.76236}, std::pair{10., 0.56198}})
    EXPECT_NEAR(radius_at("wilson-theta", {}, omega_h), radius, 1e-5) << omega_h;
}

// The eigenvalues are the roots of (2 + x²) r³ − 5 r² + 4 r − 1 = 0 with x = ωh: a conjugate pair, whose modulus is the
// spectral radius, and a smaller real root. The product of all three is 1/(2 + x²).
TEST(Houbolt, HasTheAmplificationOfItsFormulas) {
  for (const double x : {0.1, 1., 3., 100.}) {
    const double radius = radius_at("houbolt", {}, x);
    const double real_root = 1 / ((2 + x * x) * radius * radius);
    EXPECT_NEAR((((2 + x * x) * real_root - 5) * real_root + 4) * real_root, 1, 1e-9) << x;
    EXPECT_LT(real_root, radius) << x;
  }
  const auto& method = catalogued_method("houbolt");
  EXPECT_EQ(a_stable(method, {}), true);
  EXPECT_NEAR(static_cast<double>(*rho_infinity(method, {}).value), 0, 1e-12);
}

// The order alone does not show a wrong weight of v.
TEST(Houbolt, SatisfiesItsDifferenceFormulas) {
  auto system = coupled_pair().system(Form::ode);
  auto x = coupled_pair().begin();
  const auto& method = catalogued_method("houbolt");
  const auto stepper = method.in_quad(system, options_of(method));
  std::vector<Vec<quad>> q = {x.q};
  const int steps = 8;
  const quad h = quad(1) / steps;
  integrate(*stepper, x, quad(1), steps, [&](int, const auto& state) {
    q.push_back(state.q);
    if (q.size() < 4) return;
    const auto back = [&](std::size_t n) -> const Vec<quad>& { return q[q.size() - 1 - n]; };
    const Vec<quad> v = (11 * back(0) - 18 * back(1) + 9 * back(2) - 2 * back(3)) / (6 * h);
    const Vec<quad> a = (2 * back(0) - 5 * back(1) + 4 * back(2) - back(3)) / (h * h);
    EXPECT_LT(static_cast<double>((state.v - v).norm()), 1e-26);
    EXPECT_LT(static_cast<double>((state.a - a).norm()), 1e-24);
  });
  EXPECT_GE(q.size(), 8U);
}

TEST(Houbolt, ShowsTheOrdersItClaims) { expect_claimed_orders(catalogued_method("houbolt"), 192); }

TEST(BatheBeta, IsTheMethodOfBatheAndBaigByDefault) {
  const auto& method = catalogued_method("bathe-beta");
  const Parameters usual(method.parameters, {});
  for (const auto& b : method.tableau(usual).b) EXPECT_NEAR(expression_value<double>(b), 1. / 3, 1e-15);
  EXPECT_NEAR(static_cast<double>(*rho_infinity(method, usual).value), 0, 1e-12);
  EXPECT_EQ(a_stable(method, usual), true);
}

TEST(BatheBeta, HasOrderTwoIfItsWeightsAddUpToOne) {
  const auto& method = catalogued_method("bathe-beta");
  const auto order = [&](const char* beta1, const char* beta2) {
    return order_report(method.tableau(Parameters(method.parameters, {{"beta1", beta1}, {"beta2", beta2}}))).order;
  };
  EXPECT_EQ(order("0.4", "0.6"), 2);
  EXPECT_EQ(order("0.39", "0.78"), 1);
  EXPECT_THROW(method.check(Parameters(method.parameters, {{"beta2", "0"}})), std::invalid_argument);
  EXPECT_THROW(method.check(Parameters(method.parameters, {{"gamma", "1"}})), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
