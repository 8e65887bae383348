// Tests the obstacles to joint coordinates: the test removes one reported obstacle after the other.

#include "problems/mechanisms/fit_for_joints.hpp"

#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using testing::example_mechanism;
using testing::example_problem;
using testing::replaced;
using testing::written_mechanism;

// Two floating bodies, and a third body that forms a loop with the second.
const std::string three_bodies = R"(schema = 1
name = "three"
t_end = 1
redundant = "remove"
[[body]]
name = "trunk"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 0]
[[body]]
name = "arm"
mass = 1
inertia = [1, 1, 1]
position = [1, 0, 0]
[[body]]
name = "hand"
mass = 1
inertia = [1, 1, 1]
position = [2, 0, 0]
[[joint]]
name = "shoulder"
kind = "revolute"
bodies = ["trunk", "arm"]
point = [0.5, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "wrist"
kind = "revolute"
bodies = ["arm", "hand"]
point = [1.5, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "rail"
kind = "translational"
bodies = ["hand", "trunk"]
point = [1, 0, 0]
axis = [1, 0, 0]
)";
const std::string factor = "factor = { pieces = [{ until = 1, polynomial = [1] }, { until = 2, polynomial = [0] }] }\n";
const std::string coil = "[[force]]\nname = \"coil\"\nkind = \"rotational-spring\"\njoint = \"wrist\"\ndamping = 2\n";

std::string obstacle(const mbs::Mechanism& mechanism) {
  const auto found = mbs::obstacle_to_joint_coordinates(mechanism);
  return found ? found->item + ": " + found->why : "";
}

TEST(FitForJoints, ABallAloneLeadsNowhere) {
  ASSERT_EQ(obstacle(written_mechanism(three_bodies)), "");
  const auto ball = replaced(three_bodies, "kind = \"revolute\"", "kind = \"spherical\"");
  EXPECT_EQ(obstacle(written_mechanism(ball)), "") << "the hand carries the arm";
  EXPECT_EQ(obstacle(written_mechanism(replaced(ball, "kind = \"revolute\"", "kind = \"spherical\""))),
            "joint 'shoulder': a spherical joint is the only joint on the path to body 'arm'; a revolute or "
            "translational joint is "
            "required there");
  EXPECT_EQ(obstacle(example_mechanism("rolling-disk")),
            "joint 'road': a rolling-disk joint constrains velocities only");
}

TEST(FitForJoints, WhatActsOutsideOfThemIsNamed) {
  EXPECT_EQ(obstacle(example_mechanism("crank")), "driver 'motor': it imposes a motion");
  EXPECT_EQ(obstacle(example_mechanism("cantilever")), "beam 'strip': the nodes of a beam are not connected by joints");
  EXPECT_EQ(obstacle(written_mechanism(three_bodies + coil)), "");
  EXPECT_EQ(obstacle(written_mechanism(three_bodies + coil + factor)),
            "force 'coil': its force has a factor over time");
  EXPECT_EQ(obstacle(written_mechanism(three_bodies + "[[force]]\nname = \"rub\"\nkind = \"friction\"\njoint = "
                                                      "\"rail\"\ncoefficient = 0.2\n")),
            "force 'rub': its friction depends on a constraint force");
  EXPECT_EQ(obstacle(written_mechanism(three_bodies + "[[gear]]\nname = \"mesh\"\njoints = [\"wrist\", \"rail\"]\n")),
            "gear 'mesh': its joint 'rail' closes a loop");
  EXPECT_EQ(obstacle(example_mechanism("stewart-platform")),
            "joint 'foot1': a universal joint is the only joint on the path to body 'lower1'; a revolute or "
            "translational joint is "
            "required there");
}

TEST(FitForJoints, AProblemHasThemOrIsRefusedThem) {
  for (const char* name : {"bennett", "bricard", "crank", "rolling-disk", "cantilever", "stewart-platform"}) {
    const auto problem = example_problem(name);
    EXPECT_NE(problem.minimal() != nullptr, problem.mechanism->refusal_of_joint_coordinates(problem).has_value())
        << name;
  }
}

}  // namespace
}  // namespace plumb
