// A multistep formula computes its initial history by steps backwards in time. In these steps the fast decay of a
// damper becomes growth, so the equations of a step of a certain size are nearly singular (a pole of the stability
// function). The start must succeed with any step size.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "tests/moved_problem.hpp"
#include "text/file_text.hpp"

namespace plumb::testing {
namespace {

Vec<double> moved_by(const char* method, const Problem& problem, const char* damping, double end, int steps) {
  MovedProblem<double> moved(problem, Parameters(problem.parameters, {{"damping", damping}}), "index1");
  const auto result = moved.by(method, end, steps);
  EXPECT_EQ(result.status, Status::ok) << method << ": " << result.detail;
  return moved.x.q;
}

// If the damping of the governor's couplings is doubled, the pole is at half the step size.
TEST(StartNearAPole, IsPassedByShorterSteps) {
  const char* path = "examples/mechanisms/flyball-governor.toml";
  const auto problem = mechanism_problem(mechanism_from_text(file_text(path, "the example"), path));
  using Case = std::pair<const char*, int>;
  for (const auto& [damping, steps] : {Case("4e4", 399), Case("4e4", 400), Case("8e4", 800)}) {
    SCOPED_TRACE(fmt::format("damping {} N s/m, 1/{} s", damping, steps));
    const double end = 4. / steps;
    const auto q = moved_by("bdf2", problem, damping, end, 4), exact = moved_by("radau-iia", problem, damping, end, 8);
    EXPECT_LE((q - exact).cwiseAbs().maxCoeff(), 1e-3);
  }
}

}  // namespace
}  // namespace plumb::testing
