#include "harness/compare/ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace plumb {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// Costs of three solvers for four tasks. The first solver is the cheapest for three tasks, and fails for the last.
const CostTable by_hand = {{1, 1, 1, {}}, {2, 3, 2, 4}, {4, 2, 5, 1}};

TEST(Profile, OfAnExampleByHand) {
  EXPECT_THAT(profile(by_hand, 1), ElementsAre(0.75, 0, 0.25));
  EXPECT_THAT(profile(by_hand, 2), ElementsAre(0.75, 0.5, 0.5));
  EXPECT_THAT(profile(by_hand, 3), ElementsAre(0.75, 0.75, 0.5));
  EXPECT_THAT(profile(by_hand, 5), ElementsAre(0.75, 1, 1)) << "who fails never comes to 1";
}

TEST(Profile, ChangesWhenTheBestIsLeftOut) {
  EXPECT_THAT(profile_without(by_hand, 1, 0), ElementsAre(0, 0.5, 0.5));
  EXPECT_THAT(profile_without(by_hand, 2, 0), ElementsAre(0, 0.75, 0.75)) << "4 to 2 is within, 4 to 1 is not";
}

// Within a factor 2 of the best solver, the second solver solves more tasks than the third. Without the best solver,
// the third solver ranks first.
TEST(Profile, OfMoreThanTwoDoesNotRankThem) {
  const CostTable costs = {{1, 1, 1, 8}, {1.9, 1.9, 30, 8}, {2.1, 2.1, 3, 2}};
  const auto all = profile(costs, 2);
  EXPECT_THAT(all, ElementsAre(0.75, 0.5, 0.25));
  const auto found = caveat(costs, 2);
  EXPECT_EQ(found.best, 0U);
  EXPECT_THAT(found.swapped, ElementsAre(std::pair<std::size_t, std::size_t>(1, 2)));
}

TEST(Profile, WithoutTasksIsZero) { EXPECT_THAT(profile({{}, {}}, 2), ElementsAre(0, 0)); }

CostAt costing(double cost, double relative_range = 0) {
  return {
      .reach = Reach::measured, .cost = cost, .low = cost * (1 - relative_range), .high = cost * (1 + relative_range)};
}

TEST(Pair, CountsWhoIsCheaper) {
  const CostAt failed{.reach = Reach::failed, .low = HUGE_VAL}, not_fit;
  const CostAt unknown{.reach = Reach::limited};
  const std::vector<std::pair<CostAt, CostAt>> standings = {
      {costing(1), costing(2)}, {costing(8), costing(1)}, {costing(1, 0.1), costing(1.1, 0.1)},
      {costing(1), failed},     {failed, costing(1)},     {failed, failed},
      {costing(1), unknown},    {costing(1), not_fit},
  };
  const auto pair = pair_of(standings);
  EXPECT_EQ(pair.tasks, 5) << "what neither solves, what is not known, and what one is not fit for is left out";
  EXPECT_EQ(pair.cheaper, 2);
  EXPECT_EQ(pair.dearer, 2);
  EXPECT_EQ(pair.ties, 1);
  EXPECT_EQ(pair.both, 3);
  EXPECT_THAT(*pair.mean_ratio, DoubleNear(std::cbrt(0.5 * 8 / 1.1), 1e-12));
}

// A cost of at most 3 is certainly less than 5, but may be more or less than 2. A cost of more than 3 is certainly more
// than 2, but may be more or less than 5.
TEST(Pair, IsDecidedByBoundsWhereTheyDecide) {
  const CostAt at_most{.reach = Reach::beyond, .cost = 3, .low = 0, .high = 3};
  const CostAt more{.reach = Reach::unfinished, .low = 3};
  EXPECT_EQ(pair_of(std::vector{std::pair(costing(5), at_most)}).dearer, 1);
  EXPECT_EQ(pair_of(std::vector{std::pair(costing(2), at_most)}).tasks, 0);
  EXPECT_EQ(pair_of(std::vector{std::pair(costing(2), more)}).cheaper, 1);
  EXPECT_EQ(pair_of(std::vector{std::pair(costing(5), more)}).tasks, 0);
}

Point point(double cost, double error, double uncertainty = 0) {
  return {.error = error, .uncertainty = uncertainty, .cost = cost};
}

TEST(Front, HasNoDominatedPoint) {
  const std::vector<Point> one = {point(1, 1e-2), point(10, 1e-4), point(100, 1e-5)};
  const std::vector<Point> other = {point(2, 1e-3), point(20, 1e-6), point(5, std::numeric_limits<double>::infinity())};
  const auto flags = on_the_front({one, other});
  EXPECT_THAT(flags[0], ElementsAre(true, true, false)) << "the last is dearer and less accurate than 20, 1e-6";
  EXPECT_THAT(flags[1], ElementsAre(true, true, false)) << "what failed is on no front";
}

TEST(Front, IsNotLeftForADifferenceInTheNoise) {
  const std::vector<Point> one = {point(10, 1.1e-9, 1e-9)}, other = {point(9, 1e-9, 1e-9)};
  EXPECT_THAT(on_the_front({one, other})[0], ElementsAre(true));
  const std::vector<Point> sure = {point(10, 1.1e-9)}, better = {point(9, 1e-9)};
  EXPECT_THAT(on_the_front({sure, better})[0], ElementsAre(false));
}

}  // namespace
}  // namespace plumb
