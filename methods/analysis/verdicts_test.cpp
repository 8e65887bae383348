// Constructed methods that an earlier computation judged wrongly or not at all, because its error bounds or its roots
// were wrong.

#include <gtest/gtest.h>

#include <cmath>

#include "methods/analysis/analysis.hpp"
#include "methods/analysis/same_method.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

std::string quotient(std::int64_t numerator, std::int64_t denominator) {
  return std::to_string(numerator) + "/" + std::to_string(denominator);
}

// Implicit Euler with 1, 2, ..., K steps, extrapolated: K(K+1)/2 stages with weights up to 1e3.
TableauData extrapolated_euler(int most) {
  TableauData out{.stages = most * (most + 1) / 2};
  const auto n = static_cast<std::size_t>(out.stages);
  out.a.assign(n * n, "0");
  std::size_t first = 0;
  for (int j = 1; j <= most; ++j) {
    std::string weight = "1/" + std::to_string(j);
    for (int i = 1; i <= most; ++i)
      if (i != j) weight += "*(" + quotient(j, j - i) + ")";
    const auto steps = static_cast<std::size_t>(j);
    for (std::size_t s = 0; s < steps; ++s) {
      for (std::size_t r = 0; r <= s; ++r) out.a[(first + s) * n + first + r] = quotient(1, j);
      out.b.push_back(weight);
      out.c.push_back(quotient(static_cast<std::int64_t>(s) + 1, j));
    }
    first += steps;
  }
  return out;
}

// The expected ends of intervals come from bisection of |R(iy)| = 1, with R computed stage by stage in 60 digits.
TEST(Verdicts, OfManyStagesThatCancelAreThoseOfTheStages) {
  const auto found = stability_by_formula(extrapolated_euler(8));
  const auto axis = found.intervals(0).list;
  ASSERT_EQ(axis.size(), 2U);
  EXPECT_NEAR(axis[0].from, 0.851518497163164, 1e-13);
  EXPECT_NEAR(axis[0].to, 2.08907690303689, 1e-13);
  EXPECT_NEAR(axis[1].from, 4.45205264231287, 1e-13);
  EXPECT_TRUE(std::isinf(axis[1].to));
  EXPECT_EQ(found.linear_order, 8);
  EXPECT_EQ(found.a_stable, false);
}

// ρ and σ of leapfrog and of Euler's method have a common factor whose roots are the points of the circle where other
// roots cross it.
TEST(Verdicts, SeeCrossingsAtRootsOfACommonFactor) {
  const auto leapfrog = stability_by_formula(MultistepData{{"1", "0", "0", "0", "-1"}, {"0", "2", "0", "2", "0"}});
  EXPECT_EQ(leapfrog.irreducible, false);
  EXPECT_NEAR(leapfrog.intervals(0).limit().value_or(-1), 1, 1e-15);
  const auto euler = stability_by_formula(MultistepData{{"1", "0", "-1"}, {"0", "1", "1"}});
  EXPECT_NEAR(euler.real_axis.limit().value_or(-1), 2, 1e-15);
}

// This fails if the error constant is divided by σ(1) = 0, or reported as 0.
TEST(Verdicts, AFormulaWhoseSigmaVanishesAt1HasNoErrorConstant) {
  const auto found = stability_by_formula(MultistepData{{"1", "-2", "1"}, {"0", "1", "-1"}});
  EXPECT_FALSE(found.error_constant);
  EXPECT_EQ(found.zero_stable, false);
  EXPECT_TRUE(stability_by_formula(MultistepData{{"1", "-1"}, {"1/2", "1/2"}}).error_constant);
}

// Both polynomials of the trapezoidal rule have the factor (z + 9/10)^39: numerically one root is at -1.18.
TEST(Verdicts, KnowRootsOfAnyMultiplicity) {
  MultistepData data{{"1", "-1"}, {"1/2", "1/2"}};
  std::vector<Digits100> alpha = {1, -1}, beta = {Digits100(1) / 2, Digits100(1) / 2};
  const auto multiply = [](std::vector<Digits100>& p) {
    p.push_back(0);
    for (std::size_t k = p.size() - 1; k > 0; --k) p[k] += p[k - 1] * 9 / 10;
  };
  for (int k = 0; k < 39; ++k) {
    multiply(alpha);
    multiply(beta);
  }
  const auto texts = [](const std::vector<Digits100>& p) {
    std::vector<std::string> out;
    for (const auto& x : p) out.push_back(x.str(60, std::ios_base::fixed));
    return out;
  };
  data = {texts(alpha), texts(beta)};
  const auto found = stability_by_formula(data, digits_from_text("exact"));
  EXPECT_EQ(found.zero_stable, true);
  EXPECT_TRUE(is_zero_stable(data, digits_from_text("exact")));
  EXPECT_EQ(found.a_stable, true);
  EXPECT_EQ(found.irreducible, false);
  EXPECT_NEAR(static_cast<double>(modulus(found.roots(0)(quad(1)).values.front())), 1, 1e-30);
}

// Coefficients of ±1e50 cancel in the sum over the stages, so that bᵀAc = 0 instead of 1/6.
TEST(Verdicts, GrantNoOrderThatOnlyRoundingAllows) {
  const TableauData data{
      4,
      {"0", "0", "0", "0", "1/2", "0", "0", "0", "1/2+1e50", "-1e50", "0", "0", "1/2-1e50", "1e50", "0", "0"},
      {"0", "0", "1/2", "1/2"},
      {"0", "1/2", "1/2", "1/2"}};
  EXPECT_EQ(order_report(data).order, 2);
}

// The implicit midpoint rule with a further stage of weight 0, which has a pole in the left half plane.
TEST(Verdicts, LeaveOutPolesThatTheWeightsCancel) {
  const auto found = stability_by_formula(TableauData{2, {"1/2", "0", "1", "-1"}, {"1", "0"}, {"1/2", "0"}});
  EXPECT_EQ(found.a_stable, true);
  EXPECT_EQ(found.l_stable, false);
}

TEST(Verdicts, AreNoneWhereTheDigitsLeaveAlmostEverythingOpen) {
  Method method{.info = {.name = "rounded", .title = "", .source = ""},
                .parameters = {},
                .in_double = {},
                .in_long = {},
                .in_quad = {}};
  method.tableau = [](const Parameters&) { return extrapolated_euler(8); };
  const auto found = analyze(method, {}, {.omegas = {0.1}, .digits = digits_from_text("3")});
  EXPECT_EQ(found.a_stable, std::nullopt);
  EXPECT_FALSE(found.limit_known);
  EXPECT_NE(found.reason, "");
}

TEST(Verdicts, OfDigitsReadWhatTheGrammarAllows) {
  const std::vector<std::string> texts = {"sqrt(pi-3.1)", "1/(pi-3.0)"};
  EXPECT_EQ(decided(digits_from_text(""), {&texts}).rule, Digits::Rule::exact);
}

// The parasitic root at −1 makes the method unstable below Ω = 2ξ; it is stable up to 1.27.
TEST(Verdicts, OfSteppersAreIntervalsToo) {
  const auto& method = catalogued_method("degree4");
  std::string failure;
  const auto found =
      stable_intervals(method, Parameters(method.parameters, {{"alpha", "1/4"}}), failure, quad(1) / 100);
  EXPECT_EQ(failure, "");
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_NEAR(found.list[0].from, 0.02, 1e-10);
  EXPECT_NEAR(found.list[0].to, 1.2655807383, 1e-9);
}

// A composition of midpoint rules over 2h and −h has BA + AᵀB − bbᵀ = 0, and only the sign of a weight decides.
TEST(Verdicts, OfAlgebraicStabilityAskForWeightsThatAreNotNegative) {
  const TableauData backwards{2, {"1", "0", "2", "-1/2"}, {"2", "-1"}, {"1", "3/2"}};
  const TableauData forwards{2, {"1/4", "0", "1/2", "1/4"}, {"1/2", "1/2"}, {"1/4", "3/4"}};
  EXPECT_EQ(is_algebraically_stable(backwards), false);
  EXPECT_EQ(is_algebraically_stable(forwards), true);
}

// Without a stepper some results are still known: zero-stability, the roots and every limit.
TEST(Verdicts, FromCoefficientsNeedNoStepper) {
  auto method = catalogued_method("erk4");
  method.info.linear_memory = false;
  const auto found = analyze(method, {});
  EXPECT_NEAR(found.stability_limit.value_or(0), std::sqrt(8.), 1e-12);
  EXPECT_FALSE(found.formula_difference);
  EXPECT_EQ(found.reason, "cannot be linearised: its memory does not contain its complete state between steps");
}

Method with(const char* name, const std::map<std::string, std::string>& overrides, Parameters& parameters) {
  const auto& method = catalogued_method(name);
  parameters = Parameters(method.parameters, overrides);
  return method;
}

LinearFingerprint fingerprint(const char* name, const std::map<std::string, std::string>& overrides) {
  Parameters parameters;
  const auto method = with(name, overrides, parameters);
  return linear_fingerprint(method, parameters);
}

// At ρ = 0 the formula of two steps is BDF2 (lms.hpp).
TEST(SameMethod, IsFoundByItsCharacteristicPolynomial) {
  EXPECT_TRUE(is_same(fingerprint("bdf2", {}), fingerprint("lms2", {{"rho", "0"}})));
  EXPECT_FALSE(is_same(fingerprint("bdf2", {}), fingerprint("lms2", {{"rho", "1e-6"}})));
  EXPECT_FALSE(is_same(fingerprint("bdf2", {}), fingerprint("bdf3", {})));
  EXPECT_FALSE(is_same(LinearFingerprint{}, LinearFingerprint{}));
}

// ln ζ of the trapezoidal rule is 2 artanh(z/2), of leapfrog arsinh z: both are odd. BDF2 has z − z³/3 − z⁴/4 + ...
TEST(PhaseOrders, OfMultistepFormulas) {
  const auto of = [](const MultistepData& data) { return stability_by_formula(data).phase; };
  const auto trapezoidal = of({{"1", "-1"}, {"1/2", "1/2"}}), leapfrog = of({{"1", "0", "-1"}, {"0", "2", "0"}});
  EXPECT_EQ(trapezoidal.dispersion, 2);
  EXPECT_EQ(trapezoidal.dissipation, std::nullopt);
  EXPECT_EQ(leapfrog.dispersion, 2);
  EXPECT_EQ(leapfrog.dissipation, std::nullopt);
  const auto bdf2 = of({{"3/2", "-2", "1/2"}, {"1", "0", "0"}}), euler = of({{"1", "-1"}, {"1", "0"}});
  EXPECT_EQ(bdf2.dispersion, 2);
  EXPECT_EQ(bdf2.dissipation, 3);
  EXPECT_EQ(euler.dispersion, 2);  // −ln(1 − z) = z + z²/2 + z³/3 + ...
  EXPECT_EQ(euler.dissipation, 1);
}

}  // namespace
}  // namespace plumb
