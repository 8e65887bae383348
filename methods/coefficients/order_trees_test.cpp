#include "methods/coefficients/order_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "contract/expression.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#if __has_include("methods/explicit-rk/dop853.hpp")
#include "methods/explicit-rk/dop853.hpp"
#define PLUMB_HAS_DOP853
#endif

namespace plumb {
namespace {

TEST(RootedTrees, AreAsManyAsCayleyCounted) {
  std::map<int, int> count;
  for (const auto& tree : rooted_trees()) ++count[tree.order];
  EXPECT_EQ(count, (std::map<int, int>{{1, 1}, {2, 1}, {3, 2}, {4, 4}, {5, 9}, {6, 20}, {7, 48}, {8, 115}}));
}

// n!/(γσ) = α(τ) counts the monotonic labellings; their sum over the trees of n nodes is (n−1)!.
TEST(RootedTrees, HaveMonotonicLabellingsThatAddUpToAFactorial) {
  std::map<int, std::int64_t> sum;
  std::array<std::int64_t, 9> factorial{1};
  for (std::size_t n = 1; n < 9; ++n) factorial[n] = factorial[n - 1] * static_cast<std::int64_t>(n);
  for (const auto& tree : rooted_trees()) {
    const auto n = factorial[static_cast<std::size_t>(tree.order)];
    EXPECT_EQ(n % (tree.gamma * tree.sigma), 0);
    sum[tree.order] += n / (tree.gamma * tree.sigma);
  }
  for (const auto& [order, labellings] : sum) EXPECT_EQ(labellings, factorial[static_cast<std::size_t>(order) - 1]);
}

template <int n>
void expect_claimed_order(const Tableau<n>& tableau) {
  const auto report = order_report(tableau_data(tableau));
  EXPECT_EQ(report.order, tableau.info.order) << tableau.info.name;
  EXPECT_EQ(report.stage_order, 1) << tableau.info.name;
  EXPECT_LT(report.row_sum_defect, 1e-27) << tableau.info.name;
}

TEST(OrderConditions, GiveTheOrdersThatTheTableausClaim) {
  expect_claimed_order(kutta3);
  expect_claimed_order(heun3);
  expect_claimed_order(erk4);
  expect_claimed_order(dopri5);
#ifdef PLUMB_HAS_DOP853
  expect_claimed_order(dop853);
#endif
}

// Of the nine trees of order 5 the tall tree has the largest defect: its Φ is 0 for four explicit stages, so the defect
// is 1/120.
TEST(OrderConditions, GiveTheErrorCoefficientsOfTheClassicalMethod) {
  const auto report = order_report(tableau_data(erk4));
  EXPECT_DOUBLE_EQ(report.residual[5], 1. / 120);
  for (std::size_t p = 1; p <= 4; ++p) EXPECT_LT(report.residual[p], 1e-45);
}

// These are the principal error norms that Dormand & Prince give for their 5(4) pair, to the printed digits.
TEST(OrderConditions, GiveThePrincipalErrorNormOfDormandAndPrince) {
  EXPECT_NEAR(order_report(tableau_data(dopri5)).norm[6], 3.99e-4, 5e-7);
}

TEST(OrderConditions, LoseTheOrderWhenOneCoefficientIsWrong) {
  const auto correct = precise(tableau_data(dopri5));
  for (std::size_t i = 0; i < correct.b.size(); ++i) {
    auto wrong = correct;
    wrong.b[i] += Digits50("1e-20");
    EXPECT_LT(order_report(wrong).order, 5) << i;
  }
  auto wrong = correct;
  auto& a53 = wrong.a[wrong.b.size() * 5 + 3];
  a53 += Digits50("1e-20");
  wrong.a[wrong.b.size() * 5 + 4] -= Digits50("1e-20");
  EXPECT_LT(order_report(wrong).order, 5);
  a53 += 1;
  EXPECT_EQ(order_report(wrong).order, 0) << "rows that do not add up to c";
}

TEST(OrderConditions, GrantRoundedDecimalsTheirLastDigitOnly) {
  auto data = tableau_data(erk4);
  data.b[1] = data.b[2] = "0.333333333333333333333333333333";
  EXPECT_EQ(order_report(data).order, 4);
  data.b[2] = "0.333333333333333333333333332333";
  EXPECT_EQ(order_report(data).order, 0);
  data.b[2] = "0.3333";
  EXPECT_EQ(order_report(data).order, 0) << "a short decimal means what it says";
}

// This fails if the rounding of printed digits counts as a defect, or if a larger defect than this rounding is
// accepted.
TEST(OrderConditions, AreJudgedByTheDigitsThatAreGiven) {
  auto data = tableau_data(erk4);
  const auto with = [&data](const char* third, const char* sixth, const char* digits) {
    data.b = {sixth, third, third, sixth};
    return order_report(data, digits_from_text(digits)).order;
  };
  for (const char* digits : {"", "printed", "double", "6"})
    EXPECT_EQ(with("0.333333", "0.166667", digits), 4) << digits;
  EXPECT_EQ(with("0.3333333333333333", "0.16666666666666666", ""), 4);
  EXPECT_EQ(with("0.3333333333333333", "0.16666666666666666", "double"), 4);
  EXPECT_EQ(with("0.333333", "0.166667", "exact"), 2) << "symmetric weights of sum 1";
  EXPECT_EQ(with("0.333343", "0.166657", ""), 2);
  EXPECT_EQ(with("0.333343", "0.166657", "4"), 4);
  EXPECT_EQ(with("0.3334", "0.1666", ""), 4) << "a table of four digits";
  EXPECT_EQ(with("0.3334", "0.1666", "printed"), 2) << "short decimals are exact";
  EXPECT_EQ(with("3334/10000", "1666/10000", ""), 2) << "fractions are exact";
}

// No choice of the uncertain digits may exceed the bound.
TEST(OrderConditions, AreBoundedByWhatTheDigitsLeave) {
  auto data = tableau_data(dopri5);
  for (auto& x : data.a)
    if (x != "0") x = expression_value<Digits50>(x).str(7, std::ios_base::fixed);
  data.c.clear();
  const auto n = static_cast<std::size_t>(data.stages);
  for (std::size_t i = 0; i < n; ++i) {
    std::string sum = "0";
    for (std::size_t j = 0; j < n; ++j) sum += " + (" + data.a[i * n + j] + ")";
    data.c.push_back(sum);
  }
  const auto report = order_report(data, digits_from_text("printed"));
  EXPECT_EQ(report.order, 5);
  for (std::size_t p = 2; p <= 5; ++p) {
    EXPECT_GT(report.residual[p], 1e-12) << p;
    EXPECT_LT(report.tolerance[p], 1e-5) << p;
  }
}

#ifdef PLUMB_HAS_DOP853
TEST(OrderConditions, SeeAWrongDigitFarBehindDoublePrecision) {
  const auto correct = precise(tableau_data(dop853));
  EXPECT_LT(std::ranges::max(order_report(correct).tolerance), 1e-24);
  for (std::size_t i = 5; i < correct.b.size(); ++i) {
    auto wrong = correct;
    wrong.b[i] *= 1 + Digits50("1e-22");
    EXPECT_LT(order_report(wrong).order, 8) << i;
  }
}
#endif

TEST(OrderConditions, HoldForImplicitMethods) {
  const TableauData midpoint{1, {"1/2"}, {"1"}, {"1/2"}};
  const TableauData radau{2, {"5/12", "-1/12", "3/4", "1/4"}, {"3/4", "1/4"}, {"1/3", "1"}};
  EXPECT_EQ(order_report(midpoint).order, 2);
  EXPECT_EQ(order_report(midpoint).stage_order, 1);
  EXPECT_EQ(order_report(radau).order, 3);
  EXPECT_EQ(order_report(radau).stage_order, 2);
}

TEST(OrderConditions, RefuseDataThatIsNone) {
  EXPECT_THROW(precise({1, {"x"}, {"1"}, {"0"}}), std::invalid_argument);
  EXPECT_THROW(precise({1, {"1/0"}, {"1"}, {"0"}}), std::invalid_argument);
  EXPECT_THROW(precise({2, {"0"}, {"1"}, {"0"}}), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
