// A mechanism that falls from rest does not move in its joints: joint coordinates are only rounding noise, but
// the motion has a reference.

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

// Two masses on springs and a damper, which begin in equilibrium; the ground begins to move at 0.5 s.
Problem resting(const std::string& driver) {
  return mechanism_problem(mechanism_from_text(R"(schema = 1
name = "resting"
t_end = 1
start = "equilibrium"
[[body]]
name = "road"
mass = 0
inertia = [0, 0, 0]
position = [0, 0, 0]
[[body]]
name = "wheel"
mass = 40
inertia = [1, 1, 1]
position = [0, 0, 0.3]
[[body]]
name = "body"
mass = 400
inertia = [50, 50, 50]
position = [0, 0, 0.8]
[[joint]]
name = "road_guide"
kind = "translational"
bodies = ["ground", "road"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "wheel_guide"
kind = "translational"
bodies = ["ground", "wheel"]
point = [0, 0, 0.3]
axis = [0, 0, 1]
[[joint]]
name = "body_guide"
kind = "translational"
bodies = ["ground", "body"]
point = [0, 0, 0.8]
axis = [0, 0, 1]
[[driver]]
name = "bump"
joint = "road_guide"
coordinate = "translation"
)" + driver + R"(
[[force]]
name = "tyre"
kind = "spring"
bodies = ["road", "wheel"]
on_first = { point = [0, 0, 0] }
on_second = { point = [0, 0, 0] }
stiffness = 180000
free_length = 0.3
[[force]]
name = "suspension"
kind = "spring"
bodies = ["wheel", "body"]
on_first = { point = [0, 0, 0] }
on_second = { point = [0, 0, 0] }
stiffness = 20000
damping = 1500
free_length = 0.5
)",
                                               "resting.toml"));
}

TEST(RestingMechanism, IsCertifiedUntilItIsMovedAndAfter) {
  const auto still = resting("polynomial = [0]");
  const Solution rests(still, Parameters(still.parameters, {}));
  EXPECT_GE(rests.digits(1, 20), 20);
  EXPECT_EQ(rests.carried(1).v.cwiseAbs().maxCoeff(), 0);

  const auto moved = resting("pieces = [{ until = 0.5, polynomial = [0] }, { until = 0.7, ramp = [0, 0.05] }]");
  const Solution moves(moved, Parameters(moved.parameters, {}));
  EXPECT_GE(moves.digits(quad("0.6"), 20), 20);
  EXPECT_GT(moves.carried(quad("0.6")).v.cwiseAbs().maxCoeff(), 0.01);
}

// The angles of joints with oblique axes are found from rotation matrices, so that they are rounding where they are 0.
TEST(RestingMechanism, HasAnglesOfExactlyZero) {
  const char* robot = R"(<robot name="rest">
  <link name="base"/>
  <link name="wheel"><inertial><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.03"/></inertial></link>
  <link name="arm"><inertial><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.03"/></inertial></link>
  <joint name="a" type="continuous"><parent link="base"/><child link="wheel"/><origin xyz="0 0 1" rpy="0.3 0.2 0.1"/><axis xyz="0.3 0.2 1"/></joint>
  <joint name="b" type="continuous"><parent link="wheel"/><child link="arm"/><origin xyz="0 0 0" rpy="0.5 -0.2 0.1"/><axis xyz="1 0.2 0.1"/></joint>
</robot>)";
  const auto problem =
      mechanism_problem(mechanism_from_text("schema = 1\nname = \"rest\"\nt_end = 1\n[urdf]\nfile = \"rest.urdf\"\n",
                                            "rest.toml", [robot](const std::string&) { return std::string(robot); }));
  const Solution rests(problem, Parameters(problem.parameters, {}));
  EXPECT_GE(rests.digits(1, 20), 20);
  EXPECT_EQ(rests.carried(1).v.cwiseAbs().maxCoeff(), 0);
}

TEST(DroppedMechanism, IsCertified) {
  const auto problem = dropped();
  const Solution falls(problem, Parameters(problem.parameters, {}));
  EXPECT_GE(falls.digits(quad("0.5"), 20), 20);
}

}  // namespace
}  // namespace plumb
