// A run must report the time at which a joint exceeds its limits, in minimal and spatial coordinates.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Writes a mechanism with a wheel at 2 rad/s and a rail at 0.5 m/s, without forces.
std::string limited(const std::string& name, const std::string& wheel, const std::string& rail) {
  const auto path = scratch_folder() / (name + ".toml");
  std::ofstream(path) << "schema = 1\nname = \"limited\"\nt_end = 4\ngravity = [0, 0, 0]\n"
                         "[[body]]\nname = \"wheel\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"
                         "angular_velocity = [0, 0, 2]\n"
                         "[[body]]\nname = \"cart\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 1, 0]\n"
                         "velocity = [0.5, 0, 0]\n"
                         "[[joint]]\nname = \"axle\"\nkind = \"revolute\"\nbodies = [\"ground\", \"wheel\"]\n"
                         "point = [0, 0, 0]\naxis = [0, 0, 1]\nlimits = "
                      << wheel
                      << "\n[[joint]]\nname = \"rail\"\nkind = \"translational\"\nbodies = [\"ground\", \"cart\"]\n"
                         "point = [0, 1, 0]\naxis = [1, 0, 0]\nlimits = "
                      << rail << "\n";
  return "@" + path.string();
}

std::string note_of(const std::string& problem, const std::string& formulation, const std::string& end) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method.name = "rattle";
  request.step = "1e-2";
  request.settings["t_end"] = end;
  const auto result = run_cell(resolve(request), {});
  EXPECT_EQ(result.status, Status::ok) << result.reason;
  return result.note;
}

TEST(JointLimits, ArePassedAtATime) {
  const auto problem = limited("plumb-limits", "[-1, 1.2]", "[0, 1]");
  for (const char* formulation : {"ode", "index3"}) {
    const auto note = note_of(problem, formulation, "3");
    EXPECT_THAT(note, HasSubstr("axle (-1 to 1.2 rad) from t = 0.61 s")) << formulation;
    EXPECT_THAT(note, HasSubstr(", rail (0 to 1 m) from t = 2.01 s are beyond")) << formulation;
    EXPECT_THAT(note_of(problem, formulation, "0.5"), Not(HasSubstr("limits"))) << formulation;
  }
}

// Four radians exceed 3. They are within 5, although spatial coordinates represent them as 4 − 2π.
TEST(JointLimits, OfMoreThanHalfATurnAreNotPassedByTheWayAnglesAreReported) {
  const auto wide = limited("plumb-wide", "[-1, 5]", "[-9, 9]");
  for (const char* formulation : {"ode", "index3"}) EXPECT_EQ(note_of(wide, formulation, "2"), "") << formulation;
  const auto turns = note_of(wide, "ode", "3");
  EXPECT_THAT(turns, HasSubstr("axle (-1 to 5 rad) from t = 2.51 s is beyond"));
}

}  // namespace
}  // namespace plumb
