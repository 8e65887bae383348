#include "harness/compare/cost_at.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace plumb {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Returns a run with `steps` steps and this error. It costs one evaluation for each step.
Point run(double steps, double error, double uncertainty = 0) {
  return {.fineness = steps,
          .error = error,
          .uncertainty = uncertainty,
          .cost = steps,
          .evaluations = steps,
          .factorizations = 2 * steps};
}

/// Returns runs of a method of second order, with errors 1, 1/4, 1/16, ...
std::vector<Point> second_order(int count) {
  std::vector<Point> out;
  for (int k = 0; k < count; ++k) out.push_back(run(std::exp2(k), std::pow(4., -k)));
  return out;
}

TEST(CostAt, InterpolatesBetweenTwoRunsInLogarithms) {
  const auto cost = cost_at(second_order(6), 1. / 8);
  EXPECT_EQ(cost.reach, Reach::measured);
  EXPECT_NEAR(cost.cost, std::sqrt(8.), 1e-12);
  EXPECT_NEAR(cost.evaluations, std::sqrt(8.), 1e-12);
  EXPECT_NEAR(*cost.factorizations, 2 * std::sqrt(8.), 1e-12);
}

TEST(CostAt, IsTheRunsOwnWhereItHasTheAccuracy) { EXPECT_NEAR(cost_at(second_order(6), 1. / 16).cost, 4, 1e-12); }

TEST(CostAt, NeverExtrapolates) {
  const auto runs = second_order(4);  // errors 1 to 1/64
  EXPECT_EQ(cost_at(runs, 1. / 65).reach, Reach::unfinished);
  EXPECT_EQ(cost_at(runs, 2).reach, Reach::beyond);
  EXPECT_FALSE(cost_at(runs, 1. / 65).is_ranked());
  EXPECT_FALSE(cost_at(runs, 2).is_ranked());
  EXPECT_TRUE(cost_at(runs, 2).is_unknown());
  EXPECT_NEAR(cost_at(runs, 1. / 65).least_error, 1. / 64, 1e-15);
}

TEST(CostAt, IsOfTheLargestWorkingStepWhereCoarserRunsFail) {
  auto runs = second_order(5);
  runs[0].error = runs[1].error = infinite;
  runs[2].error = 1e-5;
  const auto cost = cost_at(runs, 1e-3);
  EXPECT_EQ(cost.reach, Reach::not_reached) << "the next finer run is worse, so that it was luck";
  runs[3].error = 1e-6;
  runs[4].error = 1e-7;
  const auto kept = cost_at(runs, 1e-3);
  EXPECT_EQ(kept.reach, Reach::at_limit);
  EXPECT_EQ(kept.cost, 4);
  EXPECT_EQ(kept.low, 2) << "the largest step that works lies between those that were tried";
}

TEST(CostAt, KnowsFailuresAndMethodsThatAreNotFit) {
  EXPECT_EQ(cost_at({}, 1e-3).reach, Reach::not_fit);
  auto runs = std::vector{run(1, infinite), run(2, infinite)};
  EXPECT_EQ(cost_at(runs, 1e-3).reach, Reach::unmeasured) << "they ended ok";
  for (auto& one : runs) one.status = Status::non_finite;
  EXPECT_EQ(cost_at(runs, 1e-3).reach, Reach::failed);
}

TEST(CostAt, BoundsWhatIsNotBetweenTwoRuns) {
  const auto runs = second_order(4);  // with costs of 1 to 8
  const auto beyond = cost_at(runs, 2), unfinished = cost_at(runs, 1. / 65);
  EXPECT_EQ(beyond.high, 1) << "its first run is as accurate already";
  EXPECT_EQ(beyond.low, 0);
  EXPECT_EQ(unfinished.low, 8) << "its errors still fall at the finest run, which costs that";
  EXPECT_EQ(unfinished.high, infinite);
  auto stalled = runs;
  stalled.push_back(run(16, 1. / 60));
  EXPECT_EQ(cost_at(stalled, 1. / 65).reach, Reach::not_reached) << "finer runs are no more accurate";
  EXPECT_EQ(cost_at(stalled, 1. / 65).low, infinite);
}

TEST(CostAt, IsNotFitWhereNoRunWasSupported) {
  auto runs = std::vector{run(1, infinite)};
  runs[0].status = Status::unsupported;
  EXPECT_EQ(cost_at(runs, 1e-3).reach, Reach::not_fit);
}

// The error of the first run is useless for the slope. The lower bound of the cost must follow from the slope of the
// finer runs.
TEST(CostAt, HasTheRangeThatABendLeaves) {
  const std::vector<Point> runs = {run(1, 1e6), run(2, 1e-1), run(4, 1e-4), run(8, 1e-5), run(16, 1e-6)};
  const auto bent = cost_at(runs, 3e-4);
  EXPECT_LT(bent.low, 0.99 * bent.cost);
  EXPECT_GE(bent.low, 2);
  EXPECT_LE(bent.high, 4);
  const auto straight = cost_at(second_order(6), 1. / 8);
  EXPECT_NEAR(straight.low, straight.high, 1e-9) << "no bend, no range";
}

TEST(CostAt, LeastOfSeveralIsKnownWhereNoOtherMayLieBelow) {
  const CostAt cheap{.reach = Reach::measured, .cost = 2, .low = 2, .high = 2};
  const CostAt dear{.reach = Reach::measured, .cost = 5, .low = 5, .high = 5};
  const CostAt beyond{.reach = Reach::beyond, .cost = 3, .low = 0, .high = 3};
  const CostAt not_fit;
  EXPECT_EQ(least_of(std::vector{dear, cheap, not_fit}).cost, 2);
  EXPECT_TRUE(least_of(std::vector{dear, cheap, not_fit}).is_ranked());
  const auto open = least_of(std::vector{cheap, beyond});
  EXPECT_FALSE(open.is_ranked()) << "coarser runs of the second were not made";
  EXPECT_EQ(open.high, 2) << "no more than that it is";
  EXPECT_EQ(compared(open, dear), Order::cheaper);
  EXPECT_EQ(least_of(std::vector{not_fit}).reach, Reach::not_fit);
}

TEST(CostAt, IsLimitedByWhatIsNotKnownOfTheErrors) {
  EXPECT_EQ(cost_at(std::vector{run(1, 1e-2), run(2, 1e-9, 1e-9)}, 1e-9).reach, Reach::limited);
  EXPECT_EQ(cost_at(std::vector{run(1, 1e-2), run(2, 2e-9, 1e-9)}, 1e-9).reach, Reach::limited);
  EXPECT_EQ(cost_at(std::vector{run(1, 1e-2), run(2, 1e-9, 1e-12)}, 1e-9).reach, Reach::measured);
}

TEST(CostAt, IsNotRankedWithoutCounters) {
  auto runs = second_order(4);
  for (auto& one : runs) one.cost.reset();
  EXPECT_EQ(cost_at(runs, 1. / 8).reach, Reach::not_counted);
}

TEST(CostAt, TiesWhereRangesOverlap) {
  const auto sure = cost_at(second_order(6), 1. / 8);
  auto close = second_order(6);
  for (auto& one : close) one.cost = 1.001 * *one.cost;
  EXPECT_EQ(compared(sure, cost_at(close, 1. / 8)), Order::cheaper) << "counts have no noise";
  for (auto& one : close) one.uncertainty = 0.01 * one.error;
  EXPECT_EQ(compared(sure, cost_at(close, 1. / 8)), Order::tie) << "errors have";
  EXPECT_EQ(compared(sure, sure), Order::tie);
}

}  // namespace
}  // namespace plumb
