// The verdicts about a tableau do not depend on how its numbers are written: as fractions, decimals, or doubles. Few
// digits may leave a verdict open, but never reverse it.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "methods/analysis/analysis.hpp"
#include "methods/analysis/laws.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

struct Notation {
  const char* name;
  int digits;  // smallest number of correct digits of a number in this notation
  std::string (*write)(const Digits100& x);
};

std::string in_c(const char* format, const Digits100& x) {
  char out[64];
  std::snprintf(out, sizeof out, format, static_cast<double>(x));
  return out;
}

std::string shortest_double(const Digits100& x) {
  for (const char* format : {"%.6g", "%.15g", "%.16g"})
    if (const auto out = in_c(format, x); std::stod(out) == static_cast<double>(x)) return out;
  return in_c("%.17g", x);
}

// A number of 15 digits, written by `%.40f`: it has trailing zeros.
std::string with_spare_zeros(const Digits100& x) { return Digits100(in_c("%.14e", x)).str(40, std::ios_base::fixed); }

std::string double_or_40_digits(const Digits100& x) {
  const bool is_even = std::fmod(std::floor(static_cast<double>(x) * 1000), 2) == 0;
  return is_even ? shortest_double(x) : x.str(39, std::ios_base::scientific);
}

const Notation notations[] = {
    {"40 digits", 40, [](const Digits100& x) { return x.str(39, std::ios_base::scientific); }},
    {"40 decimals", 37, [](const Digits100& x) { return x.str(40, std::ios_base::fixed); }},
    {"repr", 15, shortest_double},
    {"%.18e", 15, [](const Digits100& x) { return in_c("%.18e", x); }},
    {"15 digits in 40 decimals", 14, with_spare_zeros},
    {"doubles and 40 digits", 15, double_or_40_digits},
    {"%.15f", 13, [](const Digits100& x) { return in_c("%.15f", x); }},
    {"%.12e", 12, [](const Digits100& x) { return in_c("%.12e", x); }},
    {"%.8f", 5, [](const Digits100& x) { return in_c("%.8f", x); }},
    {"%.5f", 2, [](const Digits100& x) { return in_c("%.5f", x); }}};

std::string written(const std::string& coefficient, const Notation& as) {
  const auto x = known(coefficient, Digits{.rule = Digits::Rule::exact}).value;
  return x == floor(x) ? coefficient : as.write(x);
}

std::vector<std::string> written(std::vector<std::string> coefficients, const Notation& as) {
  for (auto& x : coefficients) x = written(x, as);
  return coefficients;
}

// A method without a stepper: its coefficients alone are analysed.
Method bare() {
  return {.info = {.name = "m", .title = "", .source = ""},
          .parameters = {},
          .in_double = {},
          .in_long = {},
          .in_quad = {}};
}

Analysis analysed(const TableauData& data, const Digits& digits) {
  auto method = bare();
  method.tableau = [&data](const Parameters&) { return data; };
  return analyze(method, {}, {.omegas = {1}, .digits = digits});
}

Analysis analysed(const MultistepData& data, const Digits& digits) {
  auto method = bare();
  method.multistep = [&data](const Parameters&) { return data; };
  return analyze(method, {}, {.omegas = {1}, .digits = digits});
}

template <class T>
void expect_same_or_open(const std::optional<T>& found, const std::optional<T>& expected, bool may_be_open,
                         const char* label) {
  EXPECT_TRUE(found == expected || (!found && may_be_open)) << label;
}

void expect_within(double found, double within, double expected, const char* label) {
  if (std::isinf(expected) || std::isinf(found))
    EXPECT_EQ(found, expected) << label;
  else
    EXPECT_LE(std::abs(found - expected), within + 1e-10 * (1 + std::abs(expected))) << label;
}

void expect_bound(const std::optional<Bound>& found, const std::optional<Bound>& expected, bool may_be_open,
                  const char* label) {
  EXPECT_TRUE(found.has_value() == expected.has_value() || may_be_open) << label;
  if (found && expected) expect_within(found->value, found->within, expected->value, label);
}

// Expects that every result for the written numbers equals the result for the exact numbers, or is null.
void expect_same(const Analysis& found, const Analysis& expected, int digits) {
  const bool few = digits < 13;
  EXPECT_TRUE(found.a_stable != true || (found.real_axis && found.real_axis->everywhere()));
  expect_bound(found.sector, expected.sector, few || !found.a_stable, "angle of A(alpha)");
  EXPECT_TRUE(violated_laws(found).empty());
  EXPECT_TRUE(found.order == expected.order || (few && found.order < expected.order)) << *found.order;
  EXPECT_EQ(found.zero_stable, expected.zero_stable);
  expect_same_or_open(found.a_stable, expected.a_stable, few, "A-stable");
  expect_same_or_open(found.l_stable, expected.l_stable, few, "L-stable");
  expect_same_or_open(found.algebraically_stable, expected.algebraically_stable, few, "algebraically stable");
  expect_same_or_open(found.phase.dispersion, expected.phase.dispersion, digits < 30, "dispersion");
  expect_bound(found.ssp_coefficient, expected.ssp_coefficient, digits < 30, "SSP");
  expect_bound(found.error_constant, expected.error_constant, few, "error constant");
  EXPECT_TRUE(found.limit_known || few);
  if (!found.limit_known) return;
  EXPECT_EQ(found.stability_limit.has_value(), expected.stability_limit.has_value());
  const double within = found.intervals.empty() ? 0 : found.intervals.front().to_within;
  if (found.stability_limit && expected.stability_limit)
    expect_within(*found.stability_limit, within, *expected.stability_limit, "limit");
}

void expect_same_in_every_notation(const TableauData& data, std::string_view name) {
  const auto expected = analysed(data, {});
  for (const auto& as : notations) {
    SCOPED_TRACE(std::string(name) + " in " + as.name);
    const TableauData read{data.stages, written(data.a, as), written(data.b, as), written(data.c, as)};
    expect_same(analysed(read, digits_from_text("")), expected, as.digits);
  }
}

TEST(Notations, OfATableauDoNotChangeItsVerdicts) {
  for (const auto& method : methods())
    if (method.tableau)
      if (const auto data = method.tableau(Parameters(method.parameters, {})); data.stages <= 4)  // larger: seconds
        expect_same_in_every_notation(data, method.info.name);
}

// Alexander's SDIRK method of order 3 for a root γ of γ³ − 3γ² + 3γ/2 − 1/6.
TableauData sdirk33(const std::string& g) {
  const auto b1 = "-(6*" + g + "^2-16*" + g + "+1)/4", b2 = "(6*" + g + "^2-20*" + g + "+5)/4";
  const auto c2 = "(1+" + g + ")/2", a21 = "(1-" + g + ")/2";
  return {3, {g, "0", "0", a21, g, "0", b1, b2, g}, {b1, b2, g}, {g, c2, "1"}};
}

// Verdicts at their edge: |R| = 1 on the imaginary axis or at infinity alone, A(α)-stability, stability at small steps
// that the last digits decide, strong stability.
TEST(Notations, OfTableausAtTheEdgeDoNotChangeTheirVerdicts) {
  const std::pair<const char*, TableauData> family[] = {
      {"lobatto-iiia",
       {3, {"0", "0", "0", "5/24", "1/3", "-1/24", "1/6", "2/3", "1/6"}, {"1/6", "2/3", "1/6"}, {"0", "1/2", "1"}}},
      {"lobatto-iiib",
       {3, {"1/6", "-1/6", "0", "1/6", "1/3", "0", "1/6", "5/6", "0"}, {"1/6", "2/3", "1/6"}, {"0", "1/2", "1"}}},
      {"gauss",
       {2, {"1/4", "1/4-sqrt(3)/6", "1/4+sqrt(3)/6", "1/4"}, {"1/2", "1/2"}, {"1/2-sqrt(3)/6", "1/2+sqrt(3)/6"}}},
      {"sdirk, sqrt(3)",
       {2, {"1/2+sqrt(3)/6", "0", "-sqrt(3)/3", "1/2+sqrt(3)/6"}, {"1/2", "1/2"}, {"1/2+sqrt(3)/6", "1/2-sqrt(3)/6"}}},
      {"sdirk, A(alpha)", sdirk33("0.158983899988676546782594777574785078432137325093")},
      {"sdirk, L-stable", sdirk33("0.435866521508458999416019451193556842529294092938")},
      {"strong stability",
       {3, {"0", "0", "0", "1", "0", "0", "1/4", "1/4", "0"}, {"1/6", "1/6", "2/3"}, {"0", "1", "1/2"}}},
      {"dissipation of order 3",
       {3, {"0", "0", "0", "1/3", "0", "0", "0", "2/3", "0"}, {"1/4", "0", "3/4"}, {"0", "1/3", "2/3"}}}};
  for (const auto& [name, data] : family) expect_same_in_every_notation(data, name);
}

// The uncertainty of the angle follows from the digits of the coefficients.
TEST(Notations, LeaveTheAngleOfStabilityItsUncertainty) {
  const auto expected = analysed(sdirk33("0.158983899988676546782594777574785078432137325093"), {}).sector;
  ASSERT_TRUE(expected);
  for (const char* gamma : {"0.1589838999887", "0.158983900", "0.158984"}) {
    const auto found = analysed(sdirk33(gamma), digits_from_text(std::to_string(std::string(gamma).size() - 2))).sector;
    ASSERT_TRUE(found) << gamma;
    EXPECT_LE(std::abs(found->value - expected->value), found->within) << gamma;
    EXPECT_LE(found->within, 1000 * std::abs(found->value - expected->value) + 1e-12) << gamma;
  }
}

TEST(Notations, OfAMultistepFormulaDoNotChangeItsVerdicts) {
  for (const auto& method : methods()) {
    if (!method.multistep) continue;
    const auto data = method.multistep(Parameters(method.parameters, {}));
    if (data.steps() > 3) continue;
    const auto expected = analysed(data, {});
    for (const auto& as : notations) {
      SCOPED_TRACE(std::string(method.info.name) + " in " + as.name);
      const MultistepData read{written(data.alpha, as), written(data.beta, as)};
      expect_same(analysed(read, digits_from_text("")), expected, as.digits);
    }
  }
}

}  // namespace
}  // namespace plumb
