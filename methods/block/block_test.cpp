// The constructed coefficients are compared with exact coefficients and with theory; stability is computed by the
// stepper.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "contract/expression.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/block/block_coefficients.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/families.hpp"

namespace plumb {
namespace {

using Real = Digits50;

const nlohmann::json& exact_methods() {
  static const nlohmann::json all = nlohmann::json::parse(std::ifstream("methods/block/exact_coefficients.json"));
  return all;
}

Real exact(const nlohmann::json& decimal) { return Real(decimal.get<std::string>()); }

// The file has 25 digits of the exact expressions.
void expect_close(const Digits100& constructed, const nlohmann::json& decimal, const std::string& label) {
  EXPECT_LT(static_cast<double>(abs(Real(constructed) - exact(decimal))), 1e-23) << label;
}

TEST(BlockCoefficients, EqualTheExactOnes) {
  ASSERT_GE(exact_methods().size(), 20u);
  for (const auto& m : exact_methods()) {
    const int r = m["r"], k = m["pade"][0];
    const std::string nodes = m["nodes"], what = nodes + " r=" + std::to_string(r) + " k=" + std::to_string(k);
    const auto x = block_coefficients(nodes, r, k);
    for (int i = 0; i < r; ++i) {
      expect_close(x.c[i], m["c25"][static_cast<std::size_t>(i)], what + " c");
      expect_close(x.mu[i], m["mu25"][static_cast<std::size_t>(i)], what + " mu");
      for (int j = 0; j < r; ++j)
        expect_close(x.b(i, j), m["B25"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)], what + " B");
    }
  }
}

TEST(BlockCoefficients, HaveTheOrdersOfTheExactOnes) {
  for (const auto& m : exact_methods()) {
    const int r = m["r"], k = m["pade"][0];
    const auto report = order_report(block_tableau(m["nodes"].get<std::string>(), r, k));
    EXPECT_EQ(report.order, m["classical_order"].get<int>()) << m["nodes"] << " r=" << r << " k=" << k;
    EXPECT_EQ(report.stage_order, m["stage_order"].get<int>()) << m["nodes"] << " r=" << r << " k=" << k;
  }
}

// li2019, eq. (11) has the (2, 3) method on three equidistant nodes.
TEST(BlockCoefficients, EqualThePrintedOnesOfEquation11) {
  const auto x = block_coefficients("equidistant", 3, 2);
  const char* b[3][3] = {{"107/360", "-37/360", "1/40"}, {"17/45", "8/45", "-1/45"}, {"3/8", "3/8", "1/8"}};
  const char* d[3] = {"41/360", "2/15", "1/8"};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      EXPECT_LT(static_cast<double>(abs(Real(x.b(i, j)) - expression_value<Real>(b[i][j]))), 1e-45);
    EXPECT_LT(static_cast<double>(abs(Real(x.d[i]) - expression_value<Real>(d[i]))), 1e-45);
  }
}

// Theorem 1 of li2019 (Ehle): k = r is A-stable with |R(∞)| = 1; k = r − 1 and r − 2 are L-stable. Here the stepper is
// tested.
TEST(Block, IsStableAsItsPadePairSays) {
  const auto block = block_methods().front();
  for (const auto& [pade, infinity] : {std::pair{"l-stable", 0.}, {"a-stable", 1.}}) {
    const Parameters p(block.parameters, {{"r", "3"}, {"pade", pade}});
    const auto at_infinity = rho_infinity(block, p);
    ASSERT_TRUE(at_infinity.value) << at_infinity.failure;
    EXPECT_NEAR(static_cast<double>(*at_infinity.value), infinity, 1e-6) << pade;
    EXPECT_EQ(a_stable(block, p), true) << pade;
  }
}

std::vector<std::string> choices(const Method& method, std::string_view parameter) {
  const auto& all = std::ranges::find(method.parameters, parameter, &ParameterSpec::name)->choices;
  std::vector<std::string> out;
  std::istringstream in(all);
  for (std::string one; std::getline(in, one, '|');) out.push_back(one);
  return out;
}

double factorial(int n) { return std::tgamma(n + 1.); }

// The (k, j) Padé approximant has e^z − R(z) = (−1)^j j! k!/((j + k)! (j + k + 1)!) z^(j+k+1) + ... (Hairer & Wanner,
// theorem IV.3.11). This fails if a coefficient that should be 0 contains rounding errors of the construction.
TEST(Block, IsThePadeApproximantForAllNodesAndPairs) {
  const auto block = block_methods().front();
  for (const auto& nodes : choices(block, "nodes"))
    for (const auto& r : choices(block, "r"))
      for (int j = std::stoi(r), k = j - 2; k <= j; ++k) {
        const auto pade = std::to_string(k) + ":" + r;
        SCOPED_TRACE(nodes + " " + pade);
        const auto found = analyze(block, Parameters(block.parameters, {{"nodes", nodes}, {"r", r}, {"pade", pade}}));
        EXPECT_EQ(found.linear_order, k + j);
        EXPECT_GE(found.linear_order, found.order);
        ASSERT_TRUE(found.error_constant);
        const double constant = factorial(j) * factorial(k) / factorial(j + k) / factorial(j + k + 1);
        EXPECT_NEAR(found.error_constant->value / (j % 2 == 0 ? constant : -constant), 1, 1e-12);
        EXPECT_EQ(found.a_stable, true);
        EXPECT_EQ(found.l_stable, k < j);
        EXPECT_EQ(found.rho_infinity, k < j ? 0. : 1.);
      }
}

TEST(Block, RefusesPairsThatAreNotStable) {
  const auto block = block_methods().front();
  EXPECT_THROW(block.check(Parameters(block.parameters, {{"r", "4"}, {"pade", "1:4"}})), std::invalid_argument);
  EXPECT_THROW(block.check(Parameters(block.parameters, {{"r", "4"}, {"pade", "2:3"}})), std::invalid_argument);
  EXPECT_NO_THROW(block.check(Parameters(block.parameters, {{"r", "4"}, {"pade", "3:4"}})));
}

}  // namespace
}  // namespace plumb
