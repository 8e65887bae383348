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
  int digits;  // that every number has at least
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

const Notation notations[] = {
    {"40 digits", 40, [](const Digits100& x) { return x.str(39, std::ios_base::scientific); }},
    {"40 decimals", 37, [](const Digits100& x) { return x.str(40, std::ios_base::fixed); }},
    {"repr", 15, shortest_double},
    {"%.18e", 15, [](const Digits100& x) { return in_c("%.18e", x); }},
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
void expect_same_or_open(const std::optional<T>& found, const std::optional<T>& meant, bool may_be_open,
                         const char* what) {
  EXPECT_TRUE(found == meant || (!found && may_be_open)) << what;
}

void expect_within(double found, double within, double meant, const char* what) {
  if (std::isinf(meant) || std::isinf(found))
    EXPECT_EQ(found, meant) << what;
  else
    EXPECT_LE(std::abs(found - meant), within + 1e-10 * (1 + std::abs(meant))) << what;
}

void expect_bound(const std::optional<Bound>& found, const std::optional<Bound>& meant, bool may_be_open,
                  const char* what) {
  EXPECT_TRUE(found.has_value() == meant.has_value() || may_be_open) << what;
  if (found && meant) expect_within(found->value, found->within, meant->value, what);
}

// What holds of the numbers meant holds of those written, or is not known.
void expect_same(const Analysis& found, const Analysis& meant, int digits) {
  const bool few = digits < 13;
  EXPECT_TRUE(violated_laws(found).empty());
  EXPECT_TRUE(found.order == meant.order || (few && found.order < meant.order)) << *found.order;
  EXPECT_EQ(found.zero_stable, meant.zero_stable);
  expect_same_or_open(found.a_stable, meant.a_stable, few, "A-stable");
  expect_same_or_open(found.l_stable, meant.l_stable, few, "L-stable");
  expect_same_or_open(found.algebraically_stable, meant.algebraically_stable, few, "algebraically stable");
  expect_same_or_open(found.phase.dispersion, meant.phase.dispersion, digits < 30, "dispersion");
  expect_bound(found.ssp_coefficient, meant.ssp_coefficient, digits < 30, "SSP");
  expect_bound(found.error_constant, meant.error_constant, few, "error constant");
  EXPECT_TRUE(found.limit_known || few);
  if (!found.limit_known) return;
  EXPECT_EQ(found.stability_limit.has_value(), meant.stability_limit.has_value());
  const double within = found.intervals.empty() ? 0 : found.intervals.front().to_within;
  if (found.stability_limit && meant.stability_limit)
    expect_within(*found.stability_limit, within, *meant.stability_limit, "limit");
}

TEST(Notations, OfATableauDoNotChangeItsVerdicts) {
  for (const auto& method : methods()) {
    if (!method.tableau) continue;
    const auto data = method.tableau(Parameters(method.parameters, {}));
    if (data.stages > 4) continue;  // larger ones take seconds
    const auto meant = analysed(data, {});
    for (const auto& as : notations) {
      SCOPED_TRACE(std::string(method.info.name) + " in " + as.name);
      const TableauData read{data.stages, written(data.a, as), written(data.b, as), written(data.c, as)};
      expect_same(analysed(read, digits_from_text("")), meant, as.digits);
    }
  }
}

TEST(Notations, OfAMultistepFormulaDoNotChangeItsVerdicts) {
  for (const auto& method : methods()) {
    if (!method.multistep) continue;
    const auto data = method.multistep(Parameters(method.parameters, {}));
    if (data.steps() > 3) continue;
    const auto meant = analysed(data, {});
    for (const auto& as : notations) {
      SCOPED_TRACE(std::string(method.info.name) + " in " + as.name);
      const MultistepData read{written(data.alpha, as), written(data.beta, as)};
      expect_same(analysed(read, digits_from_text("")), meant, as.digits);
    }
  }
}

}  // namespace
}  // namespace plumb
