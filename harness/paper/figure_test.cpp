// The kinds of figures that come from runs, on the pendulum.

#include "harness/paper/figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "harness/paper/figure_data.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

FigureSpec spec(const std::string& toml) {
  const auto path = fs::temp_directory_path() / ("plumb-figure-" + std::to_string(getpid()) + ".toml");
  std::ofstream(path) << "schema = 1\ntitle = \"t\"\n" << toml;
  auto out = figure_spec("figure-1", path, Paper{});
  fs::remove(path);
  return out;
}

Table data(const std::string& toml) {
  auto out = figure_data(spec(toml), MatrixOptions{});
  EXPECT_TRUE(out);
  return out.value_or(Table{});
}

constexpr const char* on_the_pendulum = R"(
[common]
problem = "pendulum"
formulation = "index3"
t_end = "0.6"
)";

double value(const Table& table, std::size_t row, const std::string& header) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].header == header) return table.rows.at(row).at(i).value().get<double>();
  ADD_FAILURE() << "no column " << header;
  return 0;
}

std::string text(const Table& table, std::size_t row, const std::string& header) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].header == header) return i < table.rows[row].size() ? table.rows[row][i].shown() : "";
  return "no such column";
}

TEST(FigureData, TrajectoriesHaveValuesAtTheirOwnTimes) {
  const auto table = data(std::string(R"(kind = "trajectory"
outputs = ["x"]
exact = true
curves = [{name = "coarse", method = "bdf2", step = "0.3"}, {name = "fine", method = "bdf2", step = "0.2"}]
)") + on_the_pendulum);
  ASSERT_EQ(table.columns.size(), 4U);
  ASSERT_EQ(table.rows.size(), 5U);  // 0, 0.2, 0.3, 0.4, 0.6
  const std::vector<std::pair<bool, bool>> present = {{1, 1}, {0, 1}, {1, 0}, {0, 1}, {1, 1}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(!table.rows[i][1].missing(), present[i].first) << i;
    EXPECT_EQ(!table.rows[i][2].missing(), present[i].second) << i;
    EXPECT_FALSE(table.rows[i][3].missing()) << i;
  }
  EXPECT_EQ(value(table, 2, "t"), 0.3);
}

TEST(FigureData, ErrorsAgainstBothReferences) {
  const std::string run = R"(method = "bdf2", step = "0.01"})";
  const auto table = data(R"(kind = "errors"
outputs = ["x"]
curves = [{name = "same", )" +
                          run + R"(, {name = "other", method = "bdf2", step = "0.02"}]
reference = {name = "bdf2", samples = 0, )" +
                          run + on_the_pendulum + "samples = 0\n");
  ASSERT_EQ(table.rows.size(), 3U);
  const std::string certified = "x re against certified", printed = "x re against bdf2";
  EXPECT_EQ(value(table, 0, certified), value(table, 1, certified));
  EXPECT_TRUE(table.rows[0][5 + 1].missing());
  EXPECT_EQ(value(table, 1, printed), 0);
  EXPECT_GT(value(table, 2, printed), 0.5 * value(table, 1, certified));  // the difference of 2^2 and 1 errors
  EXPECT_LT(value(table, 2, printed), value(table, 2, certified));
}

TEST(FigureData, ErrorsNeedTheReferenceAtTheirTimes) {
  const auto errors = [](const std::string& rest) {
    try {
      spec("kind = \"errors\"\noutputs = [\"x\"]\ncurves = [{name = \"a\", method = \"bdf2\", step = \"0.1\"}]\n" +
           rest + on_the_pendulum);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(errors(""), testing::HasSubstr("errors need a [reference]"));
  EXPECT_THAT(errors("reference = {name = \"r\", method = \"bdf2\", step = \"0.2\"}"),
              testing::HasSubstr("'a' is sampled at 0.1 s and the reference is not"));
  EXPECT_EQ(errors("reference = {name = \"r\", method = \"bdf2\", step = \"0.05\"}"), "accepted");
}

TEST(FigureData, IterationsAStage) {
  const auto table = data(std::string(R"(kind = "iterations"
curves = [{name = "Bathe", method = "bathe", step = "0.1"}, {name = "BDF2", method = "bdf2", step = "0.1"}]
)") + on_the_pendulum);
  for (std::size_t i = 0; i < 2; ++i) {
    const double stages = i == 0 ? 2 : 1;
    EXPECT_EQ(value(table, i, "stages"), stages);
    EXPECT_EQ(value(table, i, "steps"), 6);
    EXPECT_NEAR(value(table, i, "iterations a stage"), value(table, i, "iterations") / (6 * stages), 1e-12);
    EXPECT_GT(value(table, i, "iterations a stage"), 0);
    EXPECT_GT(value(table, i, "time"), 0);
  }
}

TEST(FigureData, WorkSaysWhatLimitsAndWhatFails) {
  const auto table = data(R"(kind = "work-precision"
curves = [
  {name = "BDF2", method = "bdf2", formulation = "index3", step = "0.1"},
  {name = "DOP853", method = "dop853", formulation = "index1", step = "0.002"},
  {name = "BDF2", method = "bdf2", formulation = "index3", step = "0.1", newton_max = 1},
]
[common]
problem = "pendulum"
t_end = "0.6"
)");
  ASSERT_EQ(table.rows.size(), 3U);
  for (const char* of : {"q", "v", "a", "lambda"}) {
    EXPECT_GT(value(table, 0, std::string("error ") + of), value(table, 0, std::string("wall ") + of));
    EXPECT_EQ(text(table, 2, std::string("error ") + of), "");
  }
  EXPECT_EQ(text(table, 0, "limited"), "");
  EXPECT_THAT(text(table, 1, "limited"), testing::HasSubstr("rounding-limited: q"));
  EXPECT_EQ(text(table, 2, "status"), "newton-diverged");
  EXPECT_THAT(text(table, 2, "reason"), testing::HasSubstr("increment"));
}

// Fails if Newton's tolerance is no reason, or is one where an error below it disproves it.
TEST(FigureData, WorkIsLimitedByNewtonsToleranceWhereNoErrorDisprovesIt) {
  const auto table = data(R"~(kind = "work-precision"
curves = [
  {name = "HHT", method = "hht", formulation = "index3", step = "2e-3", newton_tol = "1e-3", newton_test = "residual"},
  {name = "Radau", method = "radau-iia(stages=3)", formulation = "ode", step = ["4e-2", "2e-2"], newton_tol = "1e-4"},
]
[common]
problem = "pendulum(angle=0.3,rate=2)"
t_end = "2"
)~");
  ASSERT_EQ(table.rows.size(), 3U);
  const auto limited = [&](std::size_t row) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      if (table.columns[i].header == "limited" && i < table.rows[row].size()) return table.rows[row][i].shown();
    return std::string();
  };
  EXPECT_THAT(limited(0), testing::HasSubstr("newton-limited: v"));
  EXPECT_LT(value(table, 0, "wall v"), 1e-6) << "the tolerance is the run's own, and no wall of the problem";
  for (const std::size_t row : {1U, 2U}) EXPECT_THAT(limited(row), testing::Not(testing::HasSubstr("newton")));
}

// Fails if errors of an angle alone stand beside those of all coordinates, or multipliers are left out where they
// follow.
TEST(FigureData, WorkHasAllErrorsInTheSameCoordinates) {
  const std::string curves = R"~(kind = "work-precision"
curves = [{name = "ERK4", method = "erk4", step = "0.05", formulation = ["ode", "index1"]}]
[common]
problem = "pendulum(angle=0.3,rate=2)"
t_end = "1"
)~";
  const auto own = data(curves), same = data("coordinates = \"index3\"\n" + curves);
  EXPECT_EQ(text(own, 0, "error lambda"), "");
  EXPECT_EQ(text(own, 0, "wall lambda"), "");
  const double angle = value(own, 0, "error q");
  EXPECT_GT(value(same, 0, "error q"), 1.05 * angle);  // x and y beside it
  EXPECT_LT(value(same, 0, "error q"), 2 * angle);
  EXPECT_GT(value(same, 0, "error lambda"), value(same, 0, "wall lambda"));
  EXPECT_LT(value(same, 0, "error lambda"), 1);
  for (const char* column : {"error q", "error v", "error a", "error lambda", "wall q", "cost"})
    EXPECT_EQ(value(own, 1, column), value(same, 1, column)) << column;
  EXPECT_EQ(value(own, 0, "cost"), value(same, 0, "cost"));
}

// Fails if a tolerance is taken that moves the error, or one that costs more than another, or a failure where
// another tolerance goes through.
TEST(FigureData, WorkTakesTheCheapestNewtonTolerance) {
  const auto table = data(R"~(kind = "work-precision"
curves = [
  {name = "Radau", method = "radau-iia(stages=3)", step = "0.05"},
  {name = "Radau", method = "radau-iia(stages=3)", step = "0.05", newton_tol = ["1e4", "1e-3", "1e-8"]},
  {name = "fails", method = "bdf2", step = "0.05", newton_max = 1},
  {name = "fails", method = "bdf2", step = "0.05", newton_max = 1, newton_tol = ["1e4", "1e-8"]},
  {name = "cannot", method = "bdf2", step = "0.05", newton_max = 1},
  {name = "a fifth", method = "esdirk325l2sa", step = "0.05"},
  {name = "a fifth", method = "esdirk325l2sa", step = "0.05", newton_tol = "1e2"},
]
)~" + std::string(on_the_pendulum));
  ASSERT_EQ(table.rows.size(), 10U);
  const auto taken = [&](std::size_t row) { return text(table, row, "taken") == "yes"; };
  EXPECT_GT(std::abs(value(table, 1, "error q") / value(table, 0, "error q") - 1), 0.1);
  EXPECT_LT(value(table, 2, "cost"), value(table, 0, "cost"));
  EXPECT_NEAR(value(table, 9, "error q") / value(table, 8, "error q"), 1, 0.3);
  EXPECT_LT(value(table, 9, "cost"), value(table, 8, "cost"));
  const std::vector<bool> expected = {false, false, true, false, false, true, false, true, true, false};
  for (std::size_t row = 0; row < 10; ++row) EXPECT_EQ(taken(row), expected[row]) << row;
  EXPECT_NE(text(table, 7, "status"), "ok");
}

// Fails if stages that are solved in eigenvectors are charged as one matrix: three are a real and a complex system.
TEST(FigureData, WorkInEigenvectorsCostsASystemAnEigenvalue) {
  const auto table = data(R"~(kind = "work-precision"
curves = [
  {name = "chain", problem = "planar-chain(n=4)", formulation = "ode", method = "radau-iia(stages=3)", step = "0.01"},
  {name = "dense", problem = "pendulum", formulation = "ode", method = "radau-iia(stages=3,newton=transformed)", step = "0.01"},
]
[common]
t_end = "0.1"
)~");
  for (const std::size_t row : {0U, 1U}) {
    const auto of = [&](const char* column) { return value(table, row, column); };
    const double factorization = row == 0 ? 1 : 1. / 18, mean = (4 + 1) / 2.;
    EXPECT_NEAR(of("cost"),
                of("evaluations") + 1.5 * of("jacobians") + mean * factorization * of("factorizations") +
                    mean / 6 * of("solves"),
                1e-3 * of("cost"));
  }
}

// Fails if errors of velocities are not asked for: this tolerance moves them by two thirds, and positions by 1.5 %.
TEST(FigureData, WorkTakesNoNewtonToleranceThatMovesVelocitiesAlone) {
  const auto table = data(R"~(kind = "work-precision"
curves = [
  {name = "HHT", method = "hht", formulation = "index3", step = "1e-2", newton_test = "residual"},
  {name = "HHT", method = "hht", formulation = "index3", step = "1e-2", newton_test = "residual", newton_tol = "1.6e-3"},
]
[common]
problem = "pendulum(angle=0.3,rate=2)"
t_end = "2"
)~");
  ASSERT_EQ(table.rows.size(), 2U);
  const auto moved = [&](const char* error) { return std::abs(value(table, 1, error) / value(table, 0, error) - 1); };
  EXPECT_LT(moved("error q"), 0.1);
  EXPECT_GT(moved("error v"), 0.1);
  EXPECT_LT(value(table, 1, "cost"), value(table, 0, "cost"));
  EXPECT_EQ(text(table, 0, "taken"), "yes");
}

// Fails if a price is another one, or stages that are solved together cost no more.
TEST(FigureData, WorkCostsItsCountsInEvaluations) {
  const auto table = data(R"~(kind = "work-precision"
curves = [
  {name = "ERK4", method = "erk4", formulation = "index1", step = "0.05"},
  {name = "Radau", method = "radau-iia(stages=3)", formulation = "index3", step = "0.05"},
  {name = "Euler", method = "implicit-euler", formulation = "index3", step = "0.05", newton_test = "residual"},
  {name = "Radau", method = "radau-iia(stages=3)", formulation = "index3", step = "0.05", newton_test = "residual"},
]
)~" + std::string(on_the_pendulum));
  for (const std::size_t row : {0U, 1U, 2U, 3U}) {
    const double r = row % 2 == 0 ? 1 : 3, n = 3 + 2;
    const auto of = [&](const char* column) { return value(table, row, column); };
    EXPECT_NEAR(of("cost"),
                of("evaluations") + 1.5 * of("jacobians") + r * r * r * n / 18 * of("factorizations") +
                    r * r / 6 * of("solves"),
                1e-3 * of("cost"));
    EXPECT_GT(of("factorizations"), 0);
  }
}

// Fails if multipliers of both levels cost no more, or the matrix of a chain what a dense one does.
TEST(FigureData, WorkCostsWhatItsMatricesAre) {
  const auto expect_cost = [](const std::string& of, double of_factorization) {
    const auto table = data(
        "kind = \"work-precision\"\ncurves = [{name = \"a\", method = \"implicit-euler\"}]\n"
        "[common]\nstep = \"0.05\"\nt_end = \"0.1\"\n" +
        of);
    const auto count = [&](const char* column) { return value(table, 0, column); };
    EXPECT_NEAR(count("cost"),
                count("evaluations") + 1.5 * count("jacobians") + of_factorization * count("factorizations") +
                    count("solves") / 6,
                1e-3 * count("cost"))
        << of;
  };
  expect_cost("problem = \"pendulum\"\nformulation = \"ggl\"\n", (3. + 2 * 2) / 18);
  expect_cost("problem = \"planar-chain\"\nformulation = \"index3\"\n", 1);
}

// Fails if the title says every method and one is missing, or one is in a curve and left out as well.
TEST(FigureData, WorkSaysWhichMethodsItLeavesOut) {
  const auto refused = [](const std::string& left_out) {
    try {
      spec("kind = \"work-precision\"\nleft_out = " + left_out +
           "\ncurves = [{name = \"a\", method = \"bdf2\", step = [\"0.1\", \"0.05\"]}]\n" + on_the_pendulum);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refused("[\"bdf3: too long\"]"), testing::HasSubstr("is in no curve and not left out for a reason"));
  EXPECT_THAT(refused("[\"bdf2: it is there\"]"), testing::HasSubstr("bdf2 is there already"));
  EXPECT_THAT(refused("[\"bdf3\"]"), testing::HasSubstr("METHOD: reason"));
}

TEST(FigureData, WorkNeedsAWayToItsCoordinates) {
  const auto refused = [](const std::string& problem, const std::string& curve) {
    try {
      spec(
          "kind = \"work-precision\"\ncoordinates = \"index1\"\ncurves = [{name = \"a\", method = \"erk4\", step = "
          "\"0.001\", " +
          curve + "}]\n[common]\nproblem = \"" + problem + "\"\nt_end = \"0.01\"\n");
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refused("squeezer", "formulation = \"absolute-index1\""), testing::HasSubstr("no way leads there"));
  EXPECT_THAT(refused("squeezer", "formulation = \"ode\", precision = \"quad\""),
              testing::HasSubstr("only states in double"));
  EXPECT_EQ(refused("squeezer", "formulation = \"ode\""), "accepted");
}

// Fails when figures are made one after the other, or a figure waits for the runs of others.
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
  EXPECT_THAT(made, testing::UnorderedElementsAre("quick", "also quick"));
}

// Fails when a cell is run once for every figure that shows it: there would be two tasks, then three.
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
  EXPECT_THAT(lines, testing::Contains(testing::StartsWith("0/1 cell, step ")));
  EXPECT_THAT(lines, testing::Not(testing::Contains(testing::StartsWith("0/2"))));
}

// Fails when a table that waits for the digits of a reference, which another one looks for, keeps a worker from others.
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
  cells.ask(figure.curves.front().cells.front(), [&](const RunResult&) {
    pool.add({.work = [&](TaskState&) -> Finish {
      return [&] {
        ended.emplace_back("other");
        return true;
      };
    }});
  });
  cells.begin();
  pool.run();
  EXPECT_THAT(ended, testing::ElementsAre("other", "table", "table"));
}

// The slider's velocity is the backward difference of its positions, which are exact. Fails if an output is read out of
// the coordinates by its place.
TEST(FigureData, ConvergenceOfOutputsIsThatOfOutputs) {
  const auto table = data(R"(kind = "convergence"
outputs = ["slider_velocity"]
curves = [{name = "HI", method = "half-implicit", step = ["0.02", "0.01"]}]
[common]
problem = "spatial-slider-crank"
formulation = "index3"
t_end = "0.6"
)");
  const auto slider = [](double t) {
    const double y = 0.1 + 0.08 * std::sin(2 * std::numbers::pi * t),
                 z = 0.12 + 0.08 * std::cos(2 * std::numbers::pi * t);
    return std::sqrt(0.09 - y * y - z * z);
  };
  const double d = 1e-4,
               rate = (8 * (slider(0.6 + d) - slider(0.6 - d)) - slider(0.6 + 2 * d) + slider(0.6 - 2 * d)) / 12 / d;
  ASSERT_EQ(table.columns.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const double h = value(table, i, "h");
    EXPECT_NEAR(value(table, i, "HI slider_velocity"), std::abs((slider(0.6) - slider(0.6 - h)) / h - rate), 1e-9) << h;
  }
}

// Fails if errors of different steps can stand in one row, or more components are read than there are.
TEST(FigureData, ConvergenceNeedsTheSameStepsAndNoMoreComponentsThanCoordinates) {
  const auto refused = [](const std::string& curves) {
    try {
      spec("kind = \"convergence\"\n" + curves + on_the_pendulum);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  const std::string first = "curves = [{name = \"a\", method = \"bdf2\", step = [\"0.1\", \"0.05\"]}, ";
  EXPECT_EQ(refused(first + "{name = \"b\", method = \"bdf3\", step = [\"1e-1\", \"5e-2\"]}]"), "accepted");
  EXPECT_THAT(refused(first + "{name = \"b\", method = \"bdf3\", step = [\"0.05\", \"0.1\"]}]"),
              testing::HasSubstr("'b' has other steps than 'a'"));
  EXPECT_THAT(refused(first + "{name = \"a\", method = \"bdf3\", step = [\"0.1\", \"0.05\"]}]"),
              testing::HasSubstr("two columns are called 'a q'"));
  EXPECT_THAT(refused("components = [\"x\", \"y\", \"angle\", \"more\"]\n" + first + "]"),
              testing::HasSubstr("at most 3 are allowed"));
  EXPECT_THAT(refused("components = [\"x\"]\noutputs = [\"y\"]\n" + first + "]"),
              testing::HasSubstr("'outputs' is given"));
}

}  // namespace
}  // namespace plumb
