// Compares joint coordinates of floating trees with the equations in absolute coordinates, which share only the data
// and the force laws, and with the conservation laws of free motion.

#include <gtest/gtest.h>

#include "problems/adapters/minimal.hpp"
#include "problems/mechanisms/testing/joints_and_space.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using testing::expect_derivatives_of_joints;
using testing::expect_one_motion;
using testing::JointsAndSpace;
using testing::written_mechanism;
using SpaceVector = Vec<quad, 3>;

// A thrown body with a spring, a damper and a motor in the joints, without symmetry.
const std::string thrown = R"(
schema = 1
name = "thrown"
start = "correct"
t_end = 1
[[body]]
name = "trunk"
mass = 3
inertia = [0.3, 0.4, 0.5, 0.02, -0.03, 0.01]
position = [1, 2, 3]
turns = [{ axis = [1, 2, -1], angle = 0.8 }]
velocity = [0.5, -1, 2]
angular_velocity = [1.5, -2, 1]
[[body]]
name = "arm"
mass = 1.5
inertia = [0.2, 0.3, 0.4, 0.01, 0.02, -0.01]
position = [1.6, 2.2, 3.3]
velocity = [0.7, 0, 0]
[[body]]
name = "slide"
mass = 0.8
inertia = [0.1, 0.12, 0.15]
position = [1.9, 2.6, 3.5]
[[body]]
name = "leg"
mass = 0.6
inertia = [0.1, 0.12, 0.15]
position = [0.5, 2.1, 2.6]
angular_velocity = [3, 0, 0]
[[joint]]
name = "shoulder"
kind = "revolute"
bodies = ["trunk", "arm"]
point = [1.3, 2.1, 3]
axis = [0.3, 1, 0.2]
[[joint]]
name = "rail"
kind = "translational"
bodies = ["arm", "slide"]
point = [1.7, 2.4, 3.4]
axis = [1, -0.3, 0.5]
[[joint]]
name = "hip"
kind = "revolute"
bodies = ["leg", "trunk"]
point = [0.6, 2, 2.9]
axis = [0.4, 1, 0]
[[force]]
name = "buffer"
kind = "translational-spring"
joint = "rail"
stiffness = 8
damping = 0.7
free_translation = 0.1
[[torque]]
name = "motor"
joint = "hip"
polynomial = [0.2, -1]
)";

// A rod closes a loop. A second floating body is connected to the first by a rope and to the ground by a spring, and
// wind acts.
const std::string tied = thrown + R"(
[[body]]
name = "kite"
mass = 0.9
inertia = [0.1, 0.12, 0.15, 0.01, 0, 0]
position = [0, 1, 4]
angular_velocity = [0.5, 1, -1]
velocity = [0.3, 0, 0.4]
[[body]]
name = "tail"
mass = 0.2
inertia = [0.01, 0.012, 0.015]
position = [-0.3, 1.2, 4.2]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["kite", "tail"]
point = [-0.1, 1.1, 4.1]
axis = [0, 1, 1]
[[joint]]
name = "loop"
kind = "distance"
bodies = ["slide", "leg"]
on_first = { point = [1.9, 2.7, 3.5] }
on_second = { point = [0.4, 2.1, 2.4] }
[[force]]
name = "rope"
kind = "spring"
bodies = ["slide", "tail"]
on_first = { point = [1.9, 2.6, 3.6] }
on_second = { point = [-0.3, 1.3, 4.2] }
stiffness = 20
damping = 2
free_length = 0.5
[[force]]
name = "tether"
kind = "spring"
bodies = ["ground", "kite"]
on_first = { point = [0, 0, 0] }
on_second = { point = [0, 1.1, 4] }
stiffness = 5
free_length = 1
[[force]]
name = "wind"
kind = "force"
body = "tail"
vector = [0.5, -1, 2]
polynomial = [1, 2]
)";
const std::string by_a_rod = R"(
[[joint]]
name = "rod"
kind = "distance"
bodies = ["arm", "kite"]
on_first = { point = [1.6, 2.3, 3.3] }
on_second = { point = [0.1, 1, 4] }
)";

mbs::Mechanism quadruped() {
  const std::string path = "examples/robots/solo12.toml";
  return written_mechanism(file_text(path, "a robot"), path);
}

void expect_one_motion_of_floating(const mbs::Mechanism& mechanism, int floating) {
  EXPECT_EQ(mbs::spanning_tree(mechanism)->floating, floating);
  expect_one_motion(mechanism, "0.05");
}

TEST(FloatingTree, MovesAsTheEquationsOfSpaceSay) {
  expect_one_motion_of_floating(written_mechanism(thrown), 1);
  expect_one_motion_of_floating(quadruped(), 1);
}

TEST(FloatingTree, WithLoopsASecondOneAndForcesOfEveryKind) {
  expect_one_motion_of_floating(written_mechanism(tied), 2);
}

// Two gears: one between joints on different branches, one between joints in series.
TEST(FloatingTree, WithGearsAlone) {
  const auto mechanism = written_mechanism(thrown + R"(
[[gear]]
name = "across"
joints = ["hip", "shoulder"]
ratio = 0.6
[[gear]]
name = "along"
joints = ["rail", "shoulder"]
ratio = -0.3
)");
  expect_one_motion_of_floating(mechanism, 1);
}

// A floating tree and a body joined to the ground: then the reference point of spatial vectors is fixed in space.
TEST(FloatingTree, BesideOneThatStands) {
  const auto mechanism = written_mechanism(thrown + R"(
[[body]]
name = "gate"
mass = 0.9
inertia = [0.1, 0.12, 0.15]
position = [0, 1, 4]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "gate"]
point = [0.2, 1, 4]
axis = [0, 1, 1]
)");
  EXPECT_EQ(mbs::spanning_tree(mechanism)->branches.front().joint, -1) << "what floats stands first";
  expect_one_motion_of_floating(mechanism, 1);
}

// Mass, centre of mass, momentum, and angular momentum about the centre of mass of a mechanism.
struct Total {
  quad mass = 0;
  SpaceVector centre = SpaceVector::Zero(), momentum = SpaceVector::Zero(), moment = SpaceVector::Zero();

  Total(const JointsAndSpace& both, const Motion& x) {
    const auto there = both.joints.in_space(x);
    const auto& parts = both.space.assembly();
    for (int k = 0; k < parts.count(); ++k) {
      const auto& body = parts.bodies[static_cast<std::size_t>(k)];
      mass += body.mass;
      centre += body.mass * there.q.segment<3>(7 * k);
      momentum += body.mass * there.v.segment<3>(6 * k);
    }
    centre /= mass;
    for (int k = 0; k < parts.count(); ++k) {
      const auto& body = parts.bodies[static_cast<std::size_t>(k)];
      const SpaceVector arm = there.q.segment<3>(7 * k) - centre, rate = there.v.segment<3>(6 * k) - momentum / mass;
      moment += body.mass * arm.cross(rate) +
                so3::matrix<quad>(mbs::quaternion(there.q, k)) * body.inertia * mbs::rotation(there.v, k);
    }
  }
};

// The centre of mass moves on a parabola (without gravity, on a straight line), and the angular momentum about it is
// constant.
void expect_free_fall(const mbs::Mechanism& mechanism, const quad& t) {
  const JointsAndSpace of(mechanism);
  const Total before(of, of.start), after(of, of.at(t));
  const SpaceVector g = of.space.assembly().gravity;
  EXPECT_LT((after.momentum - before.momentum - before.mass * t * g).norm(), quad("1e-23"));
  const SpaceVector path = before.centre + t * before.momentum / before.mass + t * t / 2 * g;
  EXPECT_LT((after.centre - path).norm(), quad("1e-24"));
  EXPECT_LT((after.moment - before.moment).norm(), quad("1e-23"));
  EXPECT_GT(before.moment.norm(), 0.1);
}

TEST(FloatingTree, FallsFreely) {
  expect_free_fall(written_mechanism(thrown), quad("0.3"));
  expect_free_fall(quadruped(), quad("0.1"));
}

TEST(FloatingTree, KeepsItsMomentumWithoutGravity) {
  auto mechanism = written_mechanism(thrown);
  mechanism.gravity = mbs::triple("0", "0", "0");
  expect_free_fall(mechanism, quad("0.3"));
}

TEST(FloatingTree, KeepsItsEnergyWhereNothingTakesIt) {
  const JointsAndSpace of(quadruped());
  ASSERT_TRUE(of.joints.conservative());
  const auto energy = [&](const Motion& x) {
    const auto there = of.joints.in_space(x);
    return of.space.energy(0, there.q, there.v);
  };
  EXPECT_LT(abs(energy(of.at(quad("0.1"))) - energy(of.start)), quad("1e-22"));
}

TEST(FloatingTree, DerivativesAreThoseOfTheAcceleration) {
  for (const auto& mechanism : {written_mechanism(thrown), quadruped(), written_mechanism(tied)}) {
    const JointsAndSpace of(mechanism);
    const auto n = of.joints.velocities();
    auto x = of.start;
    for (Eigen::Index i = 0; i < n; ++i) x.v[i] += quad(i + 1) / 7;
    expect_derivatives_of_joints(of, x);
    if (!of.joints.has_tangents()) continue;
    Mat<quad> H(n, n), HD(n, n), HK(n, n), k(n, n), d(n, n);
    of.joints.tangents(0, x.q, x.v, H, HD, HK);
    of.joints.stiffness(0, x.q, x.v, k);
    of.joints.damping(0, x.q, x.v, d);
    const quad size = 1 + k.cwiseAbs().maxCoeff();
    EXPECT_LT((H * d - HD).cwiseAbs().maxCoeff(), size * quad("1e-27"));
    EXPECT_LT((H * k - HK).cwiseAbs().maxCoeff(), size * quad("1e-27"));
  }
}

// The matrix in a chart is B = (mass + identity) 1 − damping D − stiffness K N, with θ or velocities as the unknowns.
TEST(FloatingTree, FactorsKnowTheChart) {
  for (const auto& mechanism : {quadruped(), written_mechanism(tied)}) {
    const JointsAndSpace of(mechanism);
    Minimal system(of.joints);
    const auto n = of.joints.velocities();
    auto x = zero_state(system);
    Vec<quad> theta(n), right(n), turned(n), none;
    for (Eigen::Index i = 0; i < n; ++i) {
      theta[i] = quad(i % 5 + 1) / 8;
      right[i] = quad(i % 7) - 3;
    }
    const auto there = of.moved(of.start, theta, Vec<quad>::Zero(n));
    x.q = there.q;
    x.v = there.v;
    Mat<quad> k(n, n), d(n, n);
    of.joints.stiffness(0, x.q, x.v, k);
    of.joints.damping(0, x.q, x.v, d);
    const Blend<quad> b{.mass = 1.5, .damping = 0.25, .stiffness = 0.0625, .identity = 0.5};
    auto factors = system.factors<quad>();
    const auto expect_solution = [&](const PointOf<decltype(system)>& point, const Mat<quad>& N) {
      ASSERT_TRUE(system.factor(factors, point, b));
      Vec<quad> w = right;
      system.solve(factors, w, none);
      turned = N * w;
      EXPECT_GT((turned - w).cwiseAbs().maxCoeff(), 1e-3 * w.cwiseAbs().maxCoeff()) << "the chart matters";
      const Vec<quad> product = (b.mass + b.identity) * w - b.damping * (d * w) - b.stiffness * (k * turned);
      const quad size = 1 + k.cwiseAbs().maxCoeff() * w.cwiseAbs().maxCoeff();
      EXPECT_LT((product - right).cwiseAbs().maxCoeff(), size * quad("1e-28"));
    };
    ChartBlocks<quad, Eigen::Dynamic> chart(n);
    system.chart_blocks(of.start.q, theta, x.v, chart);
    expect_solution({.t = 0, .x = x, .centre = &of.start.q, .theta = &theta}, chart.tangent);
    const quad weight = quad(1) / 8;
    const Mat<quad> implicit = Mat<quad>::Identity(n, n) - weight * chart.rate_by_theta;
    const Mat<quad> moved = implicit.lu().solve(chart.rate_by_v);
    expect_solution({.t = 0, .x = x, .centre = &of.start.q, .theta = &theta, .velocity = &x.v, .weight = weight},
                    chart.tangent * moved);
  }
}

// Fails if the reference point of spatial vectors does not move with the floating body.
TEST(FloatingTree, LosesNoDigitsFarFromWhereItBegan) {
  const auto mechanism = written_mechanism(thrown);
  const mbs::JointTree<double> tree(mechanism, mbs::assemble<double>(mechanism));
  auto near = tree.in_joints({mbs::assemble<double>(mechanism).q, mbs::assemble<double>(mechanism).v});
  Vec<double> expected(tree.velocities()), found = expected;
  tree.acceleration(0, near.q, near.v, expected);
  for (int i = 0; i < 3; ++i) near.q[i] += 1e6;
  tree.acceleration(0, near.q, near.v, found);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(FloatingTree, IsTakenOfWhatHangsTogetherAndNotOnTheGround) {
  EXPECT_TRUE(mbs::is_joint_tree(quadruped()));
  EXPECT_FALSE(mbs::is_joint_tree(written_mechanism(tied)));
  const auto tree = *mbs::spanning_tree(quadruped());
  EXPECT_EQ(tree.floating, 1);
  EXPECT_EQ(tree.coordinate_of(0), 0);
  EXPECT_EQ(tree.coordinate_of(1), 7);
  EXPECT_EQ(tree.velocity_of(1), 6);
  auto ball = written_mechanism(thrown);
  ball.joints[0].kind = mbs::JointKind::spherical;
  ASSERT_TRUE(mbs::obstacle_to_joint_coordinates(ball)) << "the arm is out of reach";
  EXPECT_EQ(mbs::obstacle_to_joint_coordinates(ball)->item, "joint 'shoulder'");
  EXPECT_FALSE(mbs::has_joint_coordinates(written_mechanism(tied + by_a_rod)))
      << "the kite hangs together with the trunk";
}

}  // namespace
}  // namespace plumb
