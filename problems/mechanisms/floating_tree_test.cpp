// Joint coordinates of what no joint ties to the ground: against the equations of space, with which they share the data
// and the laws of the forces alone, and against what every motion without other forces keeps.

#include <gtest/gtest.h>

#include <algorithm>

#include "problems/adapters/minimal.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "reference/quad_integration.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

using SpaceVector = Vec<quad, 3>;

// Thrown, with a spring, a damper and a motor in the joints; nothing symmetric.
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

// A rod closes a loop. Beside it a second one that floats, tied to the first by a rope and to the ground by a spring;
// wind.
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

mbs::Mechanism floating_mechanism(const std::string& text, const std::string& path = "thrown.toml") {
  const auto read = [](const std::string& file) { return file_text(file, "a robot"); };
  const auto file = mechanism_from_text(text, path, read);
  return file.mechanism(Parameters(file.parameters, {}));
}
mbs::Mechanism quadruped() {
  const std::string path = "examples/robots/solo12.toml";
  return floating_mechanism(file_text(path, "a robot"), path);
}

struct Floating {
  mbs::Mechanism mechanism;
  mbs::MultibodySystem<quad> space;
  mbs::JointTree<quad> tree;
  Motion start;

  explicit Floating(mbs::Mechanism of)
      : mechanism(std::move(of)),
        space(mbs::assemble<quad>(mechanism), Form::index1),
        tree(mechanism, space.assembly()) {
    const auto state = mbs::initial_state(space, mechanism.start);
    start = tree.in_joints({state.q, state.v});
  }
  Motion at(const quad& t) const {
    const Acceleration<quad> acceleration = [&](const quad& now, const auto& q, const auto& v, auto& a) {
      tree.acceleration(now, q, v, a);
    };
    const Charts charts{
        [&](const auto& q, const auto& theta, auto& out) { tree.retract(q, theta, out); },
        [&](const auto& q, const auto& theta, const auto& v, auto& out) { tree.chart_rate(q, theta, v, out); }};
    const auto motion =
        integrate_in_quad(acceleration, start, std::array{t}, {.tolerance = quad("1e-26"), .charts = charts});
    return motion.at.at(0);
  }
  Motion moved(const Motion& x, const Vec<quad>& theta, const Vec<quad>& change) const {
    Motion out = x;
    tree.retract(x.q, theta, out.q);
    out.v += change;
    return out;
  }
};

// Accelerations of space along q ⊞ (h q' + h²/2 q''), q' + h q''.
void expect_one_acceleration(const Floating& of, const quad& t, const Motion& x) {
  const auto there = of.tree.in_space(x);
  Vec<quad> a(of.space.sizes().v), lambda(of.space.sizes().lambda), of_joints = x.v;
  ASSERT_TRUE(of.space.acceleration(t, there.q, there.v, a, lambda));
  of.tree.acceleration(t, x.q, x.v, of_joints);
  const quad h("1e-9");
  const auto at = [&](const quad& by) {
    return of.tree.in_space(of.moved(x, by * x.v + by * by / 2 * of_joints, by * of_joints)).v;
  };
  const Vec<quad> change = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  EXPECT_LT((change - a).cwiseAbs().maxCoeff(), quad("1e-20") * (1 + a.cwiseAbs().maxCoeff()));
  EXPECT_LT(abs(of.tree.power(t, x.q, x.v) - of.space.power(t, there.q, there.v, lambda)), quad("1e-20"));
  EXPECT_EQ(of.tree.conservative(), of.space.conservative());
}

void expect_one_motion(const mbs::Mechanism& mechanism, int floating) {
  ASSERT_TRUE(mbs::has_joint_coordinates(mechanism));
  EXPECT_EQ(mbs::spanning_tree(mechanism)->floating, floating);
  const Floating of(mechanism);
  const auto written = mbs::initial_state(of.space, mechanism.start);
  const auto again = of.tree.in_space(of.start);
  EXPECT_LT((again.q - written.q).cwiseAbs().maxCoeff(), quad("1e-31")) << "with the signs of the quaternions";
  EXPECT_LT((again.v - written.v).cwiseAbs().maxCoeff(), quad("1e-30"));
  expect_one_acceleration(of, 0, of.start);
  const quad t("0.05");
  const auto x = of.at(t);
  const auto there = of.tree.in_space(x);
  EXPECT_GT((there.q - written.q).cwiseAbs().maxCoeff(), 0.01) << "it has moved";
  Vec<quad> gap(of.space.sizes().lambda);
  of.space.constraint(t, there.q, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-23"));
  expect_one_acceleration(of, t, x);
}

TEST(FloatingTree, MovesAsTheEquationsOfSpaceSay) {
  expect_one_motion(floating_mechanism(thrown), 1);
  expect_one_motion(quadruped(), 1);
}

TEST(FloatingTree, WithLoopsASecondOneAndForcesOfEveryKind) { expect_one_motion(floating_mechanism(tied), 2); }

// What stands on the ground keeps the point that vectors refer to.
TEST(FloatingTree, BesideOneThatStands) {
  const auto mechanism = floating_mechanism(thrown + R"(
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
  expect_one_motion(mechanism, 1);
}

// Of the mechanism: momentum, centre of mass, and moment of momentum about it.
struct Total {
  quad mass = 0;
  SpaceVector centre = SpaceVector::Zero(), momentum = SpaceVector::Zero(), moment = SpaceVector::Zero();

  Total(const Floating& of, const Motion& x) {
    const auto there = of.tree.in_space(x);
    const auto& parts = of.space.assembly();
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

// The centre of mass falls on a parabola, or goes straight on; the moment about it stays.
void expect_free_fall(const mbs::Mechanism& mechanism, const quad& t) {
  const Floating of(mechanism);
  const Total before(of, of.start), after(of, of.at(t));
  const SpaceVector g = of.space.assembly().gravity;
  EXPECT_LT((after.momentum - before.momentum - before.mass * t * g).norm(), quad("1e-23"));
  const SpaceVector path = before.centre + t * before.momentum / before.mass + t * t / 2 * g;
  EXPECT_LT((after.centre - path).norm(), quad("1e-24"));
  EXPECT_LT((after.moment - before.moment).norm(), quad("1e-23"));
  EXPECT_GT(before.moment.norm(), 0.1);
}

TEST(FloatingTree, FallsFreely) {
  expect_free_fall(floating_mechanism(thrown), quad("0.3"));
  expect_free_fall(quadruped(), quad("0.1"));
}

TEST(FloatingTree, KeepsItsMomentumWithoutGravity) {
  auto mechanism = floating_mechanism(thrown);
  mechanism.gravity = mbs::triple("0", "0", "0");
  expect_free_fall(mechanism, quad("0.3"));
}

TEST(FloatingTree, KeepsItsEnergyWhereNothingTakesIt) {
  const Floating of(quadruped());
  ASSERT_TRUE(of.tree.conservative());
  const auto energy = [&](const Motion& x) {
    const auto there = of.tree.in_space(x);
    return of.space.energy(0, there.q, there.v);
  };
  EXPECT_LT(abs(energy(of.at(quad("0.1"))) - energy(of.start)), quad("1e-22"));
}

TEST(FloatingTree, DerivativesAreThoseOfTheAcceleration) {
  for (const auto& mechanism : {floating_mechanism(thrown), quadruped(), floating_mechanism(tied)}) {
    const Floating of(mechanism);
    const auto n = of.tree.velocities();
    auto x = of.start;
    for (Eigen::Index i = 0; i < n; ++i) x.v[i] += quad(i + 1) / 7;
    Mat<quad> k(n, n), d(n, n);
    of.tree.stiffness(0, x.q, x.v, k);
    of.tree.damping(0, x.q, x.v, d);
    const quad h("1e-11");
    const auto at = [&](const Vec<quad>& theta, const Vec<quad>& change) {
      const auto there = of.moved(x, theta, change);
      Vec<quad> out(n);
      of.tree.acceleration(0, there.q, there.v, out);
      return out;
    };
    const quad size = 1 + k.cwiseAbs().maxCoeff();
    for (int j = 0; j < n; ++j) {
      const Vec<quad> shift = Vec<quad>::Unit(n, j) * h, none = Vec<quad>::Zero(n);
      EXPECT_LT(((at(shift, none) - at(-shift, none)) / (2 * h) - k.col(j)).cwiseAbs().maxCoeff(), size * quad("1e-16"))
          << "of position " << j;
      EXPECT_LT(((at(none, shift) - at(none, -shift)) / (2 * h) - d.col(j)).cwiseAbs().maxCoeff(), size * quad("1e-16"))
          << "of velocity " << j;
    }
    if (!of.tree.has_tangents()) continue;
    Mat<quad> H(n, n), HD(n, n), HK(n, n);
    of.tree.tangents(0, x.q, x.v, H, HD, HK);
    EXPECT_LT((H * d - HD).cwiseAbs().maxCoeff(), size * quad("1e-27"));
    EXPECT_LT((H * k - HK).cwiseAbs().maxCoeff(), size * quad("1e-27"));
  }
}

// B = (mass + identity) 1 − damping D − stiffness K N, of what moves θ itself and of what moves it through θ'.
TEST(FloatingTree, FactorsKnowTheChart) {
  for (const auto& mechanism : {quadruped(), floating_mechanism(tied)}) {
    const Floating of(mechanism);
    Minimal system(of.tree);
    const auto n = of.tree.velocities();
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
    of.tree.stiffness(0, x.q, x.v, k);
    of.tree.damping(0, x.q, x.v, d);
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

// Fails when vectors refer to a point that does not go with the body.
TEST(FloatingTree, LosesNoDigitsFarFromWhereItBegan) {
  const auto mechanism = floating_mechanism(thrown);
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
  EXPECT_FALSE(mbs::is_joint_tree(floating_mechanism(tied)));
  const auto tree = *mbs::spanning_tree(quadruped());
  EXPECT_EQ(tree.floating, 1);
  EXPECT_EQ(tree.coordinate_of(0), 0);
  EXPECT_EQ(tree.coordinate_of(1), 7);
  EXPECT_EQ(tree.velocity_of(1), 6);
  auto ball = floating_mechanism(thrown);
  ball.joints[0].kind = mbs::JointKind::spherical;
  EXPECT_FALSE(mbs::has_joint_coordinates(ball)) << "the arm is out of reach";
  EXPECT_FALSE(mbs::has_joint_coordinates(floating_mechanism(tied + by_a_rod)))
      << "the kite hangs together with the trunk";
}

}  // namespace
}  // namespace plumb
