// Gears, smooth friction, armatures and fixed joints are compared with closed forms. Joint coordinates are compared
// with the equations in absolute coordinates, which share only the data and the force laws with them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/testing/joints_and_space.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using ::testing::AllOf;
using testing::DataOverrides;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::JointsAndSpace;
using testing::replaced;

mbs::Mechanism mechanism_of_arm(const std::string& toml, const std::string& urdf, const DataOverrides& overrides = {}) {
  const auto file = mechanism_from_text(toml, "arm.toml", [&](const std::string&) { return urdf; });
  return file.mechanism(Parameters(file.parameters, overrides));
}
std::string refusal_of_arm(const std::string& toml, const std::string& urdf = "") {
  try {
    const auto m = mechanism_of_arm(toml, urdf);
    mbs::initial_state(mbs::MultibodySystem<double>(mbs::assemble<double>(m), Form::index1), m.start);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing is wrong";
}

// Two wheels turn on the ground about parallel axes. The angle of the first is 3 times the angle of the second plus
// half a radian.
const std::string wheels = R"(
schema = 1
name = "wheels"
t_end = 1
gravity = [0, 0, 0]
[[body]]
name = "pinion"
mass = 1
inertia = [1, 1, 0.25]
position = [0, 0, 0]
angular_velocity = [0, 0, 6]
[[body]]
name = "wheel"
mass = 5
inertia = [3, 3, 2]
position = [1, 0, 0]
angular_velocity = [0, 0, 2]
[[joint]]
name = "fast"
kind = "revolute"
bodies = ["ground", "pinion"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "slow"
kind = "revolute"
bodies = ["ground", "wheel"]
point = [1, 0, 0]
axis = [0, 0, 1]
[[gear]]
name = "mesh"
joints = ["fast", "slow"]
ratio = 3
[[torque]]
name = "motor"
joint = "fast"
polynomial = [0.7]
)";

// (I_1 + I_2/9) θ'' = N
TEST(Gears, TurnTwoWheelsAsOne) {
  const JointsAndSpace wheel(mechanism_of_arm(wheels, ""));
  const quad expected = quad("0.7") / (quad("0.25") + quad(2) / 9);
  const auto a = wheel.acceleration_of_joints(wheel.start);
  EXPECT_LT(abs(a[0] - expected), quad("1e-31"));
  EXPECT_LT(abs(a[1] - expected / 3), quad("1e-31"));
  Vec<quad> in_space(12), lambda(wheel.space.sizes().lambda);
  const auto& parts = wheel.space.assembly();
  ASSERT_TRUE(wheel.space.acceleration(0, parts.q, parts.v, in_space, lambda));
  EXPECT_LT(abs(in_space[5] - expected), quad("1e-31"));
  EXPECT_LT(abs(in_space[11] - expected / 3), quad("1e-31"));
}

// A gear still holds when angles pass π, because its row ignores full turns of both wheels.
TEST(Gears, KeepTheirRatioThroughWholeTurns) {
  const JointsAndSpace wheel(mechanism_of_arm(wheels, ""));
  const quad end("2.5");
  const auto joints = wheel.at(end);
  EXPECT_GT(joints.q[0], 15);
  EXPECT_LT(abs(joints.q[0] - 3 * joints.q[1]), quad("1e-28"));
  const auto space = wheel.joints.in_space({joints.q, joints.v});
  Vec<quad> gap(wheel.space.sizes().lambda);
  wheel.space.constraint(0, space.q, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-27"));
  EXPECT_LT(wheel.apart_at(quad("0.4")), quad("1e-19"));
}

TEST(Gears, RacksAndScrewsTieTranslations) {
  auto rack = replaced(wheels, "kind = \"revolute\"\nbodies = [\"ground\", \"wheel\"]",
                       "kind = \"translational\"\nbodies = [\"ground\", \"wheel\"]");
  rack = replaced(rack, "angular_velocity = [0, 0, 2]", "velocity = [0, 0, 2]");
  const JointsAndSpace both(mechanism_of_arm(rack, ""));  // θ = 3 s
  const quad expected = quad("0.7") / (quad("0.25") + quad(5) / 9);
  EXPECT_LT(abs(both.acceleration_of_joints(both.start)[0] - expected), quad("1e-31"));
  EXPECT_LT(both.apart_at(quad("0.4")), quad("1e-19"));
}

TEST(Gears, MistakesAreReportedWithTheirPlace) {
  const auto with = [](const std::string& part, const std::string& into) { return replaced(wheels, part, into); };
  EXPECT_THAT(refusal_of_arm(with("\"fast\", \"slow\"", "\"fast\", \"slw\"")),
              HasSubstr("arm.toml:30:1: gear 'mesh': there is no joint 'slw'; there are fast, slow"));
  EXPECT_THAT(refusal_of_arm(with("\"fast\", \"slow\"", "\"fast\", \"fast\"")),
              HasSubstr("it couples joint 'fast' to itself"));
  EXPECT_THAT(refusal_of_arm(with("ratio = 3", "ratio = 0")), HasSubstr("the ratio is 0"));
  EXPECT_THAT(refusal_of_arm(with("ratio = 3", "ratio = 3\noffset = 1")), HasSubstr("gear 'mesh'"))
      << "the initial angles violate it";
  EXPECT_THAT(refusal_of_arm(with("joint = \"fast\"\npoly", "joint = \"fat\"\npoly")),
              HasSubstr("there is no joint 'fat'"));
}

// I ω' = −F tanh(ω/s): sinh(ω/s) = sinh(ω_0/s) exp(−F t/(I s))
TEST(SmoothFriction, SlowsAWheelByItsClosedForm) {
  auto text = wheels.substr(0, wheels.find("[[gear]]"));
  text +=
      "[[force]]\nname = \"rub\"\nkind = \"rotational-spring\"\njoint = \"fast\"\nfriction = 0.5\n"
      "friction_speed = 4\n";
  const JointsAndSpace wheel(mechanism_of_arm(text, ""));
  const quad end("0.5");
  const quad left = sinh(quad(quad(6) / 4)) * exp(-quad("0.5") * end / (quad("0.25") * 4));
  const quad expected = 4 * log(left + sqrt(left * left + 1));
  EXPECT_LT(abs(wheel.at(end).v[0] - expected), quad("1e-21"));
  EXPECT_LT(abs(wheel.space_at(end).v[5] - expected), quad("1e-21"));
  const auto x = wheel.start;
  EXPECT_LT(abs(wheel.joints.power(0, x.q, x.v) + quad("0.5") * tanh(quad("1.5")) * 6), quad("1e-31"));
  EXPECT_FALSE(wheel.joints.conservative());
  EXPECT_FALSE(wheel.space.conservative());
}

// A spatial double pendulum in URDF; the tests replace parts of the text.
const std::string bent_arm = R"(<robot name="arm">
<link name="base"/>
<link name="upper"><inertial><origin xyz="0.1 0.02 -0.4"/><mass value="2"/>
 <inertia ixx="0.2" ixy="0.01" ixz="0" iyy="0.21" iyz="0" izz="0.05"/></inertial></link>
<link name="lower"><inertial><origin xyz="0 0.1 -0.3" rpy="0.2 0.1 0"/><mass value="1.5"/>
 <inertia ixx="0.1" ixy="0" ixz="0.01" iyy="0.11" iyz="0" izz="0.03"/></inertial></link>
<link name="finger"><inertial><origin xyz="0 0 -0.1"/><mass value="0.3"/>
 <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.005"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="1 2 0"/>
 <limit lower="-2" upper="2"/><dynamics damping="0.1" friction="0.4"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.8"/>
 <axis xyz="0 1 0.5"/></joint>
<joint name="grip" type="revolute"><parent link="lower"/><child link="finger"/><origin xyz="0 0.1 -0.6"/>
 <axis xyz="1 0 0"/></joint>
</robot>)";
const std::string around_bent_arm = R"(
schema = 1
name = "arm"
t_end = 1
[urdf]
file = "arm.urdf"
[initial]
shoulder = { position = 0.6, velocity = 1 }
elbow = { position = 0.3, velocity = -2 }
)";

std::string arm_with(const std::string& before, const std::string& into) { return replaced(bent_arm, before, into); }
const std::string follower = arm_with(
    "<axis xyz=\"1 0 0\"/>", "<axis xyz=\"1 0 0\"/><mimic joint=\"elbow\" multiplier=\"-0.7\" offset=\"0.2\"/>");

TEST(Followers, MoveAlikeInJointCoordinatesAndInSpace) {
  const JointsAndSpace both(mechanism_of_arm(around_bent_arm, follower));
  EXPECT_TRUE(mbs::is_joint_tree(mechanism_of_arm(around_bent_arm, follower)));
  const auto start = both.start;
  EXPECT_LT(abs(start.q[2] - (quad("-0.7") * quad("0.3") + quad("0.2"))), quad("1e-31"))
      << "it begins where it follows";
  EXPECT_LT(abs(start.v[2] - quad("1.4")), quad("1e-31"));
  EXPECT_LT(both.apart_at(quad("0.1")), quad("1e-19"));
  const auto end = both.at(quad("0.1"));
  EXPECT_LT(abs(end.q[2] + quad("0.7") * end.q[1] - quad("0.2")), quad("1e-29"));
}

// With H q'' = τ − h and q = B s + c:  Bᵀ H B s'' = Bᵀ (τ − h), where H and τ − h belong to the arm without the gear.
TEST(Followers, AccelerateAsTheProjectedEquationsSay) {
  const JointsAndSpace geared(mechanism_of_arm(around_bent_arm, follower)),
      free(mechanism_of_arm(around_bent_arm, bent_arm));
  const auto x = geared.start;
  Mat<quad> H(3, 3), unused(3, 3), also(3, 3);
  free.joints.tangents(0, x.q, x.v, H, unused, also);
  const Vec<quad> force = H * free.acceleration_of_joints(x);
  Mat<quad> B = Mat<quad>::Zero(3, 2);
  B(0, 0) = B(1, 1) = 1;
  B(2, 1) = quad("-0.7");
  const Vec<quad> s = (B.transpose() * H * B).lu().solve(Vec<quad>(B.transpose() * force));
  EXPECT_LT((geared.acceleration_of_joints(x) - B * s).cwiseAbs().maxCoeff(), quad("1e-29"));
}

TEST(Followers, OfFixedJointsAreFixedAndMistakesAreReported) {
  const std::string head = around_bent_arm.substr(0, around_bent_arm.find("[initial]"));
  const JointsAndSpace held(mechanism_of_arm(head + "fix = [\"elbow\"]\n[initial]\nelbow = 0.3\n", follower));
  EXPECT_EQ(held.joints.coordinates(), 1) << "the elbow is fixed, and the finger with it";
  EXPECT_THAT(refusal_of_arm(head + "fix = [\"grip\"]\n", follower),
              HasSubstr("joint 'grip' follows 'elbow': fix 'elbow' instead"));
  EXPECT_THAT(refusal_of_arm(head + "fix = [\"elbw\"]\n", bent_arm), HasSubstr("did you mean 'elbow'?"));
  EXPECT_THAT(refusal_of_arm(head + "[initial]\ngrip = 1\n", follower), HasSubstr("it follows joint 'elbow'"));
  EXPECT_THAT(refusal_of_arm(head + "fix = [\"elbow\"]\n[initial]\nelbow = { position = 0, velocity = 1 }\n", bent_arm),
              HasSubstr("'fix' locks it"));
  EXPECT_THAT(refusal_of_arm(around_bent_arm, arm_with("<axis xyz=\"1 0 0\"/>", "<mimic joint=\"elbo\"/>")),
              HasSubstr("unknown joint 'elbo'; did you mean 'elbow'?"));
  EXPECT_THAT(refusal_of_arm(around_bent_arm, arm_with("<axis xyz=\"1 0 0\"/>", "<mimic joint=\"grip\"/>")),
              HasSubstr("it follows 'grip', and they form a cycle"));
}

// Fixing a joint by `fix` or by a fixed joint at the same location yields the same motion.
TEST(FixedJoints, AreAsIfTheFileHadThemFixed) {
  const std::string head = around_bent_arm.substr(0, around_bent_arm.find("[initial]"));
  const JointsAndSpace held(
      mechanism_of_arm(head + "fix = [\"elbow\"]\n[initial]\nshoulder = { position = 0.6, velocity = 1 }\n", bent_arm));
  const auto welded = arm_with("name=\"elbow\" type=\"revolute\"", "name=\"elbow\" type=\"fixed\"");
  const JointsAndSpace other(
      mechanism_of_arm(head + "[initial]\nshoulder = { position = 0.6, velocity = 1 }\n", welded));
  EXPECT_EQ(held.joints.coordinates(), 2);
  const auto x = held.start;
  EXPECT_LT((held.acceleration_of_joints(x) - other.acceleration_of_joints(x)).cwiseAbs().maxCoeff(), quad("1e-30"));
  const JointsAndSpace bent(mechanism_of_arm(head + "fix = [\"elbow\"]\n[initial]\nelbow = 1\n", bent_arm));
  EXPECT_GT((bent.acceleration_of_joints(x) - other.acceleration_of_joints(x)).cwiseAbs().maxCoeff(), quad("0.1"));
  EXPECT_LT(bent.apart_at(quad("0.1")), quad("1e-19"));
}

TEST(SmoothFriction, OfRobotsIsAParameter) {
  const auto file = mechanism_from_text(around_bent_arm, "arm.toml", [&](const std::string&) { return bent_arm; });
  EXPECT_THAT(file.remarks(Parameters(file.parameters, {})), ElementsAre(HasSubstr("friction of 1 joints")));
  const Parameters rubs(file.parameters, {{"friction_speed", "0.5"}});
  EXPECT_THAT(file.remarks(rubs), ElementsAre(AllOf(::testing::Not(HasSubstr("friction")), HasSubstr("limit"))));
  const JointsAndSpace smooth(file.mechanism(rubs)), none(mechanism_of_arm(around_bent_arm, bent_arm));
  const auto x = smooth.start;
  EXPECT_LT(abs(smooth.joints.power(0, x.q, x.v) - none.joints.power(0, x.q, x.v) + quad("0.4") * tanh(quad(2))),
            quad("1e-30"));
  EXPECT_LT(smooth.apart_at(quad("0.1")), quad("1e-19"));
}

TEST(SmoothFriction, HasTheTangentsOfItsForce) {
  const JointsAndSpace both(mechanism_of_arm(around_bent_arm, bent_arm, {{"friction_speed", "0.5"}}));
  const auto x = both.start;
  Mat<quad> H(3, 3), Hd(3, 3), Hk(3, 3), d(3, 3);
  ASSERT_TRUE(both.joints.has_tangents());
  both.joints.tangents(0, x.q, x.v, H, Hd, Hk);
  both.joints.damping(0, x.q, x.v, d);
  EXPECT_LT((H * d - Hd).cwiseAbs().maxCoeff(), quad("1e-29"));
}

// An armature A of a joint adds A to the diagonal entry of H: the accelerations agree with H + A e eᵀ, with H of the
// arm without armature.
const std::string with_armature = R"(
[[body]]
name = "hammer"
mass = 2
inertia = [0.2, 0.3, 0.1]
position = [0.3, 0, 0]
angular_velocity = [0, 1.5, 0]
velocity = [0, 0, -0.45]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "hammer"]
point = [0, 0, 0]
axis = [0, 1, 0]
armature = 0.7
)";

TEST(Armatures, AreInertiaOfTheirJoint) {
  const std::string head = "schema = 1\nname = \"hammer\"\nt_end = 1\n";
  const JointsAndSpace both(mechanism_of_arm(head + with_armature, ""));
  EXPECT_EQ(both.joints.coordinates(), 1);
  // (J + m r² + A) θ'' = m g r, downwards
  const quad inertia = quad("0.3") + 2 * quad("0.09") + quad("0.7"), moment = 2 * quad("9.81") * quad("0.3");
  EXPECT_LT(abs(both.acceleration_of_joints(both.start)[0] - moment / inertia), quad("1e-30"));
  Vec<quad> a(12), lambda(both.space.sizes().lambda);
  const auto& parts = both.space.assembly();
  ASSERT_TRUE(both.space.acceleration(0, parts.q, parts.v, a, lambda));
  EXPECT_LT(abs(a[4] - moment / inertia), quad("1e-30"));
  EXPECT_LT(abs(both.space.energy(0, parts.q, parts.v) - inertia * quad("2.25") / 2), quad("1e-30"))
      << "the rotor moves with its joint from the start";
  EXPECT_LT(both.apart_at(quad("0.3")), quad("1e-19"));
  const auto end = both.at(quad("0.3"));
  const auto space = both.joints.in_space({end.q, end.v});
  EXPECT_LT(abs(both.space.energy(0, space.q, space.v) - both.space.energy(0, parts.q, parts.v)), quad("1e-22"));
}

TEST(Limits, HaveAnOrder) {
  const std::string head = "schema = 1\nname = \"hammer\"\nt_end = 1\n";
  EXPECT_THAT(refusal_of_arm(head + with_armature + "limits = [1, -1]\n"),
              HasSubstr("joint 'hinge': its limits are 1 and -1"));
  EXPECT_THAT(refusal_of_arm(head + with_armature + "limits = [1]\n"), HasSubstr("two numbers are allowed"));
  EXPECT_EQ(mechanism_of_arm(head + with_armature + "limits = [-1, 2]\n", "").limits.at(0).upper.in<double>(), 2);
  EXPECT_EQ(mechanism_of_arm(around_bent_arm, bent_arm).limits.at(0).joint, "shoulder");
}

}  // namespace
}  // namespace plumb
