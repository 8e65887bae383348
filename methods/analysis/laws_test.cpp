// No analysis violates a law: for the catalogue with its choices of parameters, for coefficients printed with few and
// many digits, and for coefficients at the edge of a verdict.

#include "methods/analysis/laws.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <sstream>

#include "contract/expression.hpp"
#include "methods/catalogue.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& w : words) out += w + "; ";
  return out;
}

Analysis of_tableau(const TableauData& data, const char* digits = "") {
  const auto rule = digits_from_text(digits);
  const auto method = runge_kutta_method({.name = "m", .title = "", .source = ""}, data, rule);
  return analyze(method, Parameters(method.parameters, {}), {.omegas = {0.1, 1, 10}, .digits = rule});
}

/// Returns the defaults of a method, and each of its choices combined with the other defaults.
std::vector<Parameters> variants_of(const Method& method) {
  std::vector<Parameters> out = {Parameters(method.parameters, {})};
  for (const auto& spec : method.parameters) {
    std::istringstream choices(spec.choices);
    for (std::string choice; std::getline(choices, choice, '|');) {
      const Parameters p(method.parameters, {{spec.name, choice}});
      try {
        if (method.check) method.check(p);
        out.push_back(p);
      } catch (const std::invalid_argument&) {  // the combination with the other defaults is not allowed
      }
    }
  }
  return out;
}

TEST(Laws, HoldForTheCatalogue) {
  std::size_t looked_at = 0;
  for (const auto& method : methods()) {
    if (!method.tableau && !method.multistep) continue;
    for (const auto& p : variants_of(method))
      for (const double damping : {0., 1.}) {
        const auto found = analyze(method, p, {.omegas = {0.1, 1}, .damping_ratio = damping});
        EXPECT_EQ(joined(violated_laws(found)), "") << method.info.name;
        EXPECT_TRUE(found.a_stable && found.l_stable && found.limit_known) << method.info.name << ": " << found.reason;
        ++looked_at;
      }
  }
  EXPECT_GT(looked_at, 60U);
}

// Methods without a known formula are analysed from their steps only.
TEST(Laws, HoldForMethodsThatAreStepsAlone) {
  std::size_t looked_at = 0;
  for (const auto& method : methods()) {
    if (method.tableau || method.multistep || !method.info.fixed_step) continue;
    for (const auto& p : variants_of(method)) {
      SCOPED_TRACE(method.info.name);
      EXPECT_EQ(joined(violated_laws(analyze(method, p, {.omegas = {0.1, 1}}))), "");
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 30U);
}

std::string printed(const std::string& coefficient, const char* format) {
  const auto value = static_cast<double>(expression_value<quad>(coefficient));
  char out[64];
  std::snprintf(out, sizeof out, format, value);
  return out;
}

TableauData printed(TableauData data, const char* format) {
  for (auto* list : {&data.a, &data.b, &data.c})
    for (auto& x : *list)
      if (x != "0" && x != "1") x = printed(x, format);
  return data;
}

TEST(Laws, HoldForCoefficientsPrintedToAnyDigits) {
  for (const char* name : {"erk4", "dopri5", "gauss", "radau-iia", "lobatto-iiic", "esdirk324l2sa", "block"}) {
    const auto& method = catalogued_method(name);
    const auto exact = method.tableau(Parameters(method.parameters, {}));
    const int order = order_report(exact).order;
    for (const char* format : {"%.2e", "%.5e", "%.8e", "%.11e", "%.14e", "%.15e", "%.16e", "%.17e", "%.18e"}) {
      SCOPED_TRACE(std::string(name) + " " + format);
      const auto found = of_tableau(printed(exact, format));
      EXPECT_EQ(joined(violated_laws(found)), "");
      if (found.a_stable && found.open > 0) {  // short decimals are exact, and so define another method
        EXPECT_EQ(found.a_stable, coupling(exact) != StageCoupling::explicit_);
      }
      if (format == std::string("%.18e") || format == std::string("%.16e")) {
        EXPECT_EQ(found.order, order);
      }
    }
  }
}

// Verdicts that the digits leave undecided are null; exact numbers decide all of them.
TEST(Laws, TheEdgeOfAStabilityIsKnownWithExactCoefficientsOnly) {
  const TableauData midpoints{
      2, {"0.2499999", "0", "0.5000002", "0.2499999"}, {"0.5", "0.5"}, {"0.2499999", "0.7500001"}},
      written{2, {"0.2499999", "0", "1 - 2*0.2499999", "0.2499999"}, {"0.5", "0.5"}, {"0.2499999", "1 - 0.2499999"}},
      theta{2, {"0", "0", "1 - 0.4999999", "0.4999999"}, {"1 - 0.4999999", "0.4999999"}, {"0", "1"}};
  for (const auto& data : {midpoints, written, theta}) {
    const auto open = of_tableau(data), exact = of_tableau(data, "exact");
    EXPECT_EQ(open.a_stable, std::nullopt);
    EXPECT_NE(open.l_stable, true);
    EXPECT_NE(open.algebraically_stable, true);
    EXPECT_FALSE(open.limit_known);
    EXPECT_FALSE(open.real_axis);
    EXPECT_NE(open.reason, "");
    EXPECT_EQ(exact.a_stable, false);
    EXPECT_EQ(exact.algebraically_stable, false);
    EXPECT_GT(exact.rho_infinity, 1);
    EXPECT_TRUE(exact.real_axis && exact.real_axis->limit());
    for (const auto& found : {open, exact}) EXPECT_EQ(joined(violated_laws(found)), "");
  }
}

// This fails if the decimals of doubles count as correct in all written digits.
TEST(Laws, DoublesWrittenOutAreDoubles) {
  const std::vector<std::string> third = {"3.333333333333333148e-01"}, decimals = {"0.3333333333333333333"},
                                 fraction = {"0.33333333333333331", "103846723/311540169"};
  EXPECT_EQ(decided(digits_from_text(""), {&third}).rule, Digits::Rule::as_double);
  EXPECT_EQ(decided(digits_from_text(""), {&decimals}).rule, Digits::Rule::table);
  EXPECT_GT(known(fraction[1], decided(digits_from_text(""), {&fraction})).within, 4e-17);
  EXPECT_LT(known(fraction[1], digits_from_text("exact")).within, 1e-90);
}

// Euler's method with 1, ..., K steps, extrapolated. Every stage occurs twice with the weights 1/2 ± 1e6, so large
// parts cancel in every sum.
TableauData cancelling(int most) {
  TableauData out{.stages = most * (most + 1)};
  const auto n = static_cast<std::size_t>(out.stages);
  out.a.assign(n * n, "0");
  const auto half = [](std::size_t copy) { return std::string(copy == 0 ? "(1/2+1000000)" : "(1/2-1000000)"); };
  std::size_t first = 0;
  for (int j = 1; j <= most; ++j) {
    const auto h = "1/" + std::to_string(j) + "*";
    std::string weight = h;
    for (int i = 1; i <= most; ++i)
      if (i != j) weight += std::to_string(j) + "/(" + std::to_string(j - i) + ")*";
    for (std::size_t s = 0; s < static_cast<std::size_t>(j); ++s)
      for (std::size_t copy = 0; copy < 2; ++copy) {
        for (std::size_t r = 0; r < 2 * s; ++r) out.a[(first + 2 * s + copy) * n + first + r] = h + half(r % 2);
        out.b.push_back(weight + half(copy));
        out.c.push_back(std::to_string(s) + "/" + std::to_string(j));
      }
    first += 2 * static_cast<std::size_t>(j);
  }
  return out;
}

// R of s steps of order s begins with the first s + 1 terms of e^z; its further terms are less accurate.
TEST(Laws, ExplicitMethodsWhoseStagesCancelHaveTheIntervalsOfTheirPolynomials) {
  const auto found = stability_by_formula(cancelling(7));
  const auto plain = [] {
    TableauData once{.stages = 28};
    once.a.assign(28 * 28, "0");
    std::size_t first = 0;
    for (int j = 1; j <= 7; ++j) {
      std::string weight = "1/" + std::to_string(j);
      for (int i = 1; i <= 7; ++i)
        if (i != j) weight += "*" + std::to_string(j) + "/(" + std::to_string(j - i) + ")";
      for (std::size_t s = 0; s < static_cast<std::size_t>(j); ++s) {
        for (std::size_t r = 0; r < s; ++r) once.a[(first + s) * 28 + first + r] = "1/" + std::to_string(j);
        once.b.push_back(weight);
        once.c.push_back("0");
      }
      first += static_cast<std::size_t>(j);
    }
    return stability_by_formula(once);
  }();
  EXPECT_EQ(found.linear_order, 7);
  EXPECT_EQ(found.a_stable, false);
  ASSERT_EQ(found.real_axis.list.size(), plain.real_axis.list.size());
  for (std::size_t i = 0; i < plain.real_axis.list.size(); ++i) {
    EXPECT_NEAR(found.real_axis.list[i].to, plain.real_axis.list[i].to, 1e-11);
    EXPECT_TRUE(std::isfinite(found.real_axis.list[i].to));
  }
  EXPECT_GT(found.radius()({-1e4, 0}), 1e20);
}

// Entries of 1e150 that cancel leave no correct digit of 1/2, so no result of the analysis may be reported.
TEST(Laws, NothingIsKnownOfCoefficientsThatRoundingLeavesNothingOf) {
  const TableauData huge{
      4,
      {"0", "0", "0", "0", "1/2", "0", "0", "0", "1/2+1e150", "-1e150", "0", "0", "1/2-1e150", "1e150", "0", "0"},
      {"0", "0", "1/2", "1/2"},
      {"0", "1/2", "1/2", "1/2"}};
  const auto found = of_tableau(huge);
  EXPECT_EQ(joined(violated_laws(found)), "");
  EXPECT_LE(found.order.value_or(0), 1);
  EXPECT_LE(found.linear_order.value_or(0), 1);
  EXPECT_FALSE(found.error_constant);
  EXPECT_NE(found.a_stable, true);
  EXPECT_FALSE(found.real_axis && found.real_axis->everywhere());
}

// With damping some explicit methods cannot take a step at all. Without damping they are proven not to be A-stable.
TEST(Laws, DampingThatIsAskedForHidesNoVerdict) {
  for (const char* name : {"stormer-verlet", "cd", "ab4"}) {
    const auto& method = catalogued_method(name);
    const auto found = analyze(method, Parameters(method.parameters, {}), {.omegas = {0.1}, .damping_ratio = 1});
    EXPECT_EQ(found.a_stable, false) << name;
    EXPECT_EQ(found.l_stable, false) << name;
    EXPECT_EQ(found.zero_stable, true) << name;
    EXPECT_TRUE(found.rho_infinity && std::isinf(*found.rho_infinity)) << name;
    EXPECT_EQ(joined(violated_laws(found)), "") << name;
  }
}

Analysis possible() {
  Analysis a{.method = "m", .order = 2, .conditions = OrderReport{}, .linear_order = 2};
  a.error_constant = Bound{0.1, 0};
  a.a_stable = a.l_stable = a.algebraically_stable = true;
  a.rho_infinity = 0;
  a.limit_known = true;
  a.intervals = {{0, std::numeric_limits<double>::infinity()}};
  a.real_axis = StableIntervals{.list = a.intervals};
  a.formula_distance = 1e-30;
  return a;
}

// Changes a possible analysis by hand so that it violates each law, alone or with its consequences.
TEST(Laws, FindWhatIsImpossible) {
  EXPECT_EQ(joined(violated_laws(possible())), "");
  const auto broken = [](auto change, const std::string& words) {
    auto a = possible();
    change(a);
    EXPECT_NE(joined(violated_laws(a)).find(words), std::string::npos) << words << " in " << joined(violated_laws(a));
    drop_contradictions(a);
    EXPECT_EQ(joined(violated_laws(a)), "") << words;
    EXPECT_NE(a.reason, "");
  };
  broken([](auto& a) { a.a_stable = a.l_stable = false; }, "algebraically stable, but");
  broken([](auto& a) { a.a_stable = a.algebraically_stable = false; }, "L-stable, but");
  broken([](auto& a) { a.rho_infinity = 1.0000032; }, "rho > 1 at infinity");
  broken([](auto& a) { a.stability_limit = 2; }, "with a stability limit");
  broken([](auto& a) { a.real_axis->list.front().to = 7; }, "negative real axis");
  const double infinite = std::numeric_limits<double>::infinity();
  broken([&](auto& a) { a.rho_infinity = infinite; }, "rho unbounded at infinity, but A-stable");
  const auto explicit_one = [&](auto& a) {
    a.rho_infinity = infinite;
    a.a_stable = a.l_stable = a.algebraically_stable = false;
  };
  broken(explicit_one, "unbounded at infinity, but an interval");
  broken([&](auto& a) { explicit_one(a), a.intervals = {{0, 2}}; }, "but the real stability interval is unbounded");
  broken([](auto& a) { a.intervals.insert(a.intervals.begin(), {0.5, 0.5 + 1e-13}); }, "of length 0");
  broken([](auto& a) { a.linear_order = 0; }, "is lower than the order");
  broken([](auto& a) { a.linear_order = {}; }, "but no order on the test equation");
  broken([](auto& a) { a.formula_distance = 0.042; }, "formula and stepper disagree");
}

}  // namespace
}  // namespace plumb
