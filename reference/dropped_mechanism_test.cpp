// What falls from rest moves in none of its joints: there its coordinates are nothing but rounding, and its motion is
// known all the same.

#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

Problem dropped() {
  return mechanism_problem(mechanism_from_text(R"(schema = 1
name = "dropped"
t_end = 1
[[body]]
name = "base"
mass = 2
inertia = [0.02, 0.03, 0.04]
position = [0, 0, 0]
[[body]]
name = "leg"
mass = 0.7
inertia = [0.004, 0.003, 0.001]
position = [0.13, 0.02, -0.21]
[[body]]
name = "foot"
mass = 0.3
inertia = [0.002, 0.003, 0.001]
position = [0.13, 0.12, -0.41]
[[joint]]
name = "hip"
kind = "revolute"
bodies = ["base", "leg"]
point = [0.13, 0.01, -0.1]
axis = [0.3, 1, 0.1]
[[joint]]
name = "knee"
kind = "revolute"
bodies = ["leg", "foot"]
point = [0.13, 0.03, -0.3]
axis = [0, 1, 0.7]
[[output]]
name = "foot_z"
kind = "position"
body = "foot"
component = "z"
)",
                                               "dropped.toml"));
}

// This fails if digits are counted from coordinates that are rounding alone.
TEST(DroppedMechanism, IsKnownThoughNothingMovesInItsJoints) {
  const auto problem = dropped();
  const Parameters data(problem.parameters, {});
  const quad t("0.25"), z = quad("-0.41") - quad("9.81") * t * t / 2;
  const Solution falls(problem, data, {ReferenceKind::quick, t});
  EXPECT_GE(falls.digits(t, falls.least_digits()), 10);
  EXPECT_LT(abs(falls.at(t, problem.formulations.front()).outputs[0] - z), quad(1e-15));
}

}  // namespace
}  // namespace plumb
