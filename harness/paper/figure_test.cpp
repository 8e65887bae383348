// Tests of the kinds of figures that are computed from runs, on the pendulum.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "harness/paper/figure.hpp"
#include "harness/paper/testing/figures.hpp"

namespace plumb {
namespace {

using namespace figure_testing;

TEST(FigureData, TrajectoriesHaveValuesAtTheirOwnTimes) {
  const auto table = data(std::string(R"(kind = "trajectory"
outputs = ["x"]
exact = true
curves = [{name = "coarse", method = "bdf2", step = "0.3"}, {name = "fine", method = "bdf2", step = "0.2"}]
)") + on_the_pendulum);
  ASSERT_EQ(table.columns.size(), 4U);
  const std::map<double, std::pair<bool, bool>> of_runs = {
      {0, {1, 1}}, {0.2, {0, 1}}, {0.3, {1, 0}}, {0.4, {0, 1}}, {0.6, {1, 1}}};
  std::size_t found = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double t = value(table, i, "t");
    const auto at = of_runs.find(t);
    const auto present = at == of_runs.end() ? std::pair{false, false} : at->second;
    found += at != of_runs.end();
    EXPECT_EQ(!table.rows[i][1].missing(), present.first) << t;
    EXPECT_EQ(!table.rows[i][2].missing(), present.second) << t;
    EXPECT_FALSE(table.rows[i][3].missing()) << t;
  }
  EXPECT_EQ(found, of_runs.size());
}

// Fails if points are added to resolve rounding errors of the certified motion: a constant energy would have 50 000
// rows.
TEST(FigureData, RoundingIsNotRefined) {
  for (const char* outputs :
       {R"(["energy"])", R"(["x", "energy"])", R"(["violation.position", "violation.velocity"])"}) {
    const auto table = data("kind = \"trajectory\"\nexact = true\noutputs = " + std::string(outputs) +
                            "\ncurves = [{name = \"a\", method = \"bdf2\", step = \"0.1\"}]\n" + on_the_pendulum);
    EXPECT_LT(table.rows.size(), 1000U) << outputs;
  }
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
  EXPECT_GT(value(table, 2, printed),
            0.5 * value(table, 1, certified));  // twice the step of an order-2 method: 4 times the error
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
  EXPECT_THAT(errors(""), ::testing::HasSubstr("errors need a [reference]"));
  EXPECT_THAT(errors("reference = {name = \"r\", method = \"bdf2\", step = \"0.2\"}"),
              ::testing::HasSubstr("'a' has a sample at 0.1 s, but the reference has none"));
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

// The slider's velocity is the backward difference of its positions, which are exact. Fails if the error of an output
// is computed from the coordinate with the same index.
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

// Fails if the data contain rows before `from`, or lack rows after it.
TEST(FigureData, TrajectoriesMayBeginLater) {
  const auto table = data(std::string(R"(kind = "trajectory"
outputs = ["x"]
from = 0.2
curves = [{name = "a", method = "bdf2", step = "0.1", samples = 0}]
)") + on_the_pendulum);
  ASSERT_FALSE(table.rows.empty());
  EXPECT_EQ(value(table, 0, "t"), 0.2);
  const auto whole = data(std::string(R"(kind = "trajectory"
outputs = ["x"]
curves = [{name = "a", method = "bdf2", step = "0.1", samples = 0}]
)") + on_the_pendulum);
  ASSERT_EQ(whole.rows.size(), table.rows.size() + 2);
  EXPECT_EQ(value(whole, 2, "a x"), value(table, 0, "a x"));
}

// A step of bathe has two stages. Fails if the abscissa is the step, or if the norm is not that of `plumb run`.
TEST(FigureData, ConvergenceByStageComparesStepsOfOneStage) {
  const auto figure = [](const std::string& step, const std::string& by_stage) {
    return data("kind = \"convergence\"\noutputs = [\"x\"]\nnorm = \"re\"\n" + by_stage +
                "curves = [{name = \"one\", method = \"bdf2\", step = [\"0.02\", \"0.01\"], samples = 0}, {name = "
                "\"two\", method = \"bathe\", step = [" +
                step + "], samples = 0}]\n" + on_the_pendulum);
  };
  const auto table = figure("\"0.04\", \"0.02\"", "by_stage = true\n");
  EXPECT_EQ(value(table, 0, "dt/n"), 0.02);
  EXPECT_GT(value(table, 0, "one x"), 3 * value(table, 1, "one x"));
  EXPECT_THROW(figure("\"0.04\", \"0.02\"", ""), UsageError);
  EXPECT_THROW(figure("\"0.02\", \"0.01\"", "by_stage = true\n"), UsageError);
  const auto relative = value(figure("\"0.02\", \"0.01\"", ""), 0, "one x");
  EXPECT_EQ(relative, value(table, 0, "one x"));
  EXPECT_LT(relative, 0.1);
}

// Fails if a norm over the motion is the error at its end, or is taken at other times than the run's samples.
TEST(FigureData, ConvergenceInTheRootMeanSquareIsThatOfTheSamples) {
  const auto figure = [](const std::string& norm, const std::string& samples) {
    return data("kind = \"convergence\"\noutputs = [\"x\"]\n" + norm +
                "curves = [{name = \"a\", method = \"bdf2\", step = [\"0.02\", \"0.01\"]" + samples + "}]\n" +
                on_the_pendulum);
  };
  const auto rms = figure("norm = \"rms\"\n", ", samples = 0"), end = figure("", "");
  const auto trajectory = data(std::string(R"(kind = "trajectory"
outputs = ["x"]
exact = true
curves = [{name = "a", method = "bdf2", step = "0.02", samples = 0}]
)") + on_the_pendulum);
  double squares = 0, samples = 0;
  for (std::size_t i = 1; i < trajectory.rows.size(); ++i) {
    if (trajectory.rows[i][1].missing()) continue;  // the certified motion has rows between the times of the run
    squares += std::pow(value(trajectory, i, "a x") - value(trajectory, i, "exact x"), 2);
    ++samples;
  }
  const double expected = std::sqrt(squares / samples);
  EXPECT_NEAR(value(rms, 0, "a x"), expected, 1e-12 * expected + 1e-17);
  EXPECT_GT(std::abs(value(rms, 0, "a x") / value(end, 0, "a x") - 1), 0.1);
  EXPECT_NE(value(figure("norm = \"rms\"\n", ", samples = 2"), 0, "a x"), value(rms, 0, "a x"));
  EXPECT_THROW(figure("norm = \"mean\"\n", ""), UsageError);
  EXPECT_THROW(data("kind = \"convergence\"\nnorm = \"rms\"\ncurves = [{name = \"a\", method = \"bdf2\", step = "
                    "[\"0.02\"]}]\n" +
                    std::string(on_the_pendulum)),
               UsageError)
      << "of coordinates";
}

// Fails if curves with different steps, or more components than coordinates, are accepted.
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
              ::testing::HasSubstr("the steps of 'b' and 'a' differ"));
  EXPECT_THAT(refused(first + "{name = \"a\", method = \"bdf3\", step = [\"0.1\", \"0.05\"]}]"),
              ::testing::HasSubstr("two columns have the name 'a q'"));
  EXPECT_THAT(refused("components = [\"x\", \"y\", \"angle\", \"more\"]\n" + first + "]"),
              ::testing::HasSubstr("at most 3 components are allowed"));
  EXPECT_THAT(refused("components = [\"x\"]\noutputs = [\"y\"]\n" + first + "]"),
              ::testing::HasSubstr("'outputs' replaces coordinates"));
}

// Fails if a figure of stability has no point exactly at the limit that it shows.
TEST(FigureData, RadiiAreGivenAtTheLimitsOfStability) {
  const auto table = data(R"~(kind = "spectral-radius"
omega_dt = ["0.05", "4"]
points = 30
curves = [
  {name = "degree 3", method = "degree3(alpha=1,beta=1/2)"}, {name = "CD", method = "cd"},
  {name = "ERK4", method = "erk4"}, {name = "HHT", method = "hht"},
]
)~");
  std::map<std::string, double> limits;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto of = text(table, i, "limit of");
    if (of.empty() || of == "-") continue;
    limits[of] = value(table, i, "omega h");
    EXPECT_NEAR(value(table, i, of.substr(0, of.find(';'))), 1, 1e-5);
  }
  EXPECT_EQ(limits.size(), 2U);
  EXPECT_EQ(limits["degree 3; CD"], 2);
  EXPECT_NEAR(limits["ERK4"], 2 * std::numbers::sqrt2, 1e-10);
}

// The run has about three steps in a period, but the certified motion must be a smooth line. Fails if the motion is
// sampled only at the times of the run.
TEST(FigureData, CertifiedMotionsAreSmooth) {
  const auto table = data(R"~(kind = "trajectory"
outputs = ["x"]
exact = true
curves = [{name = "run", method = "cd", step = "1.9"}]
[common]
problem = "oscillator(omega=1,amplitude=0,start=given,position=1)"
formulation = "ode"
t_end = "19"
samples = 10
)~");
  double last_t = 0, last_x = 1;
  std::size_t of_the_run = 0;
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    const double t = value(table, i, "t"), x = value(table, i, "exact x");
    const double middle = std::cos((t + last_t) / 2);
    EXPECT_NEAR(x, std::cos(t), 1e-12);
    EXPECT_NEAR((x + last_x) / 2, middle, 1e-3) << t;
    of_the_run += !table.rows[i][1].missing();
    last_t = t;
    last_x = x;
  }
  EXPECT_EQ(of_the_run, 10U);
  EXPECT_LT(table.rows.size(), 2000U);
}

}  // namespace
}  // namespace plumb
