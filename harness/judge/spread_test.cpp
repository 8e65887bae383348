// Runs from perturbed initial values. They agree if the motion is regular, and are unrelated
// if it is chaotic.

#include "harness/judge/spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

ResolvedCell cell_of(const char* problem, const char* formulation, const char* method, const char* step,
                     const char* t_end) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method.name = method;
  request.step = step;
  request.settings = {{"t_end", t_end}};
  return resolve(request);
}

std::vector<RunResult> runs_of(const ResolvedCell& cell, int starts) {
  std::vector<RunResult> out;
  for (int number = 0; number <= starts; ++number)
    out.push_back(run_from_moved_start(cell, number, StopRequest{Status::ok}));
  return out;
}

MetricSpread spread_of(const ResolvedCell& cell, const char* metric, int starts = 5) {
  const auto all = spreads(cell, runs_of(cell, starts));
  const auto found = std::ranges::find(all, metric, &MetricSpread::metric);
  EXPECT_NE(found, all.end()) << metric;
  return found == all.end() ? MetricSpread{} : *found;
}

TEST(MetricSpread, BeginsWithTheCellItself) {
  const auto cell = cell_of("two-link", "index1", "erk4", "1e-2", "1");
  const auto own = run_cell(cell, StopRequest{Status::ok}),
             first = run_from_moved_start(cell, 0, StopRequest{Status::ok});
  EXPECT_EQ(own.metrics, first.metrics);
  EXPECT_EQ(own.final_state.bits, first.final_state.bits);
}

TEST(MetricSpread, MovesEveryStartAndItAlone) {
  const auto cell = cell_of("two-link", "index1", "erk4", "1e-2", "1");
  const auto runs = runs_of(cell, 3);
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = i + 1; k < runs.size(); ++k)
      EXPECT_NE(runs[i].final_state.bits, runs[k].final_state.bits) << i << " and " << k;
  const auto again = run_cell(cell, StopRequest{Status::ok});
  EXPECT_EQ(again.final_state.bits, runs[0].final_state.bits) << "the reference and the cell are as they were";
  EXPECT_EQ(again.metrics, runs[0].metrics);
}

// Fails if a class with initial value zero is not perturbed, so that rounding seems to have no effect on it.
TEST(MetricSpread, MovesWhatBeginsAtZero) {
  const auto cell = cell_of("pendulum", "ode", "erk4", "1e-2", "2");  // it begins horizontal and at rest
  const auto runs = runs_of(cell, 3);
  for (std::size_t i = 1; i < runs.size(); ++i) EXPECT_NE(runs[i].final_state.bits, runs[0].final_state.bits) << i;
  EXPECT_LE(spread_of(cell, "energy.max").digits, 10) << "5e-8 J of some 20 J";
  EXPECT_GE(spread_of(cell, "energy.max").digits, 5);
}

TEST(MetricSpread, OfANumberThatIsZeroLeavesNoDigit) {
  const auto cell = cell_of("pendulum", "index1", "erk4", "1e-2", "1");
  auto runs = runs_of(cell, 1);
  runs[0].metrics["end.q"] = 0;
  const auto all = spreads(cell, runs);
  EXPECT_EQ(std::ranges::find(all, "end.q", &MetricSpread::metric)->digits, 0);
}

TEST(MetricSpread, IsSmallWhereTheMotionIsRegular) {
  const auto spread = spread_of(cell_of("pendulum", "index1", "erk4", "1e-2", "5"), "end.q");
  EXPECT_GE(spread.digits, 4);
  EXPECT_LE(spread.low, spread.value);
  EXPECT_GE(spread.high, spread.value);
  EXPECT_LT(spread.low, spread.high);
}

// After 60 s in steps of 10 ms, other rounding errors change all digits of the energy.
TEST(MetricSpread, LeavesNothingOfAChaoticMotion) {
  const auto cell = cell_of("two-link", "ode", "erk4", "1e-2", "60").without_reference();
  const auto spread = spread_of(cell, "energy.end");
  EXPECT_LE(spread.digits, 1);
  EXPECT_GT(spread.high - spread.low, 0.05 * std::abs(spread.value));
  const auto early = cell_of("two-link", "ode", "erk4", "1e-2", "5").without_reference();
  EXPECT_GE(spread_of(early, "energy.end").digits, 8);
}

TEST(MetricSpread, IsOfRunsThatEndedOk) {
  const auto cell = cell_of("pendulum", "index1", "erk4", "1e-2", "1");
  auto runs = runs_of(cell, 2);
  runs[1].status = Status::newton_diverged;
  runs[1].metrics["end.q"] = 1e9;
  const auto all = spreads(cell, runs);
  EXPECT_LT(std::ranges::find(all, "end.q", &MetricSpread::metric)->high, 1);
  runs[0].status = Status::newton_diverged;
  EXPECT_TRUE(spreads(cell, runs).empty());
}

}  // namespace
}  // namespace plumb
