#include "harness/schedule/pace.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace plumb {
namespace {

/// What is told at the end of a way: seconds by share.
std::optional<double> told(const std::vector<std::pair<double, double>>& way) {
  Pace pace;
  for (const auto& [share, seconds] : way) pace.saw(share, seconds);
  return pace.left(way.back().first, way.back().second);
}

TEST(Pace, TellsWhatIsLeftOfEvenWork) {
  std::vector<std::pair<double, double>> way;
  for (int i = 0; i <= 300; ++i) way.emplace_back(i / 1000., i / 10.);
  ASSERT_TRUE(told(way));
  EXPECT_NEAR(*told(way), 70, 1e-9);
  EXPECT_FALSE(told({{0, 0}, {0.01, 1}})) << "too early";
}

// As the reference of the wheelset goes on over 0.25 s, which has kinks at 2.19 and 4.58 ms: fails where they count for
// the rest, which would take an hour.
TEST(Pace, TellsNothingWhereWorkStopsAndRuns) {
  std::vector<std::pair<double, double>> way = {{0, 16}, {0.00875, 17.5}, {0.00877, 24.8}, {0.0183, 26}, {0.0183, 31}};
  way.emplace_back(0.0228, 31.6);
  EXPECT_FALSE(told(way));
  way.emplace_back(0.287, 32.7);
  EXPECT_FALSE(told(way));
  way.emplace_back(0.61, 33.8);
  EXPECT_FALSE(told(way));
}

// A stop counts as long as it lasts, although the share was there before.
TEST(Pace, CountsStops) {
  EXPECT_NEAR(told({{0.25, 10}, {0.5, 20}, {0.5, 30}}).value(), 40, 1e-9);
  EXPECT_NEAR(told({{0.25, 10}, {0.5, 20}, {0.5, 60}}).value(), 100, 1e-9);
}

}  // namespace
}  // namespace plumb
