// The constructed tableaus are compared with independently computed coefficients, with their order conditions, and with
// the stability functions that follow from the tableaus.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "contract/expression.hpp"
#include "methods/analysis/polynomial.hpp"
#include "methods/catalogue.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/dirk/dirk_method.hpp"
#include "methods/esdirk/tableaus.hpp"

namespace plumb {
namespace {

using Complex50 = ComplexOf<Digits50>;

TableauData tableau(const Method& method, const std::map<std::string, std::string>& overrides = {}) {
  return method.tableau(Parameters(method.parameters, overrides));
}

std::string fraction(int k, int n) { return std::to_string(k) + "/" + std::to_string(n); }

std::vector<const Method*> tunable() {
  std::vector<const Method*> out;
  for (const auto* name : {"bathe", "msstc3", "msstc4", "msstc5", "mssth3", "mssth4", "mssth5"})
    out.push_back(&catalogued_method(name));
  return out;
}

// Calls visit(method, rho, tableau) for ρ = 0, 1/n, …, 1, with both choices of free abscissae.
template <class Visit>
void for_every_rho(int n, Visit visit) {
  for (const auto* method : tunable())
    for (int k = 0; k <= n; ++k) {
      const auto rho = fraction(k, n);
      SCOPED_TRACE(std::string(method->info.name) + " rho=" + rho);
      const bool has_choice = method->info.name == "mssth4" || method->info.name == "mssth5";
      visit(*method, rho, tableau(*method, {{"rho", rho}}));
      if (has_choice) visit(*method, rho, tableau(*method, {{"rho", rho}, {"free", "minimal"}}));
    }
}

// R(z) of a stiffly accurate method with an explicit first stage.
Digits50 stability_function(const PreciseTableau& t, const Digits50& y) {  // |R(iy)|
  const Complex50 one{1, 0};
  const auto times_z = [&y](const Digits50& a) { return Complex50{0, y * a}; };
  std::vector<Complex50> stages;
  const auto n = static_cast<std::size_t>(t.stages);
  for (std::size_t i = 0; i < n; ++i) {
    auto sum = one;
    for (std::size_t j = 0; j < i; ++j) sum = sum + times_z(t.a[i * n + j]) * stages[j];
    stages.push_back(sum / (one - times_z(t.a[i * n + i])));
  }
  return modulus(stages.back());
}

// R(∞) follows from a_i1 + Σ_{1<j<=i} a_ij Y_j = 0.
Digits50 at_infinity(const PreciseTableau& t) {
  const auto n = static_cast<std::size_t>(t.stages);
  std::vector<Digits50> stages = {1};
  for (std::size_t i = 1; i < n; ++i) {
    Digits50 sum = 0;
    for (std::size_t j = 0; j < i; ++j) sum += t.a[i * n + j] * stages[j];
    stages.push_back(-sum / t.a[i * n + i]);
  }
  return stages.back();
}

// The largest |R(iy)| − 1 for y from 1e-3 to 1e5.
double excess(const PreciseTableau& t) {
  Digits50 largest = 0;
  for (int k = 0; k <= 64; ++k)
    largest = std::max(largest, stability_function(t, pow(Digits50(10), Digits50(k) / 8 - 3)));
  return static_cast<double>(largest - 1);
}

const Digits50 forty_digits("1e-38");

TEST(Esdirk, EqualsTheCheckedCoefficients) {
  const auto file = nlohmann::json::parse(std::ifstream("methods/esdirk/exact_coefficients.json"));
  ASSERT_EQ(file["methods"].size(), 77u);
  for (const auto& m : file["methods"]) {
    const auto t = precise(tableau(catalogued_method(m["method"].get<std::string>()), {{"rho", m["rho"]}}));
    const auto expect_same = [&](const Digits50& x, const char* key) {
      const Digits50 checked(m[key].get<std::string>());
      EXPECT_LT(abs(x - checked), forty_digits * std::max(Digits50(1), Digits50(abs(checked))))
          << m["method"] << m["rho"] << key;
    };
    expect_same(t.b.back(), "gamma");
    expect_same(t.b[0], "b1");
    expect_same(t.b[1], "b2");
  }
}

TEST(Esdirk, HasItsOrderAndStageOrderTwoForEveryRho) {
  for_every_rho(24, [](const Method& method, const std::string&, const TableauData& data) {
    const auto report = order_report(data);
    EXPECT_EQ(report.order, method.info.order);
    EXPECT_GE(report.stage_order, 2);
    EXPECT_EQ(data.c.back(), "1");
  });
}

TEST(Esdirk, HasTheRadiusThatRhoSays) {
  const std::map<std::string_view, int> sign = {{"bathe", 1},  {"msstc3", -1}, {"msstc4", 1}, {"msstc5", -1},
                                                {"mssth3", 1}, {"mssth4", 1},  {"mssth5", -1}};
  for_every_rho(24, [&](const Method& method, const std::string& rho, const TableauData& data) {
    const Digits50 expected = sign.at(method.info.name) * expression_value<Digits50>(rho);
    EXPECT_LT(abs(at_infinity(precise(data)) - expected), Digits50("1e-40"));
  });
}

TEST(Esdirk, IsAStableForEveryRho) {
  for_every_rho(
      100, [](const Method&, const std::string&, const TableauData& data) { EXPECT_LE(excess(precise(data)), 1e-25); });
}

TEST(Esdirk, BathesSecondEndIsTheTrapezoidalRuleTwice) {
  const auto t = precise(tableau(catalogued_method("bathe"), {{"rho", "1"}}));
  EXPECT_LT(abs(t.b[0] - Digits50(1) / 4), forty_digits);
  EXPECT_LT(abs(t.b[1] - Digits50(1) / 2), forty_digits);
}

TEST(Esdirk, OfKennedyAndCarpenterIsLStable) {
  for (const auto& [name, digits] :
       {std::pair{"esdirk324l2sa", 1e-45}, {"esdirk325l2sa", 1e-45}, {"esdirk436l2sa2", 1e-22}}) {
    const auto t = precise(tableau(catalogued_method(name)));
    EXPECT_LT(static_cast<double>(abs(at_infinity(t))), digits) << name;
    EXPECT_LE(excess(t), 1e-23) << name;
    const auto report = order_report(t);
    EXPECT_EQ(report.order, catalogued_method(name).info.order) << name;
    EXPECT_EQ(report.stage_order, 2) << name;
  }
}

// The misprinted column of table 7 has order 3 all the same, but is unstable, and does not have the radius ρ, except
// that at ρ = 1 both 1/3 and the printed 1/6 are roots of the equation.
TEST(Esdirk, TheMisprintedGammaIsNotAStable) {
  for (int k = 0; k <= 10; ++k) {
    const auto rho = fraction(k, 10);
    const auto t = precise(tableau(catalogued_method("mssth3"), {{"rho", rho}, {"gamma", "printed"}}));
    EXPECT_EQ(order_report(t).order, 3) << rho;
    EXPECT_GT(excess(t), 1e-3) << rho;
    EXPECT_GE(abs(at_infinity(t)), Digits50("0.999")) << rho;
  }
}

TEST(Esdirk, RefusesWhatIsNotPrintedAndPoles) {
  const auto check = [](std::string_view name, const std::map<std::string, std::string>& overrides) {
    catalogued_method(name).check(Parameters(catalogued_method(name).parameters, overrides));
  };
  EXPECT_NO_THROW(check("mssth3", {{"rho", "3/5"}, {"gamma", "printed"}}));
  EXPECT_THROW(check("mssth3", {{"rho", "0.55"}, {"gamma", "printed"}}), std::invalid_argument);
  EXPECT_THROW(check("mssth4", {{"rho", "0.667"}}), std::invalid_argument);
  EXPECT_NO_THROW(check("mssth4", {{"rho", "0.667"}, {"free", "minimal"}}));
  EXPECT_THROW(check("mssth5", {{"rho", "0.556"}}), std::invalid_argument);
  for (int k = 0; k <= 10; ++k) EXPECT_NO_THROW(check("mssth5", {{"rho", fraction(k, 10)}}));
}

TEST(Esdirk, OneWrongCoefficientIsSeen) {
  for (const auto* method : tunable()) {
    const auto sound = tableau(*method);
    for (const std::size_t position : {static_cast<std::size_t>(sound.stages) + 1, sound.a.size() - 2}) {
      auto broken = sound;
      broken.a[position] += "+1/1000000";
      if (position == sound.a.size() - 2) broken.b[broken.b.size() - 2] = broken.a[position];
      EXPECT_LT(order_report(broken).order, method->info.order) << method->info.name << " " << position;
    }
  }
}

}  // namespace
}  // namespace plumb
