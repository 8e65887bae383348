// Tests of a laboratory: the measured values, and the goals that measure them.

#include "harness/paper/laboratory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <utility>

#include "contract/stop.hpp"
#include "harness/paper/paper.hpp"
#include "harness/schedule/testing/reach_with.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Returns a quantity of a run of 2 s. `more` are further keys.
Quantity of_run(const std::string& kind, const std::string& method, const std::string& more = {},
                const std::string& step = "0.01") {
  return quantity(keys_from_text("schema = 1\nproblem = \"pendulum\"\nformulation = \"index3\"\nt_end = 2\nstep = " +
                                     step + "\nmethod = \"" + method + "\"\nkind = \"" + kind + "\"\n" + more,
                                 "q"),
                  Paper());
}

/// Returns a metric of a run in quad, whose error is near the rounding limit. `rate` makes the motion unique among the
/// tests.
Quantity near_rounding_limit(const std::string& rate, const std::string& metric) {
  return quantity(keys_from_text("schema = 1\nproblem = \"two-link(rate1=" + rate +
                                     ")\"\nt_end = \"0.1\"\nmethod = \"dop853\"\nstep = \"1e-3\"\nprecision = "
                                     "\"quad\"\nmetric = \"" +
                                     metric + "\"",
                                 "q"),
                  Paper());
}

TEST(Laboratory, MeasuresRunsOnceAndSaysWhatIsMissing) {
  Laboratory laboratory(MatrixOptions{});
  const auto q = of_run("metric", "bdf2", "metric = \"energy.max\"");
  EXPECT_FALSE(laboratory.value(q).ran);
  laboratory.measure({&q});
  const auto value = laboratory.value(q);
  ASSERT_TRUE(value.number);
  EXPECT_GT(*value.number, 0);
}

TEST(Laboratory, OutputsKeepTheirSigns) {
  Laboratory laboratory(MatrixOptions{});
  const std::string x = "output = \"x\"";
  const auto most = of_run("maximum", "bdf2", x), least = of_run("minimum", "bdf2", x),
             end = of_run("at-end", "bdf2", x), largest = of_run("largest", "bdf2", x),
             range = of_run("range", "bdf2", x);
  laboratory.measure({&most, &least, &end, &largest, &range});
  const auto value = [&](const Quantity& q) { return laboratory.value(q).number.value_or(0); };
  EXPECT_LT(value(least), 0);
  EXPECT_GT(value(most), 0);
  EXPECT_LT(value(least), value(end));
  EXPECT_LT(value(end), value(most));
  EXPECT_GE(value(largest), -value(least));  // excludes the start, where x is largest
  EXPECT_LT(value(largest), value(most));
  EXPECT_NEAR(value(range), value(most) - value(least), 1e-15);
}

// x is the cosine of an angle, and decreases from the start. Fails if a bound of a window is ignored, or if a window
// that begins later contains the start.
TEST(Laboratory, WindowsLeaveOutWhatIsBeforeAndAfter) {
  Laboratory laboratory(MatrixOptions{});
  const std::string x = "samples = 0\noutput = \"x\"\n";
  const auto first = of_run("maximum", "bdf2", x + "until = 0.1"),
             later = of_run("maximum", "bdf2", x + "from = 0.1\nuntil = 0.2"),
             one = of_run("range", "bdf2", x + "from = 0.1\nuntil = 0.105"), whole = of_run("maximum", "bdf2", x);
  laboratory.measure({&first, &later, &one, &whole});
  const auto value = [&](const Quantity& q) { return laboratory.value(q).number.value_or(-100); };
  EXPECT_EQ(value(first), value(whole));
  EXPECT_LT(value(later), value(first));
  EXPECT_EQ(value(one), 0) << "a single sample, at 0.1 s";
  EXPECT_NE(first.key(), whole.key());
  EXPECT_THROW(of_run("maximum", "bdf2", x + "from = 2"), UsageError);
}

// A wheel turns by 10 rad at constant speed. Fails if the angle jumps after a full turn.
TEST(Laboratory, AnglesGoOnBeyondATurn) {
  const auto file = scratch_folder() / "wheel.toml";
  std::ofstream(file) << R"(schema = 1
name = "wheel"
t_end = 5
[[body]]
name = "wheel"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 0]
angular_velocity = [0, 0, 2]
[[joint]]
name = "axle"
kind = "revolute"
bodies = ["ground", "wheel"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[output]]
name = "turn"
kind = "coordinate"
joint = "axle"
coordinate = "rotation"
)";
  const auto of = [&](const std::string& kind) {
    return quantity(keys_from_text("schema = 1\nproblem = \"@" + file.string() +
                                       "\"\nformulation = \"index3\"\nstep = 0.1\nmethod = \"bdf2\"\nkind = \"" + kind +
                                       "\"\noutput = \"turn\"",
                                   "q"),
                    Paper());
  };
  Laboratory laboratory(MatrixOptions{});
  const auto range = of("range"), largest = of("largest"), end = of("at-end");
  laboratory.measure({&range, &largest, &end});
  const auto value = [&](const Quantity& q) { return laboratory.value(q).number.value_or(0); };
  EXPECT_NEAR(value(range), 10, 0.01);
  EXPECT_NEAR(value(largest), 10, 0.01);
  EXPECT_NEAR(value(end), 10 - 4 * std::numbers::pi, 0.01);
  std::filesystem::remove(file);
}

// Fails if a stored run is repeated to obtain an output at its end.
TEST(Laboratory, ReadsFinalOutputsFromTheRowOfARun) {
  const ScratchFolder scratch;
  Store store(scratch.path() / "runs.db");
  const auto metric = of_run("metric", "bdf2", "metric = \"end.q\""), end = of_run("at-end", "bdf2", "output = \"x\"");
  Laboratory(MatrixOptions{.store = &store}).measure({&metric});
  const auto before = store.runs().front();
  Laboratory later(MatrixOptions{.store = &store});
  later.measure({&end});
  const auto after = store.runs().front();
  EXPECT_EQ(later.value(end).number, before.result.final_state.outputs.at("x"));
  EXPECT_EQ(after.created, before.created);
  EXPECT_EQ(after.result.timing.seconds, before.result.timing.seconds);
}

// Fails if a stored quantity is measured again: a run of the second laboratory would be stored.
TEST(Laboratory, TakesQuantitiesFromTheStore) {
  const auto file = scratch_folder() / "laboratory.db";
  Store store(file);
  const auto end = of_run("at-end", "bdf2", "output = \"x\""), metric = of_run("metric", "bdf2", "metric = \"end.q\"");
  MatrixOptions options;
  options.store = &store;
  Laboratory first(options);
  first.measure({&end, &metric});
  ASSERT_EQ(store.runs().size(), 1u) << "one run for both";
  const auto before = store.runs().front();
  EXPECT_FALSE(before.result.metrics.contains("end of x")) << "a reading is no metric of a run";

  Laboratory second(options);
  second.measure({&end, &metric});
  EXPECT_EQ(second.value(end).number, first.value(end).number);
  EXPECT_EQ(second.value(metric).number, first.value(metric).number);
  EXPECT_EQ(store.runs().front().created, before.created);
  std::filesystem::remove(file);
}

// Fails if a goal proceeds before its needs are measured, or if its further needs are dropped.
TEST(Laboratory, ReachesGoalsThatGrow) {
  Laboratory laboratory(MatrixOptions{});
  const auto coarse = of_run("at-end", "bdf2", "output = \"x\""), fine = of_run("at-end", "bdf3", "output = \"x\"");
  laboratory.reach({{.missing = [&] {
    if (auto work = laboratory.missing({{&coarse}}); !work.empty()) return work;
    EXPECT_TRUE(laboratory.value(coarse).ran);
    return laboratory.missing({{&fine}});
  }}});
  EXPECT_TRUE(laboratory.value(fine).ran);
}

// Fails if a value needs more than its run, or if a known value needs a run.
TEST(Laboratory, ReachesGoalsWithGivenResults) {
  Laboratory laboratory(MatrixOptions{});
  const auto iterations = of_run("counter", "bdf2", "counter = \"newton_iterations\""),
             end = of_run("at-end", "bdf2", "output = \"x\"");
  RunResult run;
  run.status = Status::ok;
  run.counters.steps = 200;
  run.counters.newton_iterations = 500;
  run.final_state.outputs["x"] = -0.5;
  int calls = 0;
  const Goal goal{.missing = [&] {
    ++calls;
    auto work = laboratory.missing({{&iterations, &end}});
    EXPECT_EQ(work.runs.size(), calls == 1 ? 1U : 0U) << "one run for both";
    return work;
  }};
  testing_goals::reach_with({goal}, {{end.cells.front().id(), run}});
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(laboratory.value(iterations).number, 2.5);
  EXPECT_EQ(laboratory.value(end).number, -0.5);
}

// Fails if digits are certified before the motions that determine them, or if a known uncertainty needs a task.
TEST(Laboratory, NeedsMotionsThenDigits) {
  Laboratory laboratory(MatrixOptions{});
  const auto q = near_rounding_limit("0.124", "end.q");
  RunResult run;
  run.status = Status::ok;
  run.metrics = {{"end.q", 1e-30}};
  std::vector<std::string> tasks;
  const Goal goal{.missing = [&] {
    if (auto work = laboratory.missing({{&q}}); !work.empty()) return work;
    auto work = laboratory.missing({{}, {&q}});
    for (const auto& task : work.tasks) tasks.push_back(task.name.substr(0, task.name.find(' ')));
    return work;
  }};
  testing_goals::reach_with({goal}, {{q.cells.front().id(), run}});
  EXPECT_THAT(tasks, ::testing::ElementsAre("motion", "certified"));
  EXPECT_GT(laboratory.uncertainty(q).reference, 0);
}

// Fails if the digits of a reference are certified by a goal itself, which blocks all other goals.
TEST(Laboratory, CertifiesReferencesBeforeSomebodyJudges) {
  Laboratory laboratory(MatrixOptions{.jobs = 2});
  const auto q = near_rounding_limit("0.123", "end.q"), v = near_rounding_limit("0.123", "end.v");
  const StopRequest stop = Status::interrupted;
  int judged = 0;
  laboratory.reach({{.missing = [&] {
    if (auto work = laboratory.missing({{&q, &v}}); !work.empty()) return work;
    if (std::exchange(judged, 1) == 0) {
      const Stoppable nothing_long(stop);
      EXPECT_THROW(laboratory.uncertainty(q), Stopped);
    }
    if (auto work = laboratory.missing({{}, {&q, &v}}); !work.empty()) return work;
    const Stoppable nothing_long(stop);
    for (const auto* of : {&q, &v}) {
      EXPECT_NO_THROW(laboratory.uncertainty(*of));
      EXPECT_GT(laboratory.uncertainty(*of).reference, 0);
    }
    judged = 2;
    return Missing{};
  }}});
  EXPECT_EQ(judged, 2);
}

// Fails if a table, a claim and a figure with the same cell run it more than once.
TEST(Laboratory, SharesTheRunOfACellWithOthers) {
  Laboratory laboratory(MatrixOptions{.jobs = 2});
  const auto seconds = of_run("metric", "bdf2", "metric = \"seconds\""),
             end = of_run("at-end", "bdf2", "output = \"x\"");
  std::vector<RunResult> runs;
  Trajectory trajectory;
  const Goal of_figure{.missing = [&] {
    Missing out;
    if (runs.empty())
      out.runs.push_back({.cell = end.cells.front(),
                          .ended = [&](const RunResult& run) { runs.push_back(run); },
                          .sample = trajectory.sink()});
    return out;
  }};
  const auto of = [&](const Quantity& q) { return Goal{.missing = [&] { return laboratory.missing({{&q}}); }}; };
  laboratory.reach({of(seconds), of(end), of_figure});
  ASSERT_EQ(runs.size(), 1U);
  ASSERT_EQ(seconds.cells.front().id(), end.cells.front().id());
  EXPECT_EQ(laboratory.value(seconds).number, runs[0].timing.seconds) << "another run took another time";
  EXPECT_TRUE(laboratory.value(end).number);
  EXPECT_FALSE(trajectory.samples.empty());
}

// Fails if a quantity of samples that two goals need at different times runs its cell twice.
TEST(Laboratory, SharesAReadingThatHasBegun) {
  std::vector<std::string> lines;
  Laboratory laboratory(MatrixOptions{
      .jobs = 2, .progress = [&](const std::string& line) { lines.push_back(line); }, .progress_interval = 0.05});
  const auto slow = of_run("largest", "bdf2", "output = \"x\"", "1e-5"),
             quick = of_run("largest", "bdf3", "output = \"x\"");
  const Goal first{.missing = [&] { return laboratory.missing({{&slow}}); }}, then{.missing = [&] {
    if (auto work = laboratory.missing({{&quick}}); !work.empty()) return work;
    return laboratory.missing({{&slow}});
  }};
  laboratory.reach({first, then});
  EXPECT_TRUE(laboratory.value(slow).number);
  EXPECT_THAT(lines, ::testing::Not(::testing::Contains(::testing::HasSubstr("/3 task"))));
}

// Fails if a ratio compares the time of a failed run with the time of a successful run.
TEST(Laboratory, ARunThatFailsHasNoTime) {
  Laboratory laboratory(MatrixOptions{});
  const auto fails = of_run("metric", "bdf2", "metric = \"seconds\"\nnewton_max = 1"),
             ends = of_run("metric", "bdf2", "metric = \"seconds\"");
  laboratory.measure({&fails, &ends});
  EXPECT_FALSE(laboratory.value(fails).number);
  EXPECT_TRUE(laboratory.value(ends).number);
}

TEST(Laboratory, IterationsAreThoseOfAStage) {
  Laboratory laboratory(MatrixOptions{});
  const auto stages = of_run("iterations", "bathe"),
             steps = of_run("counter", "bathe", "counter = \"newton_iterations\"");
  laboratory.measure({&stages, &steps});
  ASSERT_TRUE(laboratory.value(stages).number);
  EXPECT_DOUBLE_EQ(*laboratory.value(stages).number, *laboratory.value(steps).number / 2);
  EXPECT_EQ(of_run("iterations", "bathe", "newton_max = 7").cells.front().text().newton_max, 7);
}

}  // namespace
}  // namespace plumb
