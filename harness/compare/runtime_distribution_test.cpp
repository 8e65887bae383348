#include "harness/compare/runtime_distribution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

// Two problems with two targets each. Costs of 1 and 10 for the first, and 100 for one target of the second. The other
// target is not reached.
const TargetCosts two_problems = {{1, 10}, {100, {}}};
const std::vector<double> budgets = {0.5, 1, 10, 99, 100, 1e6};

TEST(RuntimeDistribution, OfAnExampleByHand) {
  EXPECT_THAT(runtime_distribution(two_problems, budgets).share, ElementsAre(0, 0.25, 0.5, 0.5, 0.75, 0.75));
}

TEST(RuntimeDistribution, NeverFalls) {
  const auto found = runtime_distribution(two_problems, budgets);
  for (const auto* values : {&found.share, &found.low, &found.high}) EXPECT_TRUE(std::ranges::is_sorted(*values));
}

// Both draws are the first problem in a quarter of the resamples, and both are the second in another quarter. So the
// 95 % limits are the shares of a single problem.
TEST(RuntimeDistribution, HasTheBandOfTwoProblems) {
  const auto found = runtime_distribution(two_problems, budgets);
  EXPECT_THAT(found.low, ElementsAre(0, 0, 0, 0, 0.5, 0.5));
  EXPECT_THAT(found.high, ElementsAre(0, 0.5, 1, 1, 1, 1));
}

// With many problems, of which half are solved, the share is binomial: standard deviation sqrt(p (1 - p)/n).
TEST(RuntimeDistribution, HasTheBandOfABinomialShare) {
  TargetCosts costs;
  for (int i = 0; i < 400; ++i) costs.push_back({i % 2 == 0 ? std::optional(1.) : std::nullopt});
  const auto found = runtime_distribution(costs, std::vector<double>{2});
  const double half_width = 1.96 * std::sqrt(0.25 / 400);
  EXPECT_THAT(found.low[0], DoubleNear(0.5 - half_width, 0.01));
  EXPECT_THAT(found.high[0], DoubleNear(0.5 + half_width, 0.01));
}

TEST(RuntimeDistribution, IsReproducible) {
  const auto once = runtime_distribution(two_problems, budgets), twice = runtime_distribution(two_problems, budgets);
  EXPECT_EQ(once.low, twice.low);
  EXPECT_EQ(once.high, twice.high);
}

TEST(RuntimeDistribution, HasNoBandWithOneProblem) {
  const auto found = runtime_distribution({{1, 10}}, budgets);
  EXPECT_THAT(found.share, ElementsAre(0, 0.5, 1, 1, 1, 1));
  EXPECT_THAT(found.low, IsEmpty());
  EXPECT_THAT(found.high, IsEmpty());
  EXPECT_THAT(runtime_distribution({}, budgets).share, Each(0));
  EXPECT_THAT(runtime_distribution({{}, {1}}, budgets).low, IsEmpty()) << "a problem without targets is no problem";
}

// Problems with different numbers of targets count by their targets.
TEST(RuntimeDistribution, CountsPairs) {
  EXPECT_THAT(runtime_distribution({{1, 1, 1}, {std::nullopt}}, std::vector<double>{1}).share, ElementsAre(0.75));
}

TEST(RuntimeDistribution, HasTargetsAndCostsByDecades) {
  const auto targets = target_errors(1e-9);
  EXPECT_EQ(targets.size(), 41U);
  EXPECT_THAT(targets.front(), DoubleEq(0.1));
  EXPECT_THAT(targets.back(), DoubleNear(1e-9, 1e-22));
  const auto costs = cost_grid(30, 2000);
  EXPECT_THAT(costs.front(), DoubleNear(10, 1e-12));
  EXPECT_THAT(costs.back(), DoubleNear(1e4, 1e-8));
  EXPECT_EQ(costs.size(), 31U);
}

}  // namespace
}  // namespace plumb
