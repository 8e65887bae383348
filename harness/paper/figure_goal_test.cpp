// Tests of figures that are computed as tasks of one pool.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/paper/testing/figures.hpp"

namespace plumb {
namespace {

using namespace figure_testing;

// Fails if figures are made one after the other, or if a figure waits for the runs of others.
TEST(FigureTasks, EachIsMadeWhenItsLastTaskIsDone) {
  const std::string settings = R"(kind = "iterations"
curves = [{name = "BDF2", method = "bdf2", step = ")";
  MatrixOptions options{.jobs = 2, .global_timeout = 1.5};
  std::vector<std::string> made;
  const auto figure = [&](const std::string& name, const std::string& step) {
    return FigureTasks(spec(settings + step + "\"}]\n" + on_the_pendulum),
                       [&made, name](const Table&) { made.push_back(name); });
  };
  auto endless = figure("endless", "1e-9"), quick = figure("quick", "0.1"), also_quick = figure("also quick", "0.2");
  Pool pool(options.pool());
  CellService cells(pool, nullptr);
  for (auto* one : {&endless, &quick, &also_quick}) one->add_to(cells);
  cells.begin();
  EXPECT_TRUE(pool.run().timed_out);
  EXPECT_THAT(made, ::testing::UnorderedElementsAre("quick", "also quick"));
}

// Fails if a cell runs once for every figure that contains it: there would be two tasks, then three.
TEST(FigureTasks, ShareTheRunOfACell) {
  const std::string curve = "curves = [{name = \"BDF2\", method = \"bdf2\", step = \"1e-6\"}]\n";
  const std::string common = std::string(on_the_pendulum) + "samples = 5\n";
  const auto states = spec("kind = \"trajectory\"\noutputs = [\"x\"]\n" + curve + common),
             other_states = spec("kind = \"trajectory\"\noutputs = [\"y\"]\n" + curve + common),
             counts = spec("kind = \"iterations\"\n" + curve + common);
  std::vector<std::string> lines;
  Pool pool(
      {.jobs = 2, .progress = [&](const std::string& line) { lines.push_back(line); }, .progress_interval = 0.05});
  CellService cells(pool, nullptr);
  std::vector<Table> made;
  const auto keep = [&](const Table& table) { made.push_back(table); };
  FigureTasks first(states, keep), second(other_states, keep), third(counts, keep);
  for (auto* figure : {&first, &second, &third}) figure->add_to(cells);
  cells.begin();
  pool.run();
  ASSERT_EQ(made.size(), 3U);
  for (const auto& table : made) EXPECT_FALSE(table.rows.back()[1].missing());
  EXPECT_THAT(lines, ::testing::Contains(::testing::StartsWith("0/1 cell, step ")));
  EXPECT_THAT(lines, ::testing::Not(::testing::Contains(::testing::StartsWith("0/2"))));
}

// Errors over the samples are stored results of a run, so a figure of these errors needs no states.
TEST(FigureTasks, TakeErrorsOverSamplesFromKnownRuns) {
  for (const char* output : {"x", "y"}) {
    const auto figure = spec(std::string("kind = \"convergence\"\nnorm = \"re\"\noutputs = [\"") + output +
                             "\"]\ncurves = [{name = \"a\", method = \"bdf2\", step = \"1e-9\"}]\n" + on_the_pendulum);
    const auto& cell = figure.curves.front().cells.front();
    RunResult known;
    known.status = Status::ok;
    known.metrics = {{"re.x", 0.125}, {"re.y", 0.25}};
    CellResults kept = {{cell.id(), known}};
    Pool pool({.jobs = 1, .global_timeout = 5});
    CellService cells(pool, nullptr, &kept);
    std::vector<Table> made;
    FigureTasks tasks(figure, [&](const Table& table) { made.push_back(table); });
    tasks.add_to(cells);
    cells.begin();
    EXPECT_FALSE(pool.run().timed_out);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].rows[0][1].shown(), output == std::string("x") ? "0.125" : "0.25");
  }
}

// Fails if a table occupies a thread of the pool while another table certifies the digits of their common reference.
TEST(FigureTasks, WaitWithoutAWorkerForOneCertification) {
  const auto figure = spec(R"(kind = "work-precision"
curves = [{name = "a", method = "bdf2", step = "0.1"}]
[common]
problem = "two-link"
formulation = "index1"
t_end = "0.7"
)");
  Pool pool({.jobs = 2});
  CellService cells(pool, nullptr);
  std::vector<std::string> ended;
  const auto made = [&](const Table&) { ended.emplace_back("table"); };
  FigureTasks first(figure, made), second(figure, made);
  for (auto* one : {&first, &second}) one->add_to(cells);
  cells.request(figure.curves.front().cells.front(), [&](const RunResult&) {
    pool.add({.work = [&](TaskState&) -> Finish {
      return [&] {
        ended.emplace_back("other");
        return true;
      };
    }});
  });
  cells.begin();
  pool.run();
  EXPECT_THAT(ended, ::testing::ElementsAre("other", "table", "table"));
}

}  // namespace
}  // namespace plumb
