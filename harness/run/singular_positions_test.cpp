// Mechanisms are driven to configurations in which their equations are singular. A run must end there with a reason, or
// pass with correct results.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Writes three bars in the plane of x and z. The ground's pivots are (0, 0, 0) and (2, 0, 1 − right), the upper ends
/// (0, 0, 1) and (2, 0, 1). The joint turns by `angle`, at 2 rad/s.
std::string driven_bars(const std::string& right, const std::string& driven, const std::string& name,
                        const std::string& angle = "[0, 2]") {
  const auto bar = [](const std::string& body, const std::string& axis, const std::string& length,
                      const std::string& position) {
    return "[[body]]\nname = \"" + body + "\"\nmass = 1\nshape = { kind = \"bar\", axis = \"" + axis +
           "\", length = " + length + ", width = 0.05 }\nposition = [" + position + "]\n";
  };
  const auto hinge = [](const std::string& joint, const std::string& bodies, const std::string& point) {
    return "[[joint]]\nname = \"" + joint + "\"\nkind = \"revolute\"\nbodies = [" + bodies + "]\npoint = [" + point +
           "]\naxis = [0, 1, 0]\n";
  };
  const auto path = scratch_folder() / (name + ".toml");
  std::ofstream(path) << "schema = 1\nname = \"bars\"\nt_end = 3\nredundant = \"remove\"\nstart = \"correct\"\n"
                      << "[parameters]\nright = " << right << "\n"
                      << bar("crank", "z", "1", "0, 0, 0.5") << bar("coupler", "x", "2", "1, 0, 1")
                      << bar("rocker", "z", "\"right\"", "2, 0, \"1 - right/2\"")
                      << hinge("a", "\"ground\", \"crank\"", "0, 0, 0")
                      << hinge("b", "\"crank\", \"coupler\"", "0, 0, 1")
                      << hinge("c", "\"coupler\", \"rocker\"", "2, 0, 1")
                      << hinge("d", "\"rocker\", \"ground\"", "2, 0, \"1 - right\"")
                      << "[[driver]]\nname = \"motor\"\njoint = \"" << driven
                      << "\"\ncoordinate = \"rotation\"\npolynomial = " << angle << "\n";
  return "@" + path.string();
}

struct DrivenEnd {
  StepResult result;
  std::int64_t steps = 0;  // number of steps before the failure
  std::vector<double> state;
};

DrivenEnd driven_end(const std::string& problem, const std::string& formulation, const std::string& method,
                     std::int64_t most_steps, const std::string& step = "1e-2") {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method.name = method;
  request.step = step;
  request.settings["t_end"] = "3";
  const auto run = runner_of(resolve(request));
  DrivenEnd end{run.start(), 0, {}};
  while (end.result.status == Status::ok && end.steps < most_steps) {
    end.result = run.take(1);
    if (end.result.status == Status::ok) ++end.steps;
  }
  end.state = run.state();
  return end;
}

constexpr std::pair<const char*, const char*> implicit_runs[] = {{"index3", "bdf2"},
                                                                 {"index3", "radau-iia"},
                                                                 {"index3", "generalized-alpha"},
                                                                 {"index3", "half-implicit"},
                                                                 {"index3", "rattle"},
                                                                 {"index2", "bdf2"},
                                                                 {"ggl", "bdf2"},
                                                                 {"index1", "radau-iia"}};

// The rocker of 1.5 m moves towards the crank until it and the coupler lie on a line. There the upper end c is 1 m from
// the crank's pivot: 6 sin x + 1.5 cos x = 5.5 for its angle x = 2 t, at t = 0.4256 s.
TEST(SingularPositions, ALockedFourBarEndsTheRunThere) {
  const auto problem = driven_bars("1.5", "d", "locked");
  std::vector<std::pair<const char*, const char*>> runs(std::begin(implicit_runs), std::end(implicit_runs));
  runs.emplace_back("independent", "erk4");
  for (const auto& [formulation, method] : runs) {
    const auto end = driven_end(problem, formulation, method, 300);
    const auto title = std::string(formulation) + " " + method + ": " + std::string(name(end.result.status));
    EXPECT_TRUE(end.result.status == Status::singular || end.result.status == Status::newton_diverged) << title;
    EXPECT_GE(end.steps, 38) << title;
    EXPECT_LE(end.steps, 43) << title;
  }
}

// At t = π/4 all bars of the parallelogram lie on one line. From there it could continue as a crossed four-bar linkage.
TEST(SingularPositions, AParallelogramPassesTheFlatPositionOrEndsThere) {
  const auto problem = driven_bars("1", "a", "flat");
  for (const auto& [formulation, method] : implicit_runs) {
    const auto end = driven_end(problem, formulation, method, 100);
    const auto title = std::string(formulation) + " " + method + ": " + std::string(name(end.result.status));
    if (end.result.status != Status::ok) {
      EXPECT_TRUE(end.result.status == Status::singular || end.result.status == Status::newton_diverged) << title;
      EXPECT_GE(end.steps, 70) << title;
      EXPECT_LE(end.steps, 82) << title;
      continue;
    }
    EXPECT_NEAR(end.state[2], std::cos(2.) / 2, 0.02) << title;   // height of the crank
    EXPECT_NEAR(end.state[16], std::cos(2.) / 2, 0.02) << title;  // height of the rocker
  }
}

/// The angle of the upright bars of examples/mechanisms/n-four-bar.toml. They move like a pendulum of the length
/// (3 + width²/4)/3.5 m, which starts upright with 1 rad/s.
double angle_of_windows(double t) {
  const double acceleration = 9.81 * 3.5 / (3 + 0.0001 / 4), h = t / 20000;
  double angle = 0, rate = 1;
  for (int n = 0; n < 20000; ++n) {  // the midpoint rule
    const double middle = angle + h / 2 * rate, faster = rate + h / 2 * acceleration * std::sin(angle);
    angle += h * faster;
    rate += h * acceleration * std::sin(middle);
  }
  return angle;
}

// At 0.714 s all bars lie on one line, where the constraints leave three freedoms instead of one.
TEST(SingularPositions, WindowsPassTheLineWithAnAugmentedLagrangian) {
  const auto end = driven_end("@examples/mechanisms/n-four-bar.toml", "augmented-lagrangian", "erk4", 2000, "1e-3");
  const double angle = angle_of_windows(2);
  ASSERT_EQ(end.result.status, Status::ok);
  EXPECT_NEAR(end.state[0], std::sin(angle) / 2, 1e-4);
  EXPECT_NEAR(end.state[1], std::cos(angle) / 2, 1e-4);
}

// Files have no drivers that jump (mechanism_text_test.cpp). A driver that comes close to a jump overflows in the first
// step.
TEST(SingularPositions, ADriverThatOverflowsEndsTheRunThere) {
  const auto problem = driven_bars("1", "a", "overflow", "[0, 2, 1e307]");
  std::vector<std::pair<const char*, const char*>> runs(std::begin(implicit_runs), std::end(implicit_runs));
  runs.emplace_back("index1", "erk4");
  for (const auto& [formulation, method] : runs) {
    const auto end = driven_end(problem, formulation, method, 300);
    const auto title = std::string(formulation) + " " + method + ": " + std::string(name(end.result.status));
    EXPECT_TRUE(broke_down(end.result.status)) << title;
    EXPECT_LE(end.steps, 1) << title;
  }
}

}  // namespace
}  // namespace plumb
