// The order of the runs of a track, with results that follow from a formula instead of runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "harness/compare/campaign.hpp"
#include "harness/schedule/testing/reach_with.hpp"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double fails = std::numeric_limits<double>::infinity();
using ErrorOfSteps = std::function<double(double)>;

/// Returns the result of a run with this error; infinite: the run fails.
RunResult with_error(const ResolvedCell& cell, double error) {
  RunResult out;
  if (error == fails)
    out.status = Status::non_finite;
  else
    for (const auto& metric : error_metrics(cell)) out.metrics[metric] = error;
  return out;
}

/// Returns a campaign with one track, of a method of the catalogue on the pendulum.
Campaign of_one_track(const std::string& method) {
  return planned_campaign(
      {.arenas = {default_arenas().front()}, .entrants = {{.spec = expand(method).front(), .family = "any"}}});
}

/// Returns the track after all its runs.
Track complete(Campaign campaign, const std::function<RunResult(const ResolvedCell&)>& result) {
  auto track = campaign.tracks.at(0);
  while (const auto cell = next_run(track, campaign.plan)) add_result(track, *cell, result(*cell));
  return track;
}

Track complete(const std::string& method, const ErrorOfSteps& error) {
  return complete(of_one_track(method),
                  [&](const ResolvedCell& cell) { return with_error(cell, error(static_cast<double>(cell.steps()))); });
}

/// Returns the numbers of steps of all rungs that have run.
std::vector<std::int64_t> steps_of(const std::vector<Rung>& rungs) {
  std::vector<std::int64_t> out;
  for (const auto& rung : rungs)
    if (rung.result) out.push_back(rung.cell.steps());
  return out;
}

TEST(Ladder, EndsBelowATenthOfTheStrictestAccuracy) {
  const auto track = complete("erk4", [](double n) { return 0.01 * std::pow(n, -4); });
  EXPECT_THAT(steps_of(track.ladder), ElementsAre(1, 2, 4, 8, 16, 32, 64, 128)) << "0.01/128^4 = 4e-11 < 1e-10";
  EXPECT_THAT(track.between, IsEmpty()) << "all steps work";
}

TEST(Ladder, EndsAfterTwoRungsThatRoundingDominates) {
  const auto track = complete("erk4", [](double n) { return std::max(1e-7, 0.01 * std::pow(n, -4)); });
  EXPECT_THAT(steps_of(track.ladder), ElementsAre(1, 2, 4, 8, 16, 32, 64, 128)) << "1e-7 from 32 steps on";
}

// Fails if a plateau of large errors counts as rounding: the steps may be too large to resolve the motion.
TEST(Ladder, DoesNotEndOnAPlateauOfLargeErrors) {
  const auto track = complete("erk4", [](double n) { return n < 100 ? 2e-5 : 1e-11; });
  EXPECT_THAT(steps_of(track.ladder), ElementsAre(1, 2, 4, 8, 16, 32, 64, 128));
}

TEST(Ladder, EndsIfTheEquationsAreNotSupported) {
  const auto track = complete(of_one_track("erk4"), [](const ResolvedCell&) {
    RunResult out;
    out.status = Status::unsupported;
    return out;
  });
  EXPECT_THAT(steps_of(track.ladder), ElementsAre(1));
  EXPECT_THAT(track.between, IsEmpty());
}

TEST(Ladder, EndsBeforeARunThatIsExpectedToTakeTooLong) {
  auto plan = of_one_track("erk4").plan;
  plan.longest_run = 5e-3;
  const auto failing = [](const ResolvedCell& cell) { return with_error(cell, fails); };
  const auto track = complete(planned_campaign(plan), failing);
  ASSERT_FALSE(track.ladder.empty());
  EXPECT_EQ(steps_of(track.ladder).size(), track.ladder.size()) << "each rung fails, so all of them run";
  EXPECT_LE(track.ladder.back().seconds, 5e-3);
  EXPECT_GT(2 * track.ladder.back().seconds, 5e-3);
  EXPECT_THAT(track.between, IsEmpty()) << "no step works";
}

TEST(Bisection, FindsTheLargestWorkingStepTo9Percent) {
  const auto track = complete("erk4", [](double n) { return n < 1000 ? fails : 1e-11; });
  EXPECT_EQ(steps_of(track.ladder).back(), 1024);
  EXPECT_THAT(steps_of(track.between), ElementsAre(724, 861, 939)) << "geometric means";
  const auto step = largest_step(track);
  ASSERT_TRUE(step.works && step.fails);
  EXPECT_NEAR(*step.fails / *step.works, std::pow(2, 1. / 8), 1e-3);
}

TEST(Bisection, EndsBetweenNeighbouringNumbersOfSteps) {
  const auto track = complete("erk4", [](double n) { return n < 3 ? fails : 1e-11; });
  EXPECT_THAT(steps_of(track.ladder), ElementsAre(1, 2, 4));
  EXPECT_THAT(steps_of(track.between), ElementsAre(3)) << "nothing lies between 2 and 3";
}

// Fails if a large step that works by chance counts: all smaller steps must work, too.
TEST(Bisection, BeginsAtTheSmallestStepThatFails) {
  const auto track = complete("erk4", [](double n) { return n == 8 ? fails : n < 16 ? 0.05 : 1e-11; });
  EXPECT_THAT(steps_of(track.between), ElementsAre(11, 9)) << "between 8 and 16, then between 8 and 11";
}

TEST(Bisection, IsForFixedStepsOnly) {
  int runs = 0;
  const auto track = complete(of_one_track("dopri5-adaptive"),
                              [&](const ResolvedCell& cell) { return with_error(cell, ++runs < 4 ? fails : 1e-11); });
  EXPECT_THAT(steps_of(track.ladder), SizeIs(4));
  EXPECT_THAT(track.between, IsEmpty());
}

TEST(Goals, RunTheLadderThenTheBisectionThenThePoints) {
  const ErrorOfSteps error = [](double n) { return n < 10 ? fails : 1e-11; };
  CellResults results;
  complete(of_one_track("erk4"), [&](const ResolvedCell& cell) {
    return results[cell.id()] = with_error(cell, error(static_cast<double>(cell.steps())));
  });
  auto campaign = of_one_track("erk4");
  testing_goals::reach_with(goals_of(campaign), results);
  const auto& track = campaign.tracks.front();
  EXPECT_TRUE(track.is_done);
  EXPECT_THAT(steps_of(track.ladder), ElementsAre(1, 2, 4, 8, 16));
  EXPECT_THAT(steps_of(track.between), ElementsAre(11, 9, 10));
  EXPECT_THAT(track.points, SizeIs(8));
  EXPECT_THAT(campaign.orders, IsEmpty()) << "only of methods that the user named";
}

TEST(Goals, EstimateTheRunsToCome) {
  auto campaign = of_one_track("erk4");
  const auto goal = goals_of(campaign).front();
  const auto& track = campaign.tracks.front();
  auto missing = goal.missing();
  const auto first = missing.later;
  EXPECT_EQ(first.tasks, std::ssize(track.ladder) - 1 + 1) << "all further rungs, and the points";
  missing.runs.at(0).ended(with_error(track.ladder[0].cell, fails));
  missing = goal.missing();
  EXPECT_EQ(missing.later.tasks, first.tasks - 1);
  EXPECT_NEAR(missing.later.seconds, first.seconds - track.ladder[1].seconds, 1e-9);
  missing.runs.at(0).ended(with_error(track.ladder[1].cell, 1e-11));
  missing = goal.missing();
  EXPECT_THAT(missing.runs, IsEmpty()) << "nothing lies between 1 and 2 steps";
  EXPECT_EQ(missing.later.tasks, 0);
}

}  // namespace
}  // namespace plumb
