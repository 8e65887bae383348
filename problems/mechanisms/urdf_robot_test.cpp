// Tests URDF files: contents that are used, contents that are ignored, and refusals of mistakes.

#include "problems/mechanisms/urdf_robot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_text.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

/// An arm on a base; tests replace a part of it.
const std::string arm = R"(<?xml version="1.0"?>
<!-- <link name="in a comment"> -->
<robot name="one">
  <link name="base"/>
  <link name="arm">
    <inertial>
      <origin xyz="0. .5 1e-1"/>
      <mass value="+2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <visual><geometry><mesh filename="arm.stl"/></geometry></visual>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="arm"/>
    <axis xyz="0 0 1"/>
    <limit lower="0" upper="1"/>
  </joint>
  <transmission name="t"/>
</robot>
)";

std::string with_part(std::string text, std::string_view part, std::string_view into) {
  const auto found = text.find(part);
  EXPECT_NE(found, std::string::npos) << part;
  return text.replace(found, part.size(), into);
}

/// Reads a robot file, or, if `toml` is not empty, a mechanism file that refers to it.
void read_urdf(const std::string& text, const std::string& toml) {
  const auto read = [&](const std::string&) { return text; };
  mechanism_from_text(toml.empty() ? text : toml, toml.empty() ? "one.urdf" : "one.toml", read);
}
std::string refused_urdf(const std::string& text, const std::string& toml = "") {
  return refusal_of([&] { read_urdf(text, toml); });
}

TEST(UrdfRobot, NumbersAndElementsAreRead) {
  const auto robot = robot_from_urdf(arm, "one.urdf");
  EXPECT_EQ(robot.name, "one");
  ASSERT_EQ(robot.links.size(), 2U);
  EXPECT_EQ(robot.links[1].place.line, 5U);
  EXPECT_EQ(robot.links[1].inertials.at(0).origin.xyz[1].in<double>(), 0.5);
  EXPECT_EQ(robot.links[1].inertials.at(0).mass.in<double>(), 2);
  EXPECT_THAT(robot.unused.acting, ElementsAre("limit"));
  EXPECT_THAT(robot.unused.idle, ElementsAre("mesh", "transmission"));
  EXPECT_EQ(refused_urdf(arm), "accepted");
}

TEST(UrdfRobot, WhatIsNotUsedIsReportedInTheSource) {
  EXPECT_EQ(
      mechanism_from_text(arm, "one.urdf").source,
      "URDF; ignored contents of one.urdf: limit (affecting the motion); mesh, transmission (without effect on the "
      "motion)");
}

struct UrdfMistake {
  const char *part, *into, *refusal;
};

class UrdfMistakes : public ::testing::TestWithParam<UrdfMistake> {};

TEST_P(UrdfMistakes, HaveACodeAPlaceAndAKey) {
  EXPECT_EQ(refused_urdf(with_part(arm, GetParam().part, GetParam().into)), GetParam().refusal);
}

INSTANTIATE_TEST_SUITE_P(
    Elements, UrdfMistakes,
    ::testing::Values(UrdfMistake{"value=\"+2\"", "value=\"0\"", "contradiction one.urdf:6"},
                      UrdfMistake{"value=\"+2\"", "value=\"-2\"", "out-of-range one.urdf:8 value"},
                      UrdfMistake{"value=\"+2\"", "value=\"2 kg\"", "wrong-kind one.urdf:8 value"},
                      UrdfMistake{"value=\"+2\"", "value=\"pi\"", "malformed one.urdf:8 value"},
                      UrdfMistake{"value=\"+2\"", "value=\"nan\"", "malformed one.urdf:8 value"},
                      UrdfMistake{"ixx=\"1\"", "ixx=\"-1\"", "out-of-range one.urdf:6"},
                      UrdfMistake{"ixx=\"1\"", "ixx=\"3\"", "out-of-range one.urdf:6"},
                      UrdfMistake{"ixx=\"1\" ", "", "missing one.urdf:9 ixx"},
                      UrdfMistake{"<mass value=\"+2\"/>", "", "missing one.urdf:6"},
                      UrdfMistake{"xyz=\"0. .5 1e-1\"", "xyz=\"0 1\"", "wrong-kind one.urdf:7 xyz"},
                      UrdfMistake{"xyz=\"0. .5 1e-1\"", "rpz=\"0 1 0\"", "unknown-name one.urdf:7 rpz"},
                      UrdfMistake{"<parent link=\"base\"/>", "<parent link=\"bse\"/>", "unknown-name one.urdf:14 link"},
                      UrdfMistake{"<parent link=\"base\"/>", "", "missing one.urdf:13"},
                      UrdfMistake{"<parent link=\"base\"/>", "<parent link=\"arm\"/>", "contradiction one.urdf:13"},
                      UrdfMistake{"xyz=\"0 0 1\"", "xyz=\"0 0 0\"", "out-of-range one.urdf:16 xyz"},
                      UrdfMistake{"type=\"revolute\"", "type=\"planar\"", "not-allowed one.urdf:13"},
                      UrdfMistake{"type=\"revolute\"", "type=\"hinge\"", "unknown-name one.urdf:13 type"},
                      UrdfMistake{"<limit", "<mimic joint=\"x\"/><limit", "unknown-name one.urdf:17"},
                      UrdfMistake{"<limit", "<dynamics friction=\"-0.1\"/><limit", "out-of-range one.urdf:17 friction"},
                      UrdfMistake{"<visual>", "<visual/><visual><geometry><box/></geometry></visual><visual>",
                                  "missing one.urdf:11 size"},
                      UrdfMistake{"<limit", "<dynamics damping=\"-0.1\"/><limit", "out-of-range one.urdf:17 damping"},
                      UrdfMistake{"<limit", "<axis xyz=\"0 0 1\"/><limit", "contradiction one.urdf:17"},
                      UrdfMistake{"<limit", "<xacro:limits/><limit", "not-allowed one.urdf:17"},
                      UrdfMistake{"<joint ", "<jont ", "malformed one.urdf:13"},
                      UrdfMistake{"<transmission name=\"t\"/>", "<jiont name=\"t\"/>", "unknown-name one.urdf:19"},
                      UrdfMistake{"<transmission name=\"t\"/>", "<link name=\"arm\"/>", "contradiction one.urdf:19"},
                      UrdfMistake{"<transmission name=\"t\"/>", "<link name=\"alone\"/>", "contradiction one.urdf:19"},
                      UrdfMistake{"<transmission name=\"t\"/>", "<loop_joint name=\"t\"/>", "not-allowed one.urdf:19"},
                      UrdfMistake{"<link name=\"base\"/>", "<link name=\"\"/>", "malformed one.urdf:4"},
                      UrdfMistake{"<robot name=\"one\">", "<robot>", "missing one.urdf:3 name"}));

TEST(UrdfRobot, TextsThatAreNoRobotAreRefusedWithALine) {
  EXPECT_EQ(refused_urdf("<a/>"), "not-allowed one.urdf:1");
  EXPECT_EQ(refused_urdf("<robot name=\"x\"/>"), "missing one.urdf:1");
  EXPECT_EQ(refused_urdf("<robot name=\"x\">\n<link name='a'>\n"), "malformed one.urdf:2");
  EXPECT_EQ(refused_urdf("<robot name=\"x\"/><robot name=\"y\"/>"), "contradiction one.urdf:1");
  EXPECT_EQ(refused_urdf(arm + std::string(std::size_t{5} << 20, ' ')), "out-of-range one.urdf:1");
  EXPECT_EQ(refused_urdf("<robot name=\"x\">" + std::string(1, '\0')), "malformed one.urdf:1");
  std::string deep = "<robot name=\"x\">";
  for (int i = 0; i < 90; ++i) deep += "<a>";
  for (int i = 0; i < 90; ++i) deep += "</a>";
  EXPECT_EQ(refused_urdf(deep + "</robot>"), "out-of-range one.urdf:1");
}

TEST(UrdfRobot, EntitiesAreNotExpanded) {
  const std::string bomb =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY a \"aaaa\">\n<!ENTITY b \"&a;&a;\">\n]>\n";
  EXPECT_EQ(refused_urdf(bomb + "<robot name=\"&b;\"/>"), "not-allowed one.urdf:2");
  EXPECT_EQ(refused_urdf("<robot name=\"x\">\n<!ENTITY a \"b\">\n</robot>"), "not-allowed one.urdf:2");
}

TEST(UrdfRobot, CirclesOfLinksAreNamed) {
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
    return "<joint name=\"" + name + "\" type=\"fixed\"><parent link=\"" + parent + "\"/><child link=\"" + child +
           "\"/></joint>\n";
  };
  const std::string links = "<robot name=\"x\">\n<link name=\"a\"/>\n<link name=\"b\"/>\n<link name=\"c\"/>\n";
  EXPECT_EQ(refused_urdf(links + joint("j", "a", "b") + joint("k", "b", "a") + "</robot>"), "contradiction one.urdf:5");
  EXPECT_EQ(refused_urdf(links + joint("j", "a", "b") + joint("k", "b", "c") + joint("l", "c", "a") + "</robot>"),
            "contradiction one.urdf:7");
  EXPECT_EQ(refused_urdf(links + joint("j", "a", "b") + joint("k", "c", "b") + "</robot>"), "contradiction one.urdf:6");
}

// The other tests check code and location of a mistake; this test also checks the messages.
TEST(UrdfRobot, AllMistakesAreReportedAtOnce) {
  const auto reported = [](const std::string& robot) -> std::string {
    try {
      read_urdf(robot, "");
    } catch (const UsageError& e) {
      return e.what();
    }
    return "nothing";
  };
  auto text = with_part(arm, "xyz=\"0 0 1\"", "xyz=\"0 0 0\"");
  text = with_part(with_part(text, "value=\"+2\"", "value=\"-2\""), "<transmission name=\"t\"/>", "<jiont/>");
  EXPECT_EQ(reported(text),
            "one.urdf:19: <robot>: unknown element 'jiont'; did you mean 'joint'? known: link, joint\n"
            "one.urdf:8: link 'arm': <inertial>: <mass>: the mass is -2 kg; it may not be negative\n"
            "one.urdf:16: joint 'elbow': <axis>: the axis has no direction: all its components are 0");
  std::string many = "<robot name=\"x\">";
  for (int i = 0; i < 30; ++i) many += "<link name=\"a\"/>\n";
  EXPECT_THAT(reported(many + "</robot>"), EndsWith("\nand 9 more"));
}

TEST(UrdfRobot, NamesAreAnyTextAndUnknownAttributesAreReported) {
  auto text = with_part(arm, "<link name=\"arm\">", "<link name=\"/left.arm 1\">");
  text = with_part(with_part(text, "child link=\"arm\"", "child link=\"/left.arm 1\""), "name=\"elbow\"",
                   "name=\"0.1/e\"");
  text = with_part(text, "<limit", "<dynamics D=\"1\" damping=\"0.1\" mu_coulomb=\"0\"/><limit");
  const auto file = mechanism_from_text(text, "one.urdf");
  EXPECT_THAT(file.source, HasSubstr("mesh, transmission (without effect on the motion); unknown: D of <dynamics>, mu_coulomb of <dynamics>"));
  const auto m = file.mechanism(Parameters(file.parameters, {}));
  EXPECT_EQ(m.bodies.at(0).name, "/left.arm 1");
  EXPECT_EQ(m.outputs.at(0).name, "link__left_arm_1_x") << "outputs have words";
  EXPECT_EQ(m.rotational_springs.at(0).damping.in<double>(), 0.1);
}

// A link that is fixed to another link is checked together with it; a link fixed to the ground is not checked.
TEST(UrdfRobot, BodiesAreJudgedAsTheyMove) {
  const std::string flat =
      "<inertial><mass value=\"0.01\"/><inertia ixx=\"0.001\" ixy=\"0\" ixz=\"0\" iyy=\"0.001\" "
      "iyz=\"0\" izz=\"0.01\"/></inertial>";
  const std::string foot = "<link name=\"foot\">" + flat +
                           "</link><joint name=\"sole\" type=\"fixed\"><parent "
                           "link=\"arm\"/><child link=\"foot\"/></joint>";
  EXPECT_EQ(refused_urdf(with_part(arm, "<transmission name=\"t\"/>", foot)), "accepted");
  EXPECT_EQ(refused_urdf(with_part(arm, "<link name=\"base\"/>", "<link name=\"base\">" + flat + "</link>")),
            "accepted");
  const auto massless =
      with_part(with_part(foot, "0.01\"/><inertia", "0\"/><inertia"), "parent link=\"arm\"", "parent link=\"arm\"");
  EXPECT_EQ(refused_urdf(with_part(arm, "<transmission name=\"t\"/>", massless)), "accepted");
  const auto wrong = with_part(arm, "ixx=\"1\"", "ixx=\"3\"");
  const auto with_foot = with_part(wrong, "<transmission name=\"t\"/>", foot);
  EXPECT_EQ(refused_urdf(with_foot), "out-of-range one.urdf:6");
  const std::string toml = "schema = 1\nname = \"one\"\nt_end = 1\n[urdf]\nfile = \"one.urdf\"\n";
  EXPECT_EQ(refused_urdf(wrong, toml + "ignore = [\"inertia\"]\n"), "accepted");
  EXPECT_EQ(refused_urdf(with_part(arm, "ixx=\"1\"", "ixx=\"-1\""), toml + "ignore = [\"inertia\"]\n"),
            "out-of-range one.urdf:6");
}

TEST(UrdfRobot, WhereNothingMovesAFloatingBaseIsProposed) {
  const std::string cube =
      "<robot name=\"cube\"><link name=\"box\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link></robot>";
  EXPECT_EQ(refused_urdf(cube), "not-allowed one.urdf:1");
  EXPECT_EQ(refused_urdf(cube, "schema = 1\nname = \"c\"\nt_end = 1\n[urdf]\nfile = \"c.urdf\"\nbase = \"floating\"\n"),
            "accepted");
}

TEST(UrdfRobot, LinksThatMoveNeedAMass) {
  const auto found = arm.find("<inertial>"), end = arm.find("</inertial>");
  auto text = arm;
  text.erase(found, end + std::string("</inertial>").size() - found);
  EXPECT_EQ(refused_urdf(text), "missing one.urdf:5");
  const auto flat = with_part(with_part(arm, "iyy=\"1\"", "iyy=\"0\""), "izz=\"1\"", "izz=\"0\"");
  EXPECT_EQ(refused_urdf(with_part(flat, "ixx=\"1\"", "ixx=\"0\"")), "accepted") << "a point that a joint holds";
}

TEST(UrdfRobot, MechanismFilesMistakesAreReportedThere) {
  const std::string toml = "schema = 1\nname = \"one\"\nt_end = 1\n[urdf]\nfile = \"one.urdf\"\n";
  EXPECT_EQ(refused_urdf(arm, toml + "[initial]\nelbow = { position = \"pi/4\", velocity = 1 }\n"), "accepted");
  EXPECT_EQ(refused_urdf(arm, toml + "[initial]\nelbo = 1\n"), "unknown-name one.toml:7:8 elbo");
  EXPECT_EQ(refused_urdf(arm, toml + "[initial]\nelbow = { angle = 1 }\n"), "unknown-name one.toml:7:11 angle");
  EXPECT_EQ(refused_urdf(arm, toml + "base = \"free\"\n"), "unknown-name one.toml:6:8 base");
  EXPECT_EQ(refused_urdf(arm, toml + "ignore = [\"mass\"]\n"), "unknown-name one.toml:6:10 ignore");
  EXPECT_EQ(refused_urdf(arm, "schema = 1\nname = \"x\"\nt_end = 1\n[initial]\nelbow = 1\n"),
            "contradiction one.toml:4:1 initial");
  EXPECT_EQ(refused_urdf(arm, toml + "[[body]]\nname = \"arm\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"),
            "contradiction one.toml:6:1 body");
  const auto stiff = with_part(arm, "<limit", "<dynamics friction=\"1\" damping=\"2\"/><limit");
  for (const char* ignore : {"", "ignore = [\"friction\"]\n"}) {
    EXPECT_EQ(refused_urdf(stiff, toml + ignore), "accepted");
    EXPECT_EQ(refused_urdf(with_part(stiff, "revolute", "prismatic"), toml + ignore), "accepted");
  }
  const std::string own =
      "schema = 1\nname = \"one\"\nt_end = 1\n[parameters]\nfriction_speed = 1\n[urdf]\nfile = \"one.urdf\"\n";
  EXPECT_EQ(refused_urdf(stiff, own), "contradiction one.toml:1:1");
}

}  // namespace
}  // namespace plumb
