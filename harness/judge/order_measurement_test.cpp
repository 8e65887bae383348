#include "harness/judge/order_measurement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "harness/run/metric_column.hpp"
#include "harness/schedule/testing/reach_with.hpp"
#include "harness/sets/experiment.hpp"

namespace plumb {
namespace {

std::vector<ResolvedCell> cells(Axes axes) {
  axes.settings.try_emplace("samples", std::vector<std::string>{"10"});  // all steps share these times
  std::vector<ResolvedCell> out;
  for (const auto& request : cross_product(axes)) out.push_back(resolve(request));
  return out;
}

Axes pendulum(const char* method, const char* steps) {
  return {.problem = {"pendulum(angle=0.3,rate=2)"},
          .formulation = {"ode"},
          .method = {method},
          .step = {steps},
          .settings = {{"t_end", {"2"}}}};
}

TEST(OrderMeasurement, PassesWhereTheoryHolds) {
  for (const char* method : {"erk4", "kutta3", "stormer-verlet", "degree4(start=accurate)"}) {
    const auto m = measured_order(cells(pendulum(method, "8e-3,4e-3,2e-3,1e-3")), {}, {"q", "v"});
    ASSERT_EQ(m.classes.size(), 2);
    for (const auto& c : m.classes)
      EXPECT_EQ(c.result.verdict, OrderVerdict::pass) << method << " " << c.component_class << " " << c.result.reason;
  }
}

// The h³ term of these errors nearly vanishes in q at 2 s. The slope at that time alone is above 4, or has no window.
TEST(OrderMeasurement, LooksAtSeveralTimes) {
  Axes axes;
  axes.problem = {"pendulum"};
  axes.formulation = {"ode"};
  axes.settings = {{"t_end", {"2"}}};
  axes.step = {"2^-3,2^-4,2^-5,2^-6,2^-7,2^-8,2^-9"};
  for (const char* method : {"kutta3", "radau-iia(stages=2)", "esdirk324l2sa"}) {
    axes.method = {method};
    for (const auto& c : measured_order(cells(axes), {}, {"q", "v"}).classes) {
      EXPECT_EQ(c.result.verdict, OrderVerdict::pass) << method << " " << c.component_class << " " << c.result.reason;
      EXPECT_NEAR(c.result.order.value_or(0), 3, 0.1) << method << " " << c.component_class;
    }
  }
}

// Fails if a slope of 4 at one time only, or in q only, counts as an order: the leading error term may vanish there.
TEST(OrderMeasurement, SuperconvergenceNeedsAllToAgree) {
  auto axes = pendulum("kutta3", "8e-3,4e-3,2e-3,1e-3");
  auto m = measured_order(cells(axes), {}, {"q", "v"});
  const auto expected = m.classes.front().result.expected.value();
  const auto give = [&](const char* metric, double order) {
    for (std::size_t i = 0; i < m.results.size(); ++i)
      m.results[i]->metrics[metric] = 1e3 * std::pow(m.cells[i].step<double>(), order);
  };
  const auto verdict = [&](const char* name) { return class_order(m, name).result.verdict; };
  for (const char* metric : {"rms.q", "end.q", "rms.v", "end.v"}) give(metric, expected + 1);
  EXPECT_EQ(verdict("q"), OrderVerdict::superconvergent);
  EXPECT_EQ(verdict("v"), OrderVerdict::superconvergent);
  for (const char* metric : {"rms.q", "end.q", "rms.v", "end.v"}) {
    give(metric, expected);
    for (const char* name : {"q", "v"}) EXPECT_NE(verdict(name), OrderVerdict::superconvergent) << metric << name;
    give(metric, expected + 1);
  }
  give("rms.v", expected);
  const auto alone = class_order(m, "q").result;
  EXPECT_EQ(alone.verdict, OrderVerdict::no_window);
  EXPECT_FALSE(alone.order || alone.window || alone.interval);
  EXPECT_NE(alone.reason.find("rms.v has order 3.00"), std::string::npos) << alone.reason;
}

TEST(OrderMeasurement, TakesStepsInAnyOrder) {
  const auto m = measured_order(cells(pendulum("erk4", "1e-3,8e-3,2e-3,4e-3")), {}, {"q"});
  EXPECT_EQ(m.cells.front().text().step, "8e-3");
  EXPECT_EQ(m.classes[0].result.points.size(), 4);
}

TEST(OrderMeasurement, KnowsTheRoundingLevel) {
  const auto m = measured_order(cells(pendulum("dop853", "1e-3,5e-4,2.5e-4,1.25e-4")), {}, {"q"});
  EXPECT_EQ(m.classes[0].result.verdict, OrderVerdict::no_window);
  EXPECT_EQ(m.classes[0].result.wall, PointMark::rounding_limited);
}

TEST(OrderMeasurement, KnowsTheReferencesDigits) {
  auto axes = pendulum("dop853", "5e-3,2.5e-3,1.25e-3,6.25e-4");
  axes.settings["precision"] = {"quad"};
  const auto m = measured_order(cells(axes), {}, {"q"});
  for (const auto& p : m.classes[0].result.points) {
    EXPECT_GT(p.point.floor.reference, 0);
    EXPECT_LT(p.point.floor.reference, quad("1e-25"));
  }
}

TEST(OrderMeasurement, IsLimitedByAReferenceThatHasLostItsDigits) {
  const auto m = measured_order(cells({.problem = {"two-link"},
                                       .formulation = {"ode"},
                                       .method = {"erk4"},
                                       .step = {"8e-2,4e-2,2e-2,1e-2"},
                                       .settings = {{"t_end", {"60"}}}}),
                                {}, {"q"});
  EXPECT_EQ(m.classes[0].result.verdict, OrderVerdict::no_window);
  EXPECT_EQ(m.classes[0].result.wall, PointMark::reference_limited);
}

// Fails if the computation of the reference and its confirming integrations count as one progress range. The progress
// restarts with each integration, so the predicted remaining time would be far too long. Whether such a short
// computation prints a remaining time depends on its speed.
TEST(OrderMeasurement, TellsHowLongAReferenceTakes) {
  std::vector<std::string> lines;
  MatrixOptions options;
  options.progress = [&](const std::string& line) { lines.push_back(line); };
  options.progress_interval = 0.02;
  measured_order(cells({.problem = {"two-link(length1=1.03)"},
                        .formulation = {"ode"},
                        .method = {"erk4"},
                        .step = {"8e-2,4e-2,2e-2,1e-2"},
                        .settings = {{"t_end", {"4"}}}}),
                 options, {"q"});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("0/4 cells, reference of two-link, .* of 4 s, .*")));
  // The number of confirming integrations is unknown.
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("0/4 cells, integration of two-link, .* s elapsed")));
  EXPECT_THAT(lines, testing::Not(testing::Contains(testing::MatchesRegex(".*integration of.* left"))));
}

// Fails if the order treats the errors of a status differently from `plumb list statuses`.
TEST(OrderMeasurement, TakesErrorsAsTheirStatusSays) {
  const auto list = cells(pendulum("erk4", "1e-2"));
  for (const auto& known : statuses) {
    if (known.status == Status::ok) continue;
    RunResult run;
    run.status = known.status;
    const auto error = order_points(list, "end.q", {&run}).front().error;
    EXPECT_EQ(isinf(error), known.errors == Errors::infinite) << known.name;
    EXPECT_EQ(isnan(error), known.errors == Errors::unknown) << known.name;
  }
}

TEST(OrderMeasurement, TellsTranslationsFromAngles) {
  auto axes = pendulum("hht", "8e-3,4e-3,2e-3,1e-3");
  axes.formulation = {"index3"};
  axes.settings["precision"] = {"quad"};
  const auto list = cells(axes);
  EXPECT_THAT(component_classes(Subject(list.front())),
              testing::ElementsAre("q", "q.translation", "q.angle", "v", "v.translation", "v.angle", "a",
                                   "a.translation", "a.angle", "lambda"));
  const auto m = measured_order(list, {}, {"q.translation", "q.angle", "v.angle"});
  for (const auto& c : m.classes) {
    EXPECT_EQ(c.result.verdict, OrderVerdict::pass) << c.component_class << " " << c.result.reason;
    EXPECT_EQ(c.result.expected, 2) << c.component_class;
  }
  const auto floor = [&](int i) {
    return m.classes[static_cast<std::size_t>(i)].result.points[0].point.floor.rounding;
  };
  EXPECT_GT(floor(1), 0);
  EXPECT_NE(floor(0), floor(1)) << "sizes of other components";
}

TEST(OrderMeasurement, KnowsTheNewtonTolerance) {
  auto axes = pendulum("hht", "8e-3,4e-3,2e-3,1e-3");
  axes.settings["newton_tol"] = {"1e-6"};
  const auto m = measured_order(cells(axes), {}, {"q"});
  EXPECT_EQ(m.classes[0].result.points.back().point.floor.newton, quad("1e-6"));
}

TEST(OrderMeasurement, AssertsNothingOfAccelerationsAndMultipliers) {
  auto axes = pendulum("hht", "8e-3,4e-3,2e-3,1e-3");
  axes.formulation = {"index3"};
  for (const auto& c : measured_order(cells(axes), {}, {"a", "lambda"}).classes) {
    EXPECT_FALSE(c.result.expected);
    EXPECT_TRUE(c.result.order) << c.component_class;
    EXPECT_FALSE(c.result.verdict);
  }
}

/// Returns results whose errors in q and v are 10 h^order.
CellResults with_order(const std::vector<ResolvedCell>& list, double order) {
  CellResults out;
  for (const auto& cell : list)
    for (const char* metric : {"rms.q", "end.q", "rms.v", "end.v"})
      out[cell.id()].metrics[metric] = 10 * std::pow(cell.step<double>(), order);
  return out;
}

TEST(OrderStudy, HasStages) {
  const auto list = cells(pendulum("erk4", "1e-3,8e-3,2e-3,4e-3"));
  const auto results = with_order(list, 4);
  OrderStudy study(list, {"q", "v"});
  const auto goal = study.goal();
  const auto execute = [](const NeededTask& needed) {
    TaskState state;
    needed.task.work(state)();
  };
  auto missing = goal.missing();
  EXPECT_EQ(missing.references, std::vector{study.measured().cells.front()});
  EXPECT_TRUE(missing.runs.empty() && missing.tasks.empty());
  EXPECT_EQ(missing.later.tasks, 4);
  missing = goal.missing();
  EXPECT_TRUE(missing.runs.empty()) << "no cell runs before the check of the reference";
  execute(missing.tasks.at(0));
  missing = goal.missing();
  ASSERT_EQ(missing.runs.size(), 4);
  EXPECT_EQ(missing.runs[0].cell.text().step, "8e-3");
  for (const auto& run : missing.runs) run.ended(results.at(run.cell.id()));
  EXPECT_FALSE(study.is_complete());
  execute(goal.missing().tasks.at(0));
  EXPECT_TRUE(study.is_complete());
  EXPECT_TRUE(goal.missing().empty());
  for (const auto& one : study.measured().classes) EXPECT_NEAR(one.result.order.value_or(0), 4, 1e-6);
}

TEST(OrderStudy, RunsNoCellWithoutAReference) {
  const auto path = testing::TempDir() + "not_smooth.toml";
  std::ofstream(path) << "schema = 1\nname = \"not-smooth\"\nt_end = 2\n[[coordinate]]\nname = \"x\"\nstart = 1\n"
                      << "[equations]\nforce = [\"-x - abs(x)\"]\n";
  auto axes = pendulum("erk4", "8e-3,4e-3,2e-3,1e-3");
  axes.problem = {"@" + path};
  OrderStudy study(cells(axes), {"q"});
  testing_goals::reach_with({study.goal()}, {});
  EXPECT_THAT(study.refusal(), testing::HasSubstr("--reference self"));
  EXPECT_FALSE(study.is_complete());
}

TEST(OrderStudy, IsOneOfSeveralGoals) {
  const auto third = cells(pendulum("kutta3", "8e-3,4e-3,2e-3,1e-3")),
             fourth = cells(pendulum("erk4", "8e-3,4e-3,2e-3,1e-3"));
  auto results = with_order(third, 3);
  results.merge(with_order(fourth, 4));
  OrderStudy one(third, {"q"}), other(fourth, {"q"});
  testing_goals::reach_with({one.goal(), other.goal()}, results);
  EXPECT_NEAR(one.measured().classes.at(0).result.order.value_or(0), 3, 1e-6);
  EXPECT_NEAR(other.measured().classes.at(0).result.order.value_or(0), 4, 1e-6);
}

TEST(OrderMeasurement, MeasuresNothingWhereNothingRuns) {
  auto axes = pendulum("erk4", "8e-3,4e-3,2e-3,1e-3");
  axes.formulation = {"index3"};
  const auto m = measured_order(cells(axes), {}, {"q"});
  EXPECT_EQ(m.classes[0].result.verdict, OrderVerdict::no_window);
}

}  // namespace
}  // namespace plumb
