// Tests of work-precision diagrams, on the pendulum: costs, limits of the errors, and methods left out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/paper/testing/figures.hpp"

namespace plumb {
namespace {

using namespace figure_testing;

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
  EXPECT_THAT(text(table, 1, "limited"), ::testing::HasSubstr("rounding-limited: q"));
  EXPECT_EQ(text(table, 2, "status"), "newton-diverged");
  EXPECT_THAT(text(table, 2, "reason"), ::testing::HasSubstr("increment"));
}

// Fails if the Newton tolerance does not limit errors, or if it does although an error below it shows the contrary.
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
  EXPECT_THAT(limited(0), ::testing::HasSubstr("newton-limited: v"));
  EXPECT_LT(value(table, 0, "wall v"), 1e-6) << "the tolerance is the run's own, and no wall of the problem";
  for (const std::size_t row : {1U, 2U}) EXPECT_THAT(limited(row), ::testing::Not(::testing::HasSubstr("newton")));
}

// Fails if errors of one angle are compared with errors of all coordinates, or if multipliers that follow from the
// motion are left out.
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
  EXPECT_GT(value(same, 0, "error q"), 1.05 * angle);  // includes the errors of x and y
  EXPECT_LT(value(same, 0, "error q"), 2 * angle);
  EXPECT_GT(value(same, 0, "error lambda"), value(same, 0, "wall lambda"));
  EXPECT_LT(value(same, 0, "error lambda"), 1);
  for (const char* column : {"error q", "error v", "error a", "error lambda", "wall q", "cost"})
    EXPECT_EQ(value(own, 1, column), value(same, 1, column)) << column;
  EXPECT_EQ(value(own, 0, "cost"), value(same, 0, "cost"));
}

// Fails if the selected run has a tolerance that changes the error, costs more than another suitable run, or failed
// although a run with another tolerance succeeds.
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

// Fails if stages solved in the basis of eigenvectors cost as much as one large matrix: three stages are one real and
// one complex system.
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

// Fails if errors of velocities are ignored: this tolerance changes them by two thirds, and positions by 1.5 %.
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

// Fails if the cost of an operation is wrong, or if stages solved together cost no more than separate stages.
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

// Fails if multipliers for positions and velocities (GGL) cost no more than one set of multipliers, or if the matrix of
// a chain costs as much as a dense matrix.
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

// Fails if a method is neither in a curve nor in `left_out`, or if it is in both.
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
  EXPECT_THAT(refused("[\"bdf3: too long\"]"),
              ::testing::HasSubstr("is neither in a curve nor in left_out with a reason"));
  EXPECT_THAT(refused("[\"bdf2: it is there\"]"), ::testing::HasSubstr("bdf2 is listed twice"));
  EXPECT_THAT(refused("[\"bdf3\"]"), ::testing::HasSubstr("METHOD: reason"));
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
  EXPECT_THAT(refused("squeezer", "formulation = \"absolute-index1\""),
              ::testing::HasSubstr("cannot be converted to these"));
  EXPECT_THAT(refused("squeezer", "formulation = \"ode\", precision = \"quad\""),
              ::testing::HasSubstr("only runs in double"));
  EXPECT_EQ(refused("squeezer", "formulation = \"ode\""), "accepted");
}

}  // namespace
}  // namespace plumb
