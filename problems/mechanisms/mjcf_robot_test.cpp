// MJCF files: the inertia of geoms is compared with closed forms, poses with each other, and a robot with the same one
// in URDF. Mistakes have a code and a line.

#include "problems/mechanisms/mjcf_robot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

using ::testing::ElementsAre;

mbs::Mechanism mechanism_of_robot(const std::string& text, const std::string& name) {
  const auto file = mechanism_from_text(text, name);
  return file.mechanism(Parameters(file.parameters, {}));
}
mbs::Mechanism of_mjcf(const std::string& inside, const std::string& more = "") {
  return mechanism_of_robot("<mujoco model=\"m\">" + more + "<worldbody>" + inside + "</worldbody></mujoco>", "m.xml");
}
std::string refused_mjcf(const std::string& inside, const std::string& more = "") {
  return refusal_of([&] { mbs::assemble<double>(of_mjcf(inside, more)); });
}

Vec<quad> joint_acceleration(const mbs::Mechanism& m) {
  const auto parts = mbs::assemble<quad>(m);
  const mbs::JointTree<quad> tree(m, parts);
  const auto x = tree.in_joints({parts.q, parts.v});
  Vec<quad> a(tree.coordinates());
  tree.acceleration(0, x.q, x.v, a);
  return a;
}

std::string one_geom(const std::string& geom) {
  return "<body name=\"b\" pos=\"0 0 1\"><joint axis=\"0 1 0\"/><geom " + geom + "/></body>";
}

TEST(MjcfRobot, GeomsHaveTheMassOfTheirShape) {
  const double pi = 3.14159265358979323846;
  const auto body = [](const std::string& geom) { return of_mjcf(one_geom(geom)).bodies.at(0); };
  const auto sphere = body("size=\"0.3\" pos=\"1 0 0\"");
  EXPECT_NEAR(sphere.mass.in<double>(), 1000 * 4 * pi * 0.027 / 3, 1e-11);
  EXPECT_NEAR(sphere.position[0].in<double>(), 1, 1e-15);
  const auto box = body("type=\"box\" size=\"0.1 0.2 0.3\" pos=\"1 0 0\" mass=\"6\"");
  EXPECT_NEAR(box.inertia[0].in<double>(), 6 * (0.04 + 0.09) / 3, 1e-14);
  const auto cylinder = body("type=\"cylinder\" size=\"0.1 0.4\" pos=\"1 0 0\" mass=\"2\"");
  EXPECT_NEAR(cylinder.inertia[0].in<double>(), 2 * (3 * 0.01 + 0.64) / 12, 1e-14);
  EXPECT_NEAR(cylinder.inertia[2].in<double>(), 2 * 0.01 / 2, 1e-15);
  const auto egg = body("type=\"ellipsoid\" size=\"0.1 0.2 0.3\" pos=\"1 0 0\" mass=\"5\"");
  EXPECT_NEAR(egg.inertia[1].in<double>(), 0.01 + 0.09, 1e-14);
}

// The capsule is integrated over its discs: dm r²/4 + dm z² across, dm r²/2 along.
TEST(MjcfRobot, CapsulesAreCylindersBetweenHalvesOfSpheres) {
  const double pi = 3.14159265358979323846, r = 0.2, half = 0.5;
  double mass = 0, across = 0, along = 0;
  constexpr int discs = 200000;
  for (int i = 0; i < discs; ++i) {
    const double dz = 2 * (half + r) / discs, z = -half - r + (i + 0.5) * dz;
    const double over = std::max(std::abs(z) - half, 0.), square = r * r - over * over, dm = 500 * pi * square * dz;
    mass += dm;
    across += dm * (square / 4 + z * z);
    along += dm * square / 2;
  }
  const auto body =
      of_mjcf(one_geom("type=\"capsule\" size=\"0.2\" fromto=\"0.5 0 0 1.5 0 0\" density=\"500\"")).bodies.at(0);
  EXPECT_NEAR(body.mass.in<double>(), mass, 1e-6 * mass);
  EXPECT_NEAR(body.inertia[0].in<double>(), along, 1e-6 * along) << "it lies along x";
  EXPECT_NEAR(body.inertia[1].in<double>(), across, 1e-6 * across);
  EXPECT_NEAR(body.inertia[2].in<double>(), across, 1e-6 * across);
}

// The test describes the same arm in URDF and in MJCF, with joints away from the origins of their bodies.
TEST(MjcfRobot, MovesAsTheSameRobotInUrdf) {
  const std::string urdf = R"(<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.1 0.02 -0.4" rpy="0.3 0 0"/><mass value="2"/>
<inertia ixx="0.2" ixy="0" ixz="0" iyy="0.21" iyz="0" izz="0.05"/></inertial></link>
<link name="lower"><inertial><origin xyz="0 0.1 -0.3"/><mass value="1.5"/>
<inertia ixx="0.1" ixy="0.002" ixz="0.01" iyy="0.11" iyz="0.003" izz="0.03"/></inertial></link>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 1.2" rpy="0 0 0.4"/>
<axis xyz="1 2 0"/><dynamics damping="0.1"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.8" rpy="0.2 0 0"/>
<axis xyz="0 1 0.5"/></joint></robot>)";
  const std::string body = R"(
<body name="upper" pos="0 0 1.2" euler="0 0 0.4"><joint name="shoulder" axis="1 2 0" damping="0.1"/>
 <inertial pos="0.1 0.02 -0.4" euler="0.3 0 0" mass="2" diaginertia="0.2 0.21 0.05"/>
 <body name="lower" pos="0 0 -0.9" axisangle="1 0 0 0.2"><joint name="elbow" pos="PLACE" axis="0 1 0.5"/>
 <inertial pos="MIDDLE" mass="1.5" fullinertia="0.1 0.11 0.03 0.002 0.01 0.003"/></body></body>)";
  auto mjcf = body;  // the frame of the lower body is 0.1 below the joint: (0, s, c)/10 in it
  mjcf.replace(mjcf.find("PLACE"), 5, "0 0.0198669330795061215459412627118 0.0980066577841241631124196516749");
  mjcf.replace(mjcf.find("MIDDLE"), 6, "0 0.1198669330795061215459412627118 -0.2019933422158758368875803483251");
  const auto ours = of_mjcf(mjcf, "<compiler angle=\"radian\"/>");
  const auto a = joint_acceleration(ours), expected = joint_acceleration(mechanism_of_robot(urdf, "arm.urdf"));
  EXPECT_GT(expected.cwiseAbs().minCoeff(), 0.1);
  EXPECT_LT((a - expected).cwiseAbs().maxCoeff(), quad("1e-29"));
}

// These are all ways to write a quarter of a turn about x.
TEST(MjcfRobot, OrientationsAreWrittenInManyWays) {
  const auto first = [](const std::string& how, const std::string& compiler = "") {
    return joint_acceleration(of_mjcf("<body name=\"b\" " + how +
                                          "><joint axis=\"0 0 1\"/><inertial pos=\"0.3 0.1 0\" mass=\"1\" "
                                          "diaginertia=\"1 1 1\"/></body>",
                                      compiler))[0];
  };
  const auto expected = first("quat=\"1 1 0 0\"");
  EXPECT_GT(abs(expected), 0.1);
  for (const char* how : {"axisangle=\"2 0 0 90\"", "euler=\"90 0 0\"", "zaxis=\"0 -1 0\"", "xyaxes=\"1 0 0 0.1 0 1\"",
                          "quat=\"-0.5 -0.5 0 0\""})
    EXPECT_LT(abs(first(how) - expected), quad("1e-29")) << how;
  EXPECT_LT(
      abs(first("euler=\"1.57079632679489661923132169163975144209858469968755 0 0\"", "<compiler angle=\"radian\"/>") -
          expected),
      quad("1e-29"));
  const auto turning = first("euler=\"30 40 50\""), still = first("euler=\"50 40 30\"", "<compiler eulerseq=\"ZYX\"/>");
  EXPECT_LT(abs(turning - still), quad("1e-29")) << "about axes that stand, in the opposite order";
}

TEST(MjcfRobot, DefaultsAreTakenByClass) {
  const std::string defaults = R"(<default><geom density="100"/><joint damping="1"/>
<default class="heavy"><geom density="2000"/><default class="dry"><joint damping="0"/></default></default></default>)";
  const auto m =
      of_mjcf(R"(<body name="a"><joint name="j" axis="0 1 0"/><geom type="box" size="0.5 0.5 0.5" pos="1 0 0"/>
<body name="b" childclass="dry"><joint name="k" axis="0 1 0"/><geom type="box" size="0.5 0.5 0.5" pos="1 0 0"/>
<body name="c"><joint name="l" class="heavy" axis="0 1 0"/><geom type="box" size="0.5 0.5 0.5" density="7"/></body>
</body></body>)",
              defaults);
  EXPECT_EQ(m.bodies.at(0).mass.in<double>(), 100);
  EXPECT_EQ(m.bodies.at(1).mass.in<double>(), 2000);
  EXPECT_EQ(m.bodies.at(2).mass.in<double>(), 7);
  ASSERT_EQ(m.rotational_springs.size(), 2U);
  EXPECT_EQ(m.rotational_springs[0].joint, "j");
  EXPECT_EQ(m.rotational_springs[1].joint, "l");
}

// Two hinges of one body are a universal joint: q'' is that of a chain with a link without mass.
TEST(MjcfRobot, JointsOfOneBodyFollowEachOther) {
  const auto m = of_mjcf(R"(<body name="b"><joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0" pos="0 0 0.2"/>
<inertial pos="0.1 0.2 -0.5" mass="2" diaginertia="0.1 0.2 0.15"/></body>)");
  EXPECT_EQ(m.bodies.size(), 2U);
  EXPECT_EQ(m.outputs.size(), 3U) << "bodies without mass have no outputs";
  // The values of the pendulum: H = Jx + m (…) by its points, and the moments of gravity about both axes.
  const auto a = joint_acceleration(m);
  const quad y("0.2"), z("-0.5"), x("0.1"), g("9.81");
  const quad hxx = quad("0.1") + 2 * (y * y + z * z), hyy = quad("0.2") + 2 * (x * x + (z - y) * (z - y)),
             hxy = -2 * x * y;
  const quad tx = -2 * g * y, ty = 2 * g * x, det = hxx * hyy - hxy * hxy;
  EXPECT_LT(abs(a[0] - (hyy * tx - hxy * ty) / det), quad("1e-29"));
  EXPECT_LT(abs(a[1] - (hxx * ty - hxy * tx) / det), quad("1e-29"));
}

TEST(MjcfRobot, EqualitiesTieJointsAndBodies) {
  const std::string two =
      R"(<body name="a"><joint name="j" axis="0 1 0"/><geom type="box" size="0.5 0.1 0.1" pos="0.5 0 0"/>
</body><body name="b" pos="0 1 0"><joint name="k" axis="0 1 0"/><geom type="box" size="0.5 0.1 0.1" pos="0.5 0 0"/></body>)";
  const auto with = [&](const std::string& equality) { return of_mjcf(two, "<equality>" + equality + "</equality>"); };
  const auto gear = with("<joint joint1=\"k\" joint2=\"j\" polycoef=\"0 2\"/>");
  ASSERT_EQ(gear.gears.size(), 1U);
  EXPECT_EQ(gear.gears[0].ratio.in<double>(), 2);
  const auto a = joint_acceleration(gear);
  EXPECT_LT(abs(a[1] - 2 * a[0]), quad("1e-29"));
  EXPECT_EQ(joint_acceleration(with("<joint joint1=\"k\" polycoef=\"0.3\"/>")).size(), 1) << "held at 0.3 rad";
  const auto point = with("<connect body1=\"a\" body2=\"b\" anchor=\"1 0 0\"/>");
  EXPECT_EQ(point.joints.back().kind, mbs::JointKind::spherical);
  EXPECT_EQ(with("<weld body1=\"a\" body2=\"b\"/>").joints.back().kind, mbs::JointKind::fixed);
  EXPECT_EQ(with("<weld body1=\"a\" body2=\"b\" active=\"false\"/>").joints.size(), 2U);
}

TEST(MjcfRobot, ForcesOfJointsAreUsed) {
  const auto m = of_mjcf(R"(<body name="b"><joint name="j" axis="0 1 0" stiffness="3" springref="30" armature="0.5"
range="-90 90" frictionloss="0.1"/><geom size="0.1" pos="1 0 0" mass="1"/></body>)",
                         "<option gravity=\"0 0 0\"/>");
  EXPECT_EQ(m.gravity[2].in<double>(), 0);
  EXPECT_NEAR(m.limits.at(0).upper.in<double>(), 1.5707963267948966, 1e-15);
  const quad inertia = quad("1.004") + quad("0.5"), pi = std::numbers::pi_v<quad>;
  EXPECT_LT(abs(joint_acceleration(m)[0] - 3 * pi / 6 / inertia), quad("1e-29"));
}

// A body stands as written where its joint is at `ref`, and begins there.
TEST(MjcfRobot, ReferencesShiftCoordinates) {
  const std::string compiler = "<mujoco><compiler angle=\"radian\"/><worldbody><body name=\"b\" pos=\"0 0 1\">";
  const auto at = [&](const std::string& joint, const std::string& initial) {
    const auto mjcf = compiler + "<joint name=\"j\" axis=\"0 1 0\" " + joint +
                      "/><geom type=\"box\" size=\"0.3 0.1 0.1\" pos=\"0.3 0 0\"/></body></worldbody></mujoco>";
    const auto file = mechanism_from_text("schema = 1\nname = \"b\"\nt_end = 1\n[mjcf]\nfile = \"b.xml\"\n" + initial,
                                          "b.toml", [&](const std::string&) { return mjcf; });
    const auto m = file.mechanism(Parameters(file.parameters, {}));
    const auto parts = mbs::assemble<quad>(m);
    const auto q = mbs::JointTree<quad>(m, parts).in_joints({parts.q, parts.v}).q[0];
    return std::array{q, parts.q[1], parts.q[2]};
  };
  const quad tiny("1e-31"), angle("0.4");
  const auto written = at("ref=\"0.4\"", ""), moved = at("ref=\"0.4\"", "[initial]\nj = 0\n");
  EXPECT_LT(abs(written[0] - angle), tiny);
  EXPECT_LT(abs(written[2] - 1), tiny);
  EXPECT_LT(abs(moved[0]), tiny);
  EXPECT_LT(abs(moved[2] - 1 - quad("0.3") * sin(angle)), tiny);
  const auto slid = at("type=\"slide\" ref=\"0.4\"", ""), back = at("type=\"slide\" ref=\"0.4\"", "[initial]\nj = 0\n");
  EXPECT_LT(abs(slid[0] - angle), tiny);
  EXPECT_LT(abs(slid[1]), tiny);
  EXPECT_LT(abs(back[0]), tiny);
  EXPECT_LT(abs(back[1] + angle), tiny);
}

TEST(MjcfRobot, FreeBodiesFloatAndBallsTurn) {
  const auto free = of_mjcf("<body name=\"b\" pos=\"0 0 2\"><freejoint/><geom size=\"0.1\"/></body>");
  EXPECT_TRUE(free.joints.empty());
  EXPECT_EQ(free.bodies.at(0).position[2].in<double>(), 2);
  const auto ball =
      of_mjcf("<body name=\"b\"><joint type=\"ball\" pos=\"0 0 1\"/><geom size=\"0.1\" pos=\"0.5 0 0\"/></body>");
  EXPECT_EQ(ball.joints.at(0).kind, mbs::JointKind::spherical);
  EXPECT_NO_THROW(mbs::assemble<double>(ball));
}

Robot robot_of_mjcf(const std::string& top, const std::string& inside, const std::string& end = "") {
  return robot_from_mjcf("<mujoco>" + top + "<worldbody>" + inside + "</worldbody>" + end + "</mujoco>", "m.xml");
}

TEST(MjcfRobot, WhatIsOmittedIsNamed) {
  const auto robot = robot_of_mjcf("", "<body name=\"b\"><joint/><geom size=\"1\" rgba=\"1 0 0 1\"/><site/></body>",
                                   "<actuator><motor joint=\"b_joint\"/></actuator><sensor/><asset><texture/></asset>");
  EXPECT_THAT(robot.unused.acting, ElementsAre("actuator"));
  EXPECT_THAT(robot.unused.idle, ElementsAre("appearance", "asset", "sensor"));
  EXPECT_EQ(robot.unused.text(),
            "actuator (affecting the motion); appearance, asset, sensor (without effect on the motion)");
  EXPECT_TRUE(is_mjcf("<?xml version=\"1.0\"?><!-- <robot> -->\n<mujoco/>"));
  EXPECT_FALSE(is_mjcf("<!-- <mujoco> --><robot/>"));
}

// Air, springs of tendons, contacts and gravity that is made up for act on a motion of MuJoCo's; zeros of them do not.
TEST(MjcfRobot, ForcesThatAreNotUsedAreDistinguished) {
  const auto acting = [](const std::string& option, const std::string& of_body, const std::string& end = "") {
    return robot_of_mjcf("<option " + option + "/>",
                         "<body name=\"b\" " + of_body + "><joint name=\"j\"/><geom size=\"1\"/></body>", end)
        .unused.acting;
  };
  EXPECT_THAT(acting("density=\"1.2\" viscosity=\"1.8e-5\" timestep=\"0.002\"", "gravcomp=\"1\""),
              ElementsAre("fluid forces", "gravcomp"));
  EXPECT_THAT(acting("density=\"0\" wind=\"0 0 0\"", "mocap=\"false\""), ElementsAre());
  const auto tendon = [&](const std::string& attributes) {
    return acting("", "", "<tendon><fixed " + attributes + "><joint joint=\"j\" coef=\"1\"/></fixed></tendon>");
  };
  EXPECT_THAT(tendon(""), ElementsAre());
  EXPECT_THAT(tendon("stiffness=\"3\""), ElementsAre("forces of tendons"));
  const std::string two = "<body><joint/><geom size=\"1\"/></body><body><joint/><geom size=\"1\"/></body>";
  EXPECT_THAT(robot_of_mjcf("", two).unused.acting, ElementsAre("contact"));
  EXPECT_THAT(robot_of_mjcf("<option><flag contact=\"disable\"/></option>", two).unused.acting, ElementsAre());
}

TEST(MjcfRobot, MistakesHaveACodeALineAndAKey) {
  const auto in_body = [](const std::string& inside) {
    return refused_mjcf("<body name=\"b\">\n" + inside + "<geom size=\"0.1\" pos=\"1 0 0\"/></body>");
  };
  EXPECT_EQ(in_body("<joint/>"), "accepted");
  EXPECT_EQ(in_body("<joint type=\"hing\"/>"), "unknown-name m.xml:2 type");
  EXPECT_EQ(in_body("<joint axis=\"0 0 0\"/>"), "out-of-range m.xml:2 axis");
  EXPECT_EQ(in_body("<joint/><goem/>"), "unknown-name m.xml:2");
  EXPECT_EQ(in_body("<joint/><composite/>"), "not-allowed m.xml:2");
  EXPECT_EQ(in_body("<joint range=\"2 1\"/>"), "out-of-range m.xml:2 range");
  EXPECT_EQ(in_body("<joint damping=\"-1\"/>"), "out-of-range m.xml:2 damping");
  EXPECT_EQ(in_body("<joint class=\"dri\"/>"), "unknown-name m.xml:2 class");
  EXPECT_EQ(refused_mjcf("<body name=\"b\"><joint/><geom type=\"mesh\" mesh=\"m\"/></body>"), "not-allowed m.xml:1");
  EXPECT_EQ(refused_mjcf(""), "missing m.xml:1");
  EXPECT_EQ(refused_mjcf(one_geom("size=\"1\""), "<compiler settotalmass=\"1\"/>"), "not-allowed m.xml:1");
  const auto with_flag = [](const std::string& flag) {
    return refused_mjcf(one_geom("size=\"1\""), "<option><flag " + flag + "=\"disable\"/></option>");
  };
  EXPECT_EQ(with_flag("contact"), "accepted");
  for (const char* flag : {"gravity", "passive", "spring", "damper", "constraint", "equality"})
    EXPECT_EQ(with_flag(flag), "accepted") << flag;
  EXPECT_EQ(with_flag("gravty"), "unknown-name m.xml:1 gravty");
  EXPECT_EQ(refused_mjcf(one_geom("size=\"1\""), "<equality><joint joint1=\"x\"/></equality>"),
            "unknown-name m.xml:1 joint1");
  EXPECT_EQ(refused_mjcf(one_geom("size=\"1\""),
                         "<equality><joint joint1=\"b_joint\" joint2=\"c\" polycoef=\"0 1 1\"/></equality>"),
            "not-allowed m.xml:1");
}

}  // namespace
}  // namespace plumb
