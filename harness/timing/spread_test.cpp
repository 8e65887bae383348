#include "harness/timing/spread.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace plumb {
namespace {

TEST(Spread, IsThatOfTheSamplesInAnyOrder) {
  const auto odd = spread_of({5, 1, 4, 2, 3});
  EXPECT_EQ(odd.count, 5);
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.median, 3);
  EXPECT_FALSE(odd.interval) << "even the extremes of 5 enclose the median with 93.75 % only";
  EXPECT_EQ(spread_of({4, 1, 3, 2}).median, 2.5);
  EXPECT_EQ(spread_of({7}).median, 7);
}

// The ranks are from Conover, Practical Nonparametric Statistics, table A3, for the binomial distribution with p = 1/2.
TEST(Spread, IntervalsAreBetweenTheTabulatedRanks) {
  const std::pair<int, int> table[] = {{5, 0},  {6, 1},  {8, 1},  {9, 2},   {11, 2},  {12, 3},
                                       {15, 4}, {20, 6}, {25, 8}, {50, 18}, {100, 40}};
  EXPECT_EQ(rank_of_interval(fewest_for_an_interval), 1);
  for (const auto& [n, rank] : table) EXPECT_EQ(rank_of_interval(n), rank) << n;
  EXPECT_EQ(spread_of({9, 8, 7, 6, 5, 4, 3, 2, 1}).interval, (MedianInterval{2, 8}));
}

TEST(Spread, IntervalsHoldTheMedianOfWhatTheSamplesAreOf) {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> skewed(0, 1);  // its median is 1
  int held = 0;
  constexpr int trials = 2000;
  for (int i = 0; i < trials; ++i) {
    std::vector<double> samples(15);
    for (auto& x : samples) x = skewed(random);
    held += spread_of(samples).interval->contains(1) ? 1 : 0;
  }
  EXPECT_GE(held, 0.95 * trials);
  EXPECT_LE(held, 0.985 * trials);  // 96.5 % with ranks 4 and 12 of 15
}

TEST(Spread, AFewSamplesThatAreFarOffMoveNothing) {
  std::vector<double> samples;
  for (int i = 0; i < 15; ++i) samples.push_back(1 + 0.001 * i);
  auto disturbed = samples;
  disturbed[14] = disturbed[13] = disturbed[12] = 100;
  EXPECT_EQ(spread_of(disturbed), spread_of(samples));
}

}  // namespace
}  // namespace plumb
