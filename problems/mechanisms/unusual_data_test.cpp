// Tests unusual data: rounding noise in moments of inertia, limits in the wrong order, degrees, negative stiffness,
// opposite axes, springs without a law. Each is interpreted as intended, reported in a remark, or refused in one line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/written_rod.hpp"

namespace plumb::unusual_data {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::mistake_in_rod;
using testing::replaced;
using testing::rod_shape;
using testing::rod_text;
using ::testing::StartsWith;

/// Returns a URDF robot with a hip on a base, and a leg on the hip. The arguments are the hip's inertia, and further
/// elements of the joint and of the leg.
std::string robot(const std::string& inertia, const std::string& of_joint = "", const std::string& of_leg = "") {
  return "<robot name=\"r\">\n<link name=\"base\"/>\n<link name=\"hip\"><inertial><mass value=\"0.526\"/><origin "
         "xyz=\"0 0 0.03\"/>" +
         inertia + "</inertial></link>\n<link name=\"leg\"><inertial><mass value=\"2\"/><origin xyz=\"0 0 -0.2\"" +
         of_leg +
         "/><inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0\" iyy=\"0.02\" iyz=\"0\" izz=\"0.01\"/></inertial></link>\n"
         "<joint name=\"a\" type=\"continuous\"><parent link=\"base\"/><child link=\"hip\"/><axis xyz=\"0 1 "
         "0\"/></joint>\n"
         "<joint name=\"b\" type=\"revolute\"><parent link=\"hip\"/><child link=\"leg\"/><axis xyz=\"1 0 0\"/>" +
         of_joint + "</joint>\n</robot>\n";
}
std::string moments(const std::string& xx, const std::string& yy, const std::string& zz) {
  return "<inertia ixx=\"" + xx + "\" ixy=\"0\" ixz=\"0\" iyy=\"" + yy + "\" iyz=\"0\" izz=\"" + zz + "\"/>";
}

/// Reads a file and checks its mechanism; `named` is the text of the robot file to which it refers.
MechanismText checked(const std::string& text, const std::string& file, const std::string& named = "") {
  auto out = mechanism_from_text(text, file, [&](const std::string&) { return named; });
  const auto problem = mechanism_problem(out);
  try {
    problem.check(Parameters(problem.parameters, {}));
  } catch (const RefusedMechanism& e) {
    throw e.refusal;
  }
  return out;
}
Lines remarks_in(const MechanismText& file) { return file.remarks(Parameters(file.parameters, {})); }
mbs::Mechanism mechanism_in(const MechanismText& file) { return file.mechanism(Parameters(file.parameters, {})); }
std::string refused(const std::string& text, const std::string& file, const std::string& named = "") {
  try {
    checked(text, file, named);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(NoiseOfInertia, CountsAsZeroInRobots) {
  for (const auto& inertia :
       {moments("-5.42101e-20", "-5.42101e-20", "0"), moments("1e-20", "-3e-19", "2e-18"), moments("1e-19", "0", "0")})
    for (const std::string more : {"", "ignore = [\"inertia\"]\n"}) {
      const auto file =
          checked("schema = 1\nname = \"r\"\nt_end = 1\n[urdf]\nfile = \"r.urdf\"\n" + more, "r.toml", robot(inertia));
      for (const auto& entry : mechanism_in(file).bodies.at(0).inertia) EXPECT_EQ(entry.in<double>(), 0) << inertia;
    }
}

// A moment at rounding level compared with the others is set to zero, for either sign. Larger moments are kept.
TEST(NoiseOfInertia, CountsAsZeroBesideOtherMoments) {
  const auto inertia = [](const std::string& written) {
    const auto body = replaced(replaced(rod_text, "density = 7800", "mass = 1"), rod_shape, "inertia = " + written);
    return mechanism_in(mechanism_from_text(body, "rod.toml")).bodies.at(0).inertia;
  };
  for (const char* noise : {"-1e-18", "1e-18", "4e-15"}) {
    EXPECT_EQ(inertia(std::string("[") + noise + ", 0.01, 0.01]")[0].in<double>(), 0) << noise;
    EXPECT_EQ(inertia(std::string("[") + noise + ", 0.01, 0.01]")[1].in<double>(), 0.01);
  }
  EXPECT_EQ(inertia("[1e-9, 0.01, 0.01]")[0].in<double>(), 1e-9);
  EXPECT_EQ(inertia("[-2e-20, 1e-20, 0]")[1].in<double>(), 0) << "compared with the mass at the length of the rod";
  EXPECT_THAT(mistake_in_rod(replaced(replaced(rod_text, "density = 7800", "mass = 1"), rod_shape,
                                      "inertia = [-1e-4, 0.01, 0.01]")),
              HasSubstr("negative moment"));
}

TEST(UnusualRobots, LimitsInTheWrongOrderAreNone) {
  const auto file = checked(robot(moments("1", "1", "1"), "<limit lower=\"1\" upper=\"-1\"/>"), "r.urdf");
  EXPECT_THAT(mechanism_in(file).limits, IsEmpty());
  EXPECT_THAT(remarks_in(file),
              ElementsAre(StartsWith("r.urdf:6: joint 'b': <limit>: lower=\"1\" is above upper=\"-1\"")));
  EXPECT_EQ(
      mechanism_in(checked(robot(moments("1", "1", "1"), "<limit lower=\"-1\" upper=\"1\"/>"), "r.urdf")).limits.size(),
      1U);
}

TEST(UnusualRobots, MeshesAreNoMistakes) {
  const std::string mesh = "<visual><geometry><mesh filename=\"a.stl\" scale=\"1 1 1\"/></geometry></visual>";
  for (const char* link : {"<link name=\"base\"", "<link name=\"leg\""}) {
    auto text = robot(moments("1", "1", "1"));
    const std::string from(link);
    text = from == "<link name=\"base\""
               ? replaced(text, "<link name=\"base\"/>", "<link name=\"base\">" + mesh + "</link>")
               : replaced(text, "<link name=\"leg\">", "<link name=\"leg\">" + mesh);
    EXPECT_EQ(refused(text, "r.urdf"), "accepted") << text;
  }
}

TEST(UnusualRobots, AnglesOfMoreThanATurnLookLikeDegrees) {
  EXPECT_THAT(
      remarks_in(checked(robot(moments("1", "1", "1"), "", " rpy=\"90 0 0\""), "r.urdf")),
      ElementsAre(StartsWith(
          "r.urdf:4: link 'leg': <inertial>: <origin>: rpy=\"90 0 0\": 90 rad are 14.3 turns; angles are radians")));
  EXPECT_THAT(remarks_in(checked(robot(moments("1", "1", "1"), "", " rpy=\"-3.1416 1.57 6.2832\""), "r.urdf")),
              IsEmpty());
}

// A hinge whose axis on the rod is varied by the test; the check applies to all joints that keep axes parallel.
TEST(UnusualAxes, ThatPointInOppositeDirectionsAreRefused) {
  const auto with = [](const std::string& kind, const std::string& axis, const std::string& start) {
    const auto text = replaced(
        replaced(rod_text, "kind = \"revolute\"", "kind = \"" + kind + "\""), "axis = [0, 1, 0]\n",
        "on_first = { point = [0, 0, 0], axis = [0, 0, 1] }\non_second = { point = [-1, 0, 0], axis = " + axis +
            " }\n");
    return refused(replaced(replaced(text, "point = [0, 0, 0]\non_first", "on_first"), "t_end = 2\n",
                            "t_end = 2\nstart = \"" + start + "\"\n"),
                   "rod.toml");
  };
  for (const char* kind : {"revolute", "cylindrical", "translational", "planar"}) {
    for (const char* start : {"correct", "refuse"})
      EXPECT_THAT(
          with(kind, "[0, 0.5, -1]", start),
          AllOf(StartsWith("rod.toml:15:1: joint 'hinge': its axes on 'ground' and 'rod' point in opposite directions"),
                HasSubstr("153.4 degrees apart"), HasSubstr("reverse one of them")));
    EXPECT_THAT(with(kind, "[0, 0, -2]", "refuse"), HasSubstr("180 degrees apart"));
    EXPECT_EQ(with(kind, "[0, 0, 2]", "refuse"), "accepted");
  }
  EXPECT_EQ(with("universal", "[1, 0, 0]", "refuse"), "accepted") << "perpendicular axes have no direction in common";
}

std::string with_force(const std::string& lines) {
  return replaced(rod_text, "kind = \"revolute\"", "kind = \"cylindrical\"") + "[[force]]\nname = \"coil\"\n" + lines;
}
const std::string between =
    "bodies = [\"ground\", \"rod\"]\non_first = { point = [0, 0, 1] }\non_second = { point = [0, 0, 0] }\n";

TEST(UnusualSprings, WithoutALawAreRefused) {
  for (const std::string& spring :
       {"kind = \"spring\"\n" + between, std::string("kind = \"rotational-spring\"\njoint = \"hinge\"\n"),
        std::string("kind = \"translational-spring\"\njoint = \"hinge\"\n")}) {
    EXPECT_THAT(mistake_in_rod(with_force(spring)),
                StartsWith("rod.toml:20:1: force 'coil': the force law is missing: give 'stiffness'"));
    for (const char* law : {"stiffness = 0\n", "stiffness = 2\n", "damping = 1\n", "polynomial = [1]\n",
                            "sines = [{ amplitude = 1, rate = 2 }]\n"})
      EXPECT_EQ(mistake_in_rod(with_force(spring + law)), "nothing is wrong") << spring << law;
  }
  EXPECT_THAT(mistake_in_rod(with_force(
                  "kind = \"translational-spring\"\njoint = \"hinge\"\ndamping = 1\nfree_translation = 1\n")),
              HasSubstr("'stiffness' is missing"));
  EXPECT_THAT(mistake_in_rod(with_force("kind = \"spring\"\n" + between + "damping = 1\nfree_length = 1\n")),
              HasSubstr("'stiffness' is missing"));
}

TEST(UnusualSprings, ThatDriveAwayAreRemarkedOn) {
  const auto file = mechanism_from_text(
      with_force("kind = \"spring\"\n" + between + "stiffness = \"-speed\"\ndamping = -3\n"), "rod.toml");
  EXPECT_THAT(remarks_in(file),
              ElementsAre(AllOf(StartsWith("rod.toml:26:13: force 'coil': stiffness: "), HasSubstr("is negative")),
                          StartsWith("rod.toml:27:11: force 'coil': damping: -3 is negative: the spring adds energy")));
  EXPECT_THAT(file.remarks(Parameters(file.parameters, {{"speed", "-1"}})), ElementsAre(HasSubstr("damping")));
}

TEST(WordsOfOthers, AreAnsweredWithOurs) {
  const auto kind = [](const char* word) {
    return mistake_in_rod(replaced(rod_text, "kind = \"revolute\"", std::string("kind = \"") + word + "\""));
  };
  EXPECT_THAT(kind("hinge"), HasSubstr("did you mean 'revolute'"));
  EXPECT_THAT(kind("prismatic"), HasSubstr("did you mean 'translational'"));
  EXPECT_THAT(kind("Ball"), HasSubstr("did you mean 'spherical'"));
  EXPECT_THAT(kind("revolut"), HasSubstr("did you mean 'revolute'"));
  const auto force = [](const char* word) {
    return mistake_in_rod(with_force(std::string("kind = \"") + word + "\"\n"));
  };
  EXPECT_THAT(force("hinge"), HasSubstr("did you mean 'rotational-spring'"));
  EXPECT_THAT(force("prismatic"), HasSubstr("did you mean 'translational-spring'"));
  EXPECT_THAT(force("dashpot"), HasSubstr("did you mean 'spring'"));
  EXPECT_THAT(mistake_in_rod(
                  with_force("kind = \"translational-spring\"\njoint = \"hinge\"\nstiffness = 1\nfree_length = 1\n")),
              HasSubstr("did you mean 'free_translation'"));
  EXPECT_THAT(mistake_in_rod(replaced(rod_text, "density = 7800", "density = 7800\nangle = 30")),
              HasSubstr("did you mean 'turns'"));
  EXPECT_THAT(mistake_in_rod(replaced(rod_text, "speed = ", "gravity = [0, 0, -9]\nspeed = ")),
              HasSubstr("must be written above the first table"));
}

}  // namespace
}  // namespace plumb::unusual_data
