// Compares joint coordinates with the equations in absolute coordinates, which share only the data and the force laws,
// for mechanisms with loops, forces between bodies, and reversed joints (the first body is the child).

#include <gtest/gtest.h>

#include <algorithm>

#include "problems/mechanisms/testing/joints_and_space.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using testing::example_mechanism;
using testing::expect_derivatives_of_joints;
using testing::expect_one_motion;
using testing::JointsAndSpace;
using testing::written_mechanism;

// Two joints are reversed (their first body is the child in the tree), and a rod closes a loop.
constexpr const char* odd_text = R"(
schema = 1
name = "odd"
start = "correct"
t_end = 1
gravity_factor = { polynomial = [1, 0.5], sines = [{ amplitude = 0.2, rate = 3 }] }
redundant = "remove"
[[body]]
name = "slider"
mass = 2
inertia = [0.3, 0.4, 0.5, 0.02, -0.03, 0.01]
position = [0.4, 0, 0]
velocity = [0.7, 0, 0]
[[body]]
name = "arm"
mass = 1.5
inertia = [0.2, 0.3, 0.4, 0.01, 0.02, -0.01]
position = [0.9, 0.2, 0.3]
velocity = [0.7, 0, 0]
turns = [{ axis = [1, 2, -1], angle = 2.8 }]
[[body]]
name = "flap"
mass = 0.8
inertia = [0.1, 0.12, 0.15]
position = [1.4, 0.6, 0.5]
velocity = [0.7, 0, 0]
[[body]]
name = "hanger"
mass = 0.6
inertia = [0.1, 0.12, 0.15]
position = [-0.5, 0.1, -0.4]
[[joint]]
name = "rail"
kind = "translational"
bodies = ["slider", "ground"]
point = [0.3, 0, 0]
axis = [1, 0, 0]
[[joint]]
name = "shoulder"
kind = "revolute"
bodies = ["arm", "slider"]
point = [0.5, 0.1, 0]
axis = [0.3, 1, 0.2]
[[joint]]
name = "elbow"
kind = "revolute"
bodies = ["arm", "flap"]
point = [1.1, 0.4, 0.4]
axis = [1, -0.3, 0.5]
[[joint]]
name = "hook"
kind = "revolute"
bodies = ["ground", "hanger"]
point = [-0.5, 0, 0]
axis = [0.4, 1, 0]
[[joint]]
name = "rod"
kind = "distance"
bodies = ["flap", "hanger"]
on_first = { point = [1.5, 0.7, 0.5] }
on_second = { point = [-0.5, 0.1, -0.6] }
[[force]]
name = "coil"
kind = "rotational-spring"
joint = "shoulder"
stiffness = 3
damping = 0.4
free_angle = 0.2
polynomial = [0.3, 1]
[[force]]
name = "buffer"
kind = "translational-spring"
joint = "rail"
stiffness = 8
damping = 0.7
free_translation = 0.1
polynomial = [0.2, -1]
[[force]]
name = "wind"
kind = "force"
body = "flap"
vector = [0.5, -1, 2]
at = { point = [0.1, 0.2, 0] }
polynomial = [1, 2]
[[force]]
name = "motor"
kind = "torque"
body = "arm"
vector = [0.5, -1, 2]
frame = "body"
[[force]]
name = "rope"
kind = "spring"
bodies = ["slider", "hanger"]
on_first = { point = [0.4, 0.1, 0] }
on_second = { point = [-0.5, 0.2, -0.3] }
stiffness = 20
damping = 2
free_length = 0.5
)";

// A block turns on a crank and slides on a lever. The translational joint closes the loop; springs act in its joints.
constexpr const char* quick_return_text = R"(
schema = 1
name = "quick-return"
start = "correct"
t_end = 1
redundant = "remove"
[[body]]
name = "crank"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [0.15, 0, 0]
[[body]]
name = "lever"
mass = 2
inertia = [0.3, 0.3, 0.3]
position = [0.1, -0.5, 0]
[[body]]
name = "block"
mass = 0.5
inertia = [0.05, 0.05, 0.05]
position = [0.3, 0, 0]
[[joint]]
name = "crank-bearing"
kind = "revolute"
bodies = ["ground", "crank"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "lever-bearing"
kind = "revolute"
bodies = ["ground", "lever"]
point = [0, -0.8, 0]
axis = [0, 0, 1]
[[joint]]
name = "pin"
kind = "revolute"
bodies = ["crank", "block"]
point = [0.3, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "slide"
kind = "translational"
bodies = ["lever", "block"]
point = [0.3, 0, 0]
axis = [0.3, 0.8, 0]
[[force]]
name = "coil"
kind = "rotational-spring"
joint = "pin"
stiffness = 2
free_angle = 0.5
[[force]]
name = "buffer"
kind = "translational-spring"
joint = "slide"
stiffness = 20
damping = 0.7
free_translation = 0.1
polynomial = [0.2, -1]
)";

/// The mechanism of odd_text with another joint that ties the flap to the ground.
mbs::Mechanism closed_by(mbs::JointKind kind) {
  auto out = written_mechanism(odd_text);
  mbs::Joint closing;
  closing.name = "closing";
  closing.second = "flap";
  closing.kind = kind;
  const auto point = mbs::triple("1.3", "0.5", "0.6");
  closing.on_first = {mbs::Frame::space, point, mbs::triple("0.2", "1", "0.4")};
  closing.on_second = {mbs::Frame::space, point, mbs::triple("1", "0", "-0.5")};
  out.joints.back() = closing;
  return out;
}

TEST(JointLoops, MoveAsTheEquationsOfSpaceSay) {
  for (const auto& [name, t] : {std::pair("bricard", "0.2"), {"bennett", "0.2"}, {"n-four-bar", "0.2"}}) {
    SCOPED_TRACE(name);
    expect_one_motion(example_mechanism(name), t);
  }
  SCOPED_TRACE("flyball-governor");
  expect_one_motion(example_mechanism("flyball-governor"), "0.003");
}

TEST(JointLoops, OfJointsBackwardsWithForcesOfEveryKind) {
  expect_one_motion(written_mechanism(odd_text), "0.1");
  for (const auto kind : {mbs::JointKind::in_plane, mbs::JointKind::perpendicular}) {
    SCOPED_TRACE(name(kind));
    expect_one_motion(closed_by(kind), "0.1");
  }
}

// Fails if directions in the first body of a loop closing are treated as fixed in space.
TEST(JointLoops, ClosedBetweenBodiesThatMove) {
  auto m = example_mechanism("bennett");
  std::rotate(m.joints.begin(), m.joints.end() - 1, m.joints.end());
  expect_one_motion(m, "0.2");
}

TEST(JointLoops, ClosedBySlidingAgainstASpring) {
  const auto m = written_mechanism(quick_return_text);
  EXPECT_EQ(mbs::spanning_tree(m)->closings, std::vector<int>{3});
  expect_one_motion(m, "0.2");
}

TEST(JointLoops, DerivativesAreThoseOfTheAcceleration) {
  for (const auto& m :
       {example_mechanism("bennett"), written_mechanism(odd_text), written_mechanism(quick_return_text)}) {
    const JointsAndSpace of(m);
    auto x = of.start;
    for (Eigen::Index i = 0; i < x.v.size(); ++i) x.v[i] += quad(i + 1) / 3;
    expect_derivatives_of_joints(of, x);
  }
}

constexpr const char* far_text = R"(
schema = 1
name = "far"
t_end = 1
[parameters]
x = { value = 0, unit = "m", meaning = "distance from the origin" }
[[body]]
name = "arm"
mass = 2
inertia = [0.1, 0.2, 0.3]
position = ["x + 0.5", 0, 0]
[[body]]
name = "forearm"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = ["x + 1.5", 0, 0]
[[joint]]
name = "shoulder"
kind = "revolute"
bodies = ["ground", "arm"]
point = ["x", 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "elbow"
kind = "revolute"
bodies = ["arm", "forearm"]
point = ["x + 1", 0, 0]
axis = [0, 1, 0]
[[force]]
name = "coil"
kind = "rotational-spring"
joint = "elbow"
stiffness = 3
free_angle = 3
)";

mbs::JointTree<double> far_tree(const std::string& x) {
  const auto mechanism = written_mechanism(far_text, "far.toml", {{"x", x}});
  return {mechanism, mbs::assemble<double>(mechanism)};
}

// Fails if moments refer to the origin of space, 1e6 m away: the square of this distance would cost twelve digits.
TEST(JointLoops, LoseNoDigitsFarFromTheOrigin) {
  const Vec<double> q{{0.3, -0.4}}, v{{1., 2.}};
  Vec<double> near(2), far(2);
  far_tree("0").acceleration(0, q, v, near);
  far_tree("1e6").acceleration(0, q, v, far);
  EXPECT_GT(near.cwiseAbs().minCoeff(), 0.1);
  EXPECT_LT((far - near).cwiseAbs().maxCoeff(), 1e-8);
}

// A spring with the free angle 3 rad pulls in the direction of the smaller angle, through π, not by 6.2 rad in the
// other direction.
TEST(JointLoops, SpringsTurnTheShorterWay) {
  const auto mechanism = written_mechanism(far_text);
  mbs::MultibodySystem<double> space(mbs::assemble<double>(mechanism), Form::index1);
  const auto tree = far_tree("0");
  const auto energy_at = [&](double elbow) {
    const auto there = tree.in_space({Vec<double>{{0., elbow}}, Vec<double>::Zero(2)});
    return space.energy(0, there.q, there.v);
  };
  const auto weight = [](double elbow) { return -9.81 * 0.5 * std::sin(elbow); };
  const double level = energy_at(3.0) - weight(3.0);
  for (const double elbow : {2.5, 3.1, 3.2, 3.5, 6.0})
    EXPECT_NEAR(energy_at(elbow) - weight(elbow) - level, 1.5 * (elbow - 3) * (elbow - 3), 1e-12) << elbow;
  Vec<double> q{{0., 3.5}}, v = Vec<double>::Zero(2), a(2), in_space(12), lambda(space.sizes().lambda);
  tree.acceleration(0, q, v, a);
  const auto there = tree.in_space({q, v});
  ASSERT_TRUE(space.acceleration(0, there.q, there.v, in_space, lambda));
  EXPECT_NEAR(in_space[10] - in_space[4], a[1], 1e-10) << "about y";
}

TEST(JointLoops, NeedATreeThatHoldsEverything) {
  auto m = example_mechanism("bricard");
  ASSERT_TRUE(mbs::has_joint_coordinates(m));
  EXPECT_FALSE(mbs::is_joint_tree(m)) << "it has a loop";
  const auto tree = mbs::spanning_tree(m);
  EXPECT_EQ(tree->closings, std::vector<int>{5});
  m.joints[0].kind = mbs::JointKind::spherical;
  EXPECT_TRUE(mbs::has_joint_coordinates(m)) << "from the other end";
  m.joints[5].kind = mbs::JointKind::spherical;
  EXPECT_FALSE(mbs::has_joint_coordinates(m));
}

}  // namespace
}  // namespace plumb
