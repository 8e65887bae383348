// Tests of the goals of figures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "harness/paper/testing/figures.hpp"
#include "harness/schedule/testing/reach_with.hpp"

namespace plumb {
namespace {

using namespace figure_testing;

// Fails if figures are made one after the other, or if a figure waits for the runs of others.
TEST(FigureGoals, EachIsMadeWhenItsLastTaskIsDone) {
  const std::string settings = R"(kind = "iterations"
curves = [{name = "BDF2", method = "bdf2", step = ")";
  MatrixOptions options{.jobs = 2, .global_timeout = 1.5};
  std::vector<std::string> made;
  const auto figure = [&](const std::string& name, const std::string& step) {
    return figure_goal(spec(settings + step + "\"}]\n" + on_the_pendulum),
                       [&made, name](const Table&) { made.push_back(name); });
  };
  const auto outcome =
      reach({figure("endless", "1e-9"), figure("quick", "0.1"), figure("also quick", "0.2")}, {.pool = options.pool()});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_THAT(made, ::testing::UnorderedElementsAre("quick", "also quick"));
}

// Fails if a cell runs once for every figure that contains it: there would be two tasks, then three.
TEST(FigureGoals, ShareTheRunOfACell) {
  const std::string curve = "curves = [{name = \"BDF2\", method = \"bdf2\", step = \"1e-6\"}]\n";
  const std::string common = std::string(on_the_pendulum) + "samples = 5\n";
  const auto states = spec("kind = \"trajectory\"\noutputs = [\"x\"]\n" + curve + common),
             other_states = spec("kind = \"trajectory\"\noutputs = [\"y\"]\n" + curve + common),
             counts = spec("kind = \"iterations\"\n" + curve + common);
  std::vector<std::string> lines;
  std::vector<Table> made;
  const auto keep = [&](const Table& table) { made.push_back(table); };
  const PoolOptions pool{
      .jobs = 2, .progress = [&](const std::string& line) { lines.push_back(line); }, .progress_interval = 0.05};
  reach({figure_goal(states, keep), figure_goal(other_states, keep), figure_goal(counts, keep)}, {.pool = pool});
  ASSERT_EQ(made.size(), 3U);
  for (const auto& table : made) EXPECT_FALSE(table.rows.back()[1].missing());
  EXPECT_THAT(lines, ::testing::Contains(::testing::StartsWith("0/1 cell, step ")));
  EXPECT_THAT(lines, ::testing::Not(::testing::Contains(::testing::StartsWith("0/2"))));
}

// Errors over the samples are stored results of a run, so a figure of these errors needs no states.
TEST(FigureGoals, TakeErrorsOverSamplesFromKnownRuns) {
  for (const char* output : {"x", "y"}) {
    const auto figure = spec(std::string("kind = \"convergence\"\nnorm = \"re\"\noutputs = [\"") + output +
                             "\"]\ncurves = [{name = \"a\", method = \"bdf2\", step = \"1e-9\"}]\n" + on_the_pendulum);
    const auto& cell = figure.curves.front().cells.front();
    RunResult known;
    known.status = Status::ok;
    known.metrics = {{"re.x", 0.125}, {"re.y", 0.25}};
    std::vector<Table> made;
    testing_goals::reach_with({figure_goal(figure, [&](const Table& table) { made.push_back(table); })},
                              {{cell.id(), known}});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].rows[0][1].shown(), output == std::string("x") ? "0.125" : "0.25");
  }
}

// Fails if a table occupies a thread of the pool while another table certifies the digits of their common reference.
TEST(FigureGoals, WaitWithoutAWorkerForOneCertification) {
  const auto figure = spec(R"(kind = "work-precision"
curves = [{name = "a", method = "bdf2", step = "0.1"}]
[common]
problem = "two-link"
formulation = "index1"
t_end = "0.7"
)");
  std::vector<std::string> ended;
  const auto made = [&](const Table&) { ended.emplace_back("table"); };
  bool has_run = false, has_ended = false;
  const Goal other{.missing = [&] {
    Missing out;
    if (!has_run)
      out.runs.push_back(
          {.cell = figure.curves.front().cells.front(), .ended = [&](const RunResult&) { has_run = true; }});
    else if (!std::exchange(has_ended, true))
      out.tasks.push_back({{.work = [&](TaskState&) -> Finish {
        return [&] {
          ended.emplace_back("other");
          return true;
        };
      }}});
    return out;
  }};
  reach({figure_goal(figure, made), figure_goal(figure, made), other}, {.pool = {.jobs = 2}});
  EXPECT_THAT(ended, ::testing::ElementsAre("other", "table", "table"));
}

}  // namespace
}  // namespace plumb
