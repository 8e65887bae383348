// URDF files: the parts that are read, the parts that are not, and the messages about mistakes.

#include "problems/mechanisms/urdf_robot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_text.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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
  const auto at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), into);
}

std::string urdf_mistake(const std::string& text, const std::string& toml = "") {
  try {
    const auto read = [&](const std::string&) { return text; };
    mechanism_from_text(toml.empty() ? text : toml, toml.empty() ? "one.urdf" : "one.toml", read);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "nothing is wrong";
}

TEST(UrdfRobot, NumbersAndElementsAreRead) {
  const auto robot = robot_from_urdf(arm, "one.urdf");
  EXPECT_EQ(robot.name, "one");
  ASSERT_EQ(robot.links.size(), 2U);
  EXPECT_EQ(robot.links[1].place.line, 5U);
  EXPECT_EQ(robot.links[1].inertials.at(0).origin.xyz[1].in<double>(), 0.5);
  EXPECT_EQ(robot.links[1].inertials.at(0).mass.in<double>(), 2);
  EXPECT_THAT(robot.unused, ElementsAre("limit", "mesh", "transmission"));
  EXPECT_EQ(urdf_mistake(arm), "nothing is wrong");
}

TEST(UrdfRobot, WhatIsNotUsedIsToldInTheSource) {
  EXPECT_EQ(mechanism_from_text(arm, "one.urdf").source, "URDF; not used of one.urdf: limit, mesh, transmission");
}

struct UrdfMistake {
  const char *part, *into, *message;
};

class UrdfMistakes : public ::testing::TestWithParam<UrdfMistake> {};

TEST_P(UrdfMistakes, AreToldWithLineElementAndRule) {
  EXPECT_THAT(urdf_mistake(with_part(arm, GetParam().part, GetParam().into)), StartsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Elements, UrdfMistakes,
    ::testing::Values(
        UrdfMistake{"value=\"+2\"", "value=\"0\"",
                    "one.urdf:6: link 'arm': the mass is 0 kg, and the inertia is not 0"},
        UrdfMistake{"value=\"+2\"", "value=\"-2\"",
                    "one.urdf:8: link 'arm': <inertial>: <mass>: the mass is -2 kg; it may not be negative"},
        UrdfMistake{"value=\"+2\"", "value=\"2 kg\"",
                    "one.urdf:8: link 'arm': <inertial>: <mass>: value=\"2 kg\": one"},
        UrdfMistake{"value=\"+2\"", "value=\"pi\"",
                    "one.urdf:8: link 'arm': <inertial>: <mass>: value=\"pi\": 'pi' is no decimal number"},
        UrdfMistake{"value=\"+2\"", "value=\"nan\"",
                    "one.urdf:8: link 'arm': <inertial>: <mass>: value=\"nan\": 'nan' is"},
        UrdfMistake{"ixx=\"1\"", "ixx=\"-1\"", "one.urdf:6: link 'arm': the inertia has a negative moment"},
        UrdfMistake{"ixx=\"1\"", "ixx=\"3\"",
                    "one.urdf:6: link 'arm': no body has this inertia: its principal moments are 1, 1, 3 kg m^2, and "
                    "the largest exceeds the sum of the others by 50 %; a mechanism file may say ignore = "
                    "[\"inertia\"]"},
        UrdfMistake{"ixx=\"1\" ", "", "one.urdf:9: link 'arm': <inertial>: <inertia>: the attribute 'ixx' is missing"},
        UrdfMistake{"<mass value=\"+2\"/>", "", "one.urdf:6: link 'arm': <inertial>: <mass> is missing"},
        UrdfMistake{"xyz=\"0. .5 1e-1\"", "xyz=\"0 1\"",
                    "one.urdf:7: link 'arm': <inertial>: <origin>: xyz=\"0 1\": three numbers are allowed"},
        UrdfMistake{"xyz=\"0. .5 1e-1\"", "rpz=\"0 1 0\"",
                    "one.urdf:7: link 'arm': <inertial>: <origin>: unknown attribute 'rpz'; did you mean 'rpy'?"},
        UrdfMistake{"<parent link=\"base\"/>", "<parent link=\"bse\"/>",
                    "one.urdf:14: joint 'elbow': <parent>: unknown link 'bse'; did you mean 'base'?"},
        UrdfMistake{"<parent link=\"base\"/>", "", "one.urdf:13: joint 'elbow': <parent> is missing"},
        UrdfMistake{"<parent link=\"base\"/>", "<parent link=\"arm\"/>",
                    "one.urdf:13: joint 'elbow': its parent and its child are the same link, 'arm'"},
        UrdfMistake{"xyz=\"0 0 1\"", "xyz=\"0 0 0\"",
                    "one.urdf:16: joint 'elbow': <axis>: the axis has no direction: all its components are 0"},
        UrdfMistake{"type=\"revolute\"", "type=\"planar\"",
                    "one.urdf:13: joint 'elbow': planar joints are not supported"},
        UrdfMistake{"type=\"revolute\"", "type=\"hinge\"", "one.urdf:13: joint 'elbow': unknown type 'hinge'"},
        UrdfMistake{"<limit", "<mimic joint=\"x\"/><limit",
                    "one.urdf:17: joint 'elbow': it follows: unknown joint 'x'; known: elbow"},
        UrdfMistake{"<limit", "<dynamics friction=\"-0.1\"/><limit",
                    "one.urdf:17: joint 'elbow': <dynamics>: a friction may not be negative"},
        UrdfMistake{"lower=\"0\"", "lower=\"2\"",
                    "one.urdf:17: joint 'elbow': <limit>: lower=\"2\" is above upper=\"1\""},
        UrdfMistake{"<visual>", "<visual/><visual><geometry><box/></geometry></visual><visual>",
                    "one.urdf:11: link 'arm': <visual>: <geometry>: <box>: the attribute 'size' is missing"},
        UrdfMistake{"<limit", "<dynamics damping=\"-0.1\"/><limit",
                    "one.urdf:17: joint 'elbow': <dynamics>: a damping may not be negative"},
        UrdfMistake{"<limit", "<axis xyz=\"0 0 1\"/><limit",
                    "one.urdf:17: joint 'elbow': a second <axis>; one is allowed"},
        UrdfMistake{"<limit", "<xacro:limits/><limit", "one.urdf:17: joint 'elbow': <xacro:limits>: macros are not"},
        UrdfMistake{"<joint ", "<jont ", "one.urdf:13: an element begins that is not closed by its own name"},
        UrdfMistake{"<transmission name=\"t\"/>", "<jiont name=\"t\"/>",
                    "one.urdf:19: robot: unknown element <jiont>; did you mean <joint>?"},
        UrdfMistake{"<transmission name=\"t\"/>", "<link name=\"arm\"/>",
                    "one.urdf:19: link 'arm': another one has the same name, at line 5"},
        UrdfMistake{"<transmission name=\"t\"/>", "<link name=\"alone\"/>",
                    "one.urdf:19: link 'alone': no joint has it as its child, nor link 'base' at line 4"},
        UrdfMistake{"<transmission name=\"t\"/>", "<loop_joint name=\"t\"/>",
                    "one.urdf:19: robot: <loop_joint> is not supported, and the motion depends on it"},
        UrdfMistake{"<link name=\"base\"/>", "<link name=\"\"/>", "one.urdf:4: <link>: '': a name has letters"},
        UrdfMistake{"<robot name=\"one\">", "<robot>", "one.urdf:3: robot: the attribute 'name' is missing"}));

TEST(UrdfRobot, TextsThatAreNoRobotAreRefusedWithALine) {
  EXPECT_THAT(urdf_mistake("<a/>"), StartsWith("one.urdf:1: <a>: URDF begins with <robot"));
  EXPECT_THAT(urdf_mistake("<robot name=\"x\"/>"), StartsWith("one.urdf:1: robot: it has no links"));
  EXPECT_THAT(urdf_mistake("<robot name=\"x\">\n<link name='a'>\n"), StartsWith("one.urdf:"));
  EXPECT_THAT(urdf_mistake("<robot name=\"x\"/><robot name=\"y\"/>"), HasSubstr("second outermost element"));
  EXPECT_THAT(urdf_mistake(arm + std::string(std::size_t{5} << 20, ' ')), StartsWith("one.urdf:1: more than 4 MiB"));
  EXPECT_THAT(urdf_mistake("<robot name=\"x\">" + std::string(1, '\0')), HasSubstr("a byte of value 0"));
  std::string deep = "<robot name=\"x\">";
  for (int i = 0; i < 90; ++i) deep += "<a>";
  for (int i = 0; i < 90; ++i) deep += "</a>";
  EXPECT_THAT(urdf_mistake(deep + "</robot>"), HasSubstr("up to 64 are allowed"));
}

TEST(UrdfRobot, EntitiesAreNotExpanded) {
  const std::string bomb =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY a \"aaaa\">\n<!ENTITY b \"&a;&a;\">\n]>\n";
  EXPECT_THAT(urdf_mistake(bomb + "<robot name=\"&b;\"/>"), StartsWith("one.urdf:2: document types and entities"));
  EXPECT_THAT(urdf_mistake("<robot name=\"x\">\n<!ENTITY a \"b\">\n</robot>"),
              StartsWith("one.urdf:2: document types"));
}

TEST(UrdfRobot, CirclesOfLinksAreNamed) {
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
    return "<joint name=\"" + name + "\" type=\"fixed\"><parent link=\"" + parent + "\"/><child link=\"" + child +
           "\"/></joint>\n";
  };
  const std::string links = "<robot name=\"x\">\n<link name=\"a\"/>\n<link name=\"b\"/>\n<link name=\"c\"/>\n";
  EXPECT_THAT(urdf_mistake(links + joint("j", "a", "b") + joint("k", "b", "a") + "</robot>"),
              StartsWith("one.urdf:5: joint 'j': links are parents of each other in a circle: b < a"));
  EXPECT_THAT(urdf_mistake(links + joint("j", "a", "b") + joint("k", "b", "c") + joint("l", "c", "a") + "</robot>"),
              HasSubstr("in a circle"));
  EXPECT_THAT(urdf_mistake(links + joint("j", "a", "b") + joint("k", "c", "b") + "</robot>"),
              StartsWith("one.urdf:6: joint 'k': link 'b' is the child of joint 'j' already, at line 5"));
}

TEST(UrdfRobot, AllMistakesAreToldAtOnce) {
  auto text = with_part(arm, "xyz=\"0 0 1\"", "xyz=\"0 0 0\"");
  text = with_part(with_part(text, "value=\"+2\"", "value=\"-2\""), "<transmission name=\"t\"/>", "<jiont/>");
  EXPECT_THAT(urdf_mistake(text), AllOf(HasSubstr("one.urdf:8: link 'arm': <inertial>: <mass>: the mass is -2 kg"),
                                        HasSubstr("\none.urdf:16: joint 'elbow': <axis>: the axis has no direction"),
                                        HasSubstr("one.urdf:19: robot: unknown element <jiont>")));
  std::string many = "<robot name=\"x\">";
  for (int i = 0; i < 30; ++i) many += "<link name=\"a\"/>\n";
  EXPECT_THAT(urdf_mistake(many + "</robot>"), HasSubstr("\nand 9 more"));
}

TEST(UrdfRobot, NamesAreAnyTextAndUnknownAttributesAreTold) {
  auto text = with_part(arm, "<link name=\"arm\">", "<link name=\"/left.arm 1\">");
  text = with_part(with_part(text, "child link=\"arm\"", "child link=\"/left.arm 1\""), "name=\"elbow\"",
                   "name=\"0.1/e\"");
  text = with_part(text, "<limit", "<dynamics D=\"1\" damping=\"0.1\" mu_coulomb=\"0\"/><limit");
  const auto file = mechanism_from_text(text, "one.urdf");
  EXPECT_THAT(file.source, HasSubstr("D of <dynamics>, limit, mesh, mu_coulomb of <dynamics>, transmission"));
  const auto m = file.mechanism(Parameters(file.parameters, {}));
  EXPECT_EQ(m.bodies.at(0).name, "/left.arm 1");
  EXPECT_EQ(m.outputs.at(0).name, "link__left_arm_1_x") << "outputs have words";
  EXPECT_EQ(m.rotational_springs.at(0).damping.in<double>(), 0.1);
}

// A link that is fixed to another is checked together with it; one that is fixed to the ground is not checked at all.
TEST(UrdfRobot, BodiesAreJudgedAsTheyMove) {
  const std::string flat =
      "<inertial><mass value=\"0.01\"/><inertia ixx=\"0.001\" ixy=\"0\" ixz=\"0\" iyy=\"0.001\" "
      "iyz=\"0\" izz=\"0.01\"/></inertial>";
  const std::string foot = "<link name=\"foot\">" + flat +
                           "</link><joint name=\"sole\" type=\"fixed\"><parent "
                           "link=\"arm\"/><child link=\"foot\"/></joint>";
  EXPECT_EQ(urdf_mistake(with_part(arm, "<transmission name=\"t\"/>", foot)), "nothing is wrong");
  EXPECT_EQ(urdf_mistake(with_part(arm, "<link name=\"base\"/>", "<link name=\"base\">" + flat + "</link>")),
            "nothing is wrong");
  const auto massless =
      with_part(with_part(foot, "0.01\"/><inertia", "0\"/><inertia"), "parent link=\"arm\"", "parent link=\"arm\"");
  EXPECT_EQ(urdf_mistake(with_part(arm, "<transmission name=\"t\"/>", massless)), "nothing is wrong");
  const auto wrong = with_part(arm, "ixx=\"1\"", "ixx=\"3\"");
  const auto with_foot = with_part(wrong, "<transmission name=\"t\"/>", foot);
  EXPECT_THAT(urdf_mistake(with_foot), StartsWith("one.urdf:6: link 'arm' with a link fixed to it: no body has"));
  const std::string toml = "schema = 1\nname = \"one\"\nt_end = 1\n[urdf]\nfile = \"one.urdf\"\n";
  EXPECT_EQ(urdf_mistake(wrong, toml + "ignore = [\"inertia\"]\n"), "nothing is wrong");
  EXPECT_THAT(urdf_mistake(with_part(arm, "ixx=\"1\"", "ixx=\"-1\""), toml + "ignore = [\"inertia\"]\n"),
              HasSubstr("negative moment"));
}

TEST(UrdfRobot, WhereNothingMovesAFloatingBaseIsProposed) {
  const std::string cube =
      "<robot name=\"cube\"><link name=\"box\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link></robot>";
  EXPECT_THAT(urdf_mistake(cube),
              AllOf(StartsWith("one.urdf:1: robot 'cube': nothing moves"), HasSubstr("base = \"floating\"")));
  EXPECT_EQ(urdf_mistake(cube, "schema = 1\nname = \"c\"\nt_end = 1\n[urdf]\nfile = \"c.urdf\"\nbase = \"floating\"\n"),
            "nothing is wrong");
}

TEST(UrdfRobot, LinksThatMoveNeedAMass) {
  const auto at = arm.find("<inertial>"), end = arm.find("</inertial>");
  auto text = arm;
  text.erase(at, end + std::string("</inertial>").size() - at);
  EXPECT_THAT(urdf_mistake(text), StartsWith("one.urdf:5: link 'arm': it moves and has no mass"));
  const auto flat = with_part(with_part(arm, "iyy=\"1\"", "iyy=\"0\""), "izz=\"1\"", "izz=\"0\"");
  EXPECT_EQ(urdf_mistake(with_part(flat, "ixx=\"1\"", "ixx=\"0\"")), "nothing is wrong")
      << "a point that a joint holds";
}

TEST(UrdfRobot, MechanismFilesMistakesAreToldThere) {
  const std::string toml = "schema = 1\nname = \"one\"\nt_end = 1\n[urdf]\nfile = \"one.urdf\"\n";
  EXPECT_EQ(urdf_mistake(arm, toml + "[initial]\nelbow = { position = \"pi/4\", velocity = 1 }\n"), "nothing is wrong");
  EXPECT_THAT(
      urdf_mistake(arm, toml + "[initial]\nelbo = 1\n"),
      StartsWith("one.toml:7:8: mechanism: initial: elbo: unknown joint that moves 'elbo'; did you mean 'elbow'?"));
  EXPECT_THAT(urdf_mistake(arm, toml + "[initial]\nelbow = { angle = 1 }\n"), HasSubstr("unknown key 'angle'"));
  EXPECT_THAT(urdf_mistake(arm, toml + "base = \"free\"\n"),
              HasSubstr("one.toml:6:8: mechanism: urdf: base: unknown base"));
  EXPECT_THAT(urdf_mistake(arm, toml + "ignore = [\"mass\"]\n"), HasSubstr("ignore: unknown word 'mass'"));
  EXPECT_THAT(urdf_mistake(arm, "schema = 1\nname = \"x\"\nt_end = 1\n[initial]\nelbow = 1\n"),
              HasSubstr("it belongs to a robot, [urdf], which is missing"));
  EXPECT_THAT(
      urdf_mistake(arm, toml + "[[body]]\nname = \"arm\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"),
      HasSubstr("body 'arm': another one has the same name"));
  const auto stiff = with_part(arm, "<limit", "<dynamics friction=\"1\" damping=\"2\"/><limit");
  for (const char* ignore : {"", "ignore = [\"friction\"]\n"}) {
    EXPECT_EQ(urdf_mistake(stiff, toml + ignore), "nothing is wrong");
    EXPECT_EQ(urdf_mistake(with_part(stiff, "revolute", "prismatic"), toml + ignore), "nothing is wrong");
  }
  const std::string own =
      "schema = 1\nname = \"one\"\nt_end = 1\n[parameters]\nfriction_speed = 1\n[urdf]\nfile = \"one.urdf\"\n";
  EXPECT_THAT(urdf_mistake(stiff, own),
              HasSubstr("parameter 'friction_speed': robots with friction have one of their own"));
}

}  // namespace
}  // namespace plumb
