// A block sticks: smooth friction balances a push at a small fraction of the transition speed. Newton's iteration
// overshoots this solution unless its increments are shortened.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/joint_coordinates.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

std::string block(double push, double speed) {
  return fmt::format(R"(schema = 1
name = "stick"
t_end = 1
[[body]]
name = "block"
shape = {{ kind = "box", size = [0.1, 0.1, 0.1] }}
mass = 1
position = [0, 0, 0]
[[joint]]
name = "rail"
kind = "translational"
bodies = ["ground", "block"]
point = [0, 0, 0]
axis = [1, 0, 0]
[[force]]
name = "pull"
kind = "force"
body = "block"
vector = [{}, 0, 0]
[[force]]
name = "rub"
kind = "translational-spring"
joint = "rail"
stiffness = 0
friction = 4
friction_speed = {}
)",
                     push, speed);
}

// Tests the creeping speed v, which follows from 4 tanh(v/speed) = push.
void expect_creep(const char* formulation, const char* method) {
  for (const double push : {2., 3.9, -1.})
    for (const double speed : {1e-3, 1e-4, 1e-6}) {
      SCOPED_TRACE(fmt::format("{} on {}, {} N, {} m/s", method, formulation, push, speed));
      const auto text = mechanism_from_text(block(push, speed), "stick.toml");
      const auto problem = with_joint_coordinates(mechanism_problem(text), text.mechanism);
      MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), formulation);
      const auto result = moved.by(method, 0.1, 100);
      ASSERT_EQ(result.status, Status::ok) << result.detail;
      EXPECT_NEAR(moved.x.v[0] / speed, std::atanh(push / 4), 1e-6);
    }
}

TEST(StickingFriction, LetsABlockCreepInTheCoordinateOfItsJoint) {
  for (const char* method : {"radau-iia", "generalized-alpha", "bdf2", "lobatto-iiic"}) expect_creep("ode", method);
}
TEST(StickingFriction, LetsABlockCreepOnItsConstraints) {
  for (const char* method : {"radau-iia", "generalized-alpha", "bdf2"}) expect_creep("index3", method);
}

}  // namespace
}  // namespace plumb::testing
