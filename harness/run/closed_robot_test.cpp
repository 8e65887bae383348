// The mechanism file connects the end of a URDF robot to the ground and drives its first joint. The result is a
// parallelogram at constant speed: its coupler does not rotate, and its energy changes only with height.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

std::string urdf_link(const std::string& name, const std::string& centre, const std::string& mass) {
  return "<link name=\"" + name + "\"><inertial><origin xyz=\"" + centre + " 0 0\"/><mass value=\"" + mass +
         "\"/><inertia ixx=\"0.01\" ixy=\"0\" ixz=\"0\" iyy=\"0.3\" iyz=\"0\" izz=\"0.3\"/></inertial></link>\n";
}
std::string urdf_joint(const std::string& name, const std::string& parent, const std::string& child,
                       const std::string& at) {
  return "<joint name=\"" + name + "\" type=\"continuous\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/><origin xyz=\"" + at + " 0 0\"/><axis xyz=\"0 1 0\"/></joint>\n";
}

/// Crank and rocker are 1.2 m long, the coupler 2 m. The rocker turns about (2, 0, 0), which is its own point (1.2, 0,
/// 0).
std::string parallelogram() {
  const auto& folder = scratch_folder();
  std::ofstream(folder / "plumb-bars.urdf")
      << "<robot name=\"bars\"><link name=\"world\"/>\n"
      << urdf_link("crank", "0.6", "1.5") << urdf_link("coupler", "1", "2.5") << urdf_link("rocker", "0.6", "0.8")
      << urdf_joint("shoulder", "world", "crank", "0") << urdf_joint("elbow", "crank", "coupler", "1.2")
      << urdf_joint("wrist", "coupler", "rocker", "2") << "</robot>";
  std::ofstream(folder / "plumb-bars.toml") << R"(schema = 1
name = "bars"
t_end = 0.25
redundant = "remove"
start = "correct"
[urdf]
file = "plumb-bars.urdf"
[initial]
shoulder = 0.3
elbow = -0.3
wrist = "pi + 0.3"
[[joint]]
name = "closing"
kind = "revolute"
bodies = ["world", "rocker"]
on_first = { point = [2, 0, 0], axis = [0, 1, 0] }
on_second = { point = [1.2, 0, 0], axis = [0, 1, 0] }
[[driver]]
name = "motor"
joint = "shoulder"
coordinate = "rotation"
polynomial = [0.3, 2]
[[output]]
name = "tip_x"
kind = "position"
body = "coupler"
component = "x"
point = [0, 0, 0]
[[output]]
name = "tip_z"
kind = "position"
body = "coupler"
component = "z"
point = [0, 0, 0]
[[output]]
name = "coupler_axis_x"
kind = "attitude"
body = "coupler"
axis = [1, 0, 0]
component = "x"
[[output]]
name = "rocker_axis_z"
kind = "attitude"
body = "rocker"
axis = [1, 0, 0]
component = "z"
[[output]]
name = "torque"
kind = "effort"
driver = "motor"
)";
  return "@" + (folder / "plumb-bars.toml").string();
}

// A turn about y takes the x axis to (cos, 0, −sin). So V = −g sin(angle) length (m1/2 + m2 + m3/2), and the torque is
// V'.
TEST(ClosedRobot, MovesAsAParallelogramDoes) {
  const auto problem = parallelogram();
  constexpr double length = 1.2, angle = 0.3 + 2 * 0.25;                      // m, rad at t = 0.25 s
  constexpr double crank = 1.5, coupler = 2.5, rocker = 0.8, gravity = 9.81;  // kg, m/s²
  const std::map<std::string, double> expected = {
      {"tip_x", length * std::cos(angle)},
      {"tip_z", -length * std::sin(angle)},
      {"coupler_axis_x", 1},
      {"rocker_axis_z", std::sin(angle)},
      {"torque", -gravity * length * std::cos(angle) * (crank / 2 + coupler + rocker / 2)}};
  for (const auto& [formulation, method] : {std::pair("index3", "rattle"), std::pair("index3", "radau-iia"),
                                            std::pair("ggl", "bdf2"), std::pair("index1", "erk4")}) {
    CellRequest request;
    request.problem.name = problem;
    request.formulation.name = formulation;
    request.method.name = method;
    request.step = "1e-3";
    const auto result = run_cell(resolve(request), {});
    ASSERT_EQ(result.status, Status::ok) << method << ": " << result.reason;
    for (const auto& [name, value] : expected)
      EXPECT_NEAR(result.final_state.outputs.at(name), value, 2e-6 * (1 + std::abs(value))) << method << " " << name;
  }
}

}  // namespace
}  // namespace plumb
