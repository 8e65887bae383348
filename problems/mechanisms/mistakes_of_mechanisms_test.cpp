// Mistakes in mechanism files have a code and a location, and messages with the item and the rule.

#include <gmock/gmock.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/written_rod.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using testing::mistake_in_rod;
using testing::refused_rod;
using testing::replaced;
using testing::rod_shape;
using testing::rod_text;
using ::testing::StartsWith;

/// A line, its replacement, and the message that refuses it.
struct Changed {
  const char *line, *into, *refusal;
};

class MistakesOfReading : public ::testing::TestWithParam<Changed> {};

TEST_P(MistakesOfReading, HaveACodeAPlaceAndAKey) {
  const auto text = replaced(rod_text, GetParam().line, GetParam().into);
  EXPECT_EQ(refused_rod(text), GetParam().refusal) << mistake_in_rod(text);
}

class MechanismMistakes : public ::testing::TestWithParam<Changed> {};

TEST_P(MechanismMistakes, AreReportedWithItemAndRule) {
  EXPECT_THAT(mistake_in_rod(replaced(rod_text, GetParam().line, GetParam().into)), HasSubstr(GetParam().refusal));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, MistakesOfReading,
    ::testing::Values(
        Changed{"density = 7800", "density = 0", "out-of-range rod.toml:11:11 density"},
        Changed{"density = 7800", "mas = 1", "unknown-name rod.toml:11:1 mas"},
        Changed{"density = 7800", "mass = \"5 kg\"", "malformed rod.toml:11:8 mass"},
        Changed{"density = 7800\n", "mass = 1\ndensity = 1\n", "contradiction rod.toml:12:11 density"},
        Changed{"density = 7800\n", "", "missing rod.toml:11:9 shape"},
        Changed{rod_shape, "inertia = [1, 1, 1]", "contradiction rod.toml:11:11 density"},
        Changed{rod_shape, "shape = { kind = \"bra\", length = 1 }", "unknown-name rod.toml:12:18 kind"},
        Changed{rod_shape, "shape = { kind = \"sphere\", radius = -1 }", "out-of-range rod.toml:12:37 radius"},
        Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"rod\"]", "wrong-kind rod.toml:17:10 bodies"},
        Changed{"kind = \"revolute\"", "kind = \"hinge\"", "unknown-name rod.toml:16:8 kind"},
        Changed{"axis = [0, 1, 0]", "axis = [0, 1]", "wrong-kind rod.toml:19:8 axis"},
        Changed{"position = [\"half\", 0, 0]", "position = [\"hafl\", 0, 0]", "malformed rod.toml:13:13 position"},
        Changed{"position = [\"half\", 0, 0]", "", "missing rod.toml:9:1 position"},
        Changed{"t_end = 2", "t_end = 0", "out-of-range rod.toml:3:9 t_end"},
        Changed{"t_end = 2", "", "missing rod.toml:1:1 t_end"},
        Changed{"schema = 1", "", "missing rod.toml:1:1 schema"},
        Changed{"name = \"rod\"\ndensity", "name = \"a rod\"\ndensity", "malformed rod.toml:10:8 name"},
        Changed{"unit = \"m\"", "unit = \"mm\"", "not-allowed rod.toml:5:10 length"},
        Changed{"unit = \"m\"", "unit = \"deg\"", "not-allowed rod.toml:5:10 length"},
        Changed{"value = 2", "value = 0", "not-allowed rod.toml:5:10 length"},
        Changed{"speed = ", "cos = ", "not-allowed rod.toml:6:1 cos"},
        Changed{"speed = ", "retraction = ", "not-allowed rod.toml:6:1 retraction"},
        Changed{"speed = \"2*pi\"", "speed = [1]", "wrong-kind rod.toml:6:9 speed"},
        Changed{"half = ", "length = ", "contradiction rod.toml:8:1 length"},
        Changed{"t_end = 2", "t_end = 2\nup = [0, 0, 0]", "out-of-range rod.toml:4:6 up"},
        Changed{"t_end = 2", "t_end = 2\nup = \"y\"", "wrong-kind rod.toml:4:6 up"},
        Changed{"density = 7800", "mass = -1", "out-of-range rod.toml:9:1 body"},
        Changed{"name = \"rod\"\ndensity", "name = \"ground\"\ndensity", "not-allowed rod.toml:9:1 body"},
        Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"rod\", \"rod\"]", "not-allowed rod.toml:14:1 joint"},
        Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"ground\", \"bar\"]", "unknown-name rod.toml:14:1 joint"},
        Changed{"axis = [0, 1, 0]", "axis = [0, 0, 0]", "out-of-range rod.toml:14:1 joint"},
        Changed{"axis = [0, 1, 0]", "", "missing rod.toml:14:1 joint"},
        Changed{"point = [0, 0, 0]", "", "missing rod.toml:14:1 joint"}));

INSTANTIATE_TEST_SUITE_P(
    Lines, MechanismMistakes,
    ::testing::Values(Changed{"density = 7800", "mass = -1",
                              "rod.toml:9:1: body 'rod': the mass is -1 kg; it must be positive, or 0"},
                      Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"rod\", \"rod\"]",
                              "rod.toml:14:1: joint 'hinge': it connects 'rod' to itself; two bodies are needed"},
                      Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"ground\", \"bar\"]",
                              "joint 'hinge': there is no body 'bar'; there are ground, rod"},
                      Changed{"axis = [0, 1, 0]", "axis = [0, 0, 0]", "joint 'hinge': the axis has no direction"},
                      Changed{"axis = [0, 1, 0]", "", "joint 'hinge': a revolute joint needs an axis on 'ground'"},
                      Changed{"point = [0, 0, 0]", "", "joint 'hinge': a revolute joint needs a point on 'ground'"},
                      Changed{"name = \"rod\"\ndensity", "name = \"ground\"\ndensity",
                              "the name is reserved for space (ground)"}));

TEST(MechanismText, InertiaThatNoBodyHasIsRefused) {
  const auto with = [](const char* inertia) {
    return refused_rod(replaced(replaced(rod_text, "density = 7800", "mass = 1"), rod_shape, inertia));
  };
  EXPECT_EQ(with("inertia = [1, 1, 3]"), "out-of-range rod.toml:9:1 body") << "the largest exceeds the others' sum";
  EXPECT_EQ(with("inertia = [1, -1, 1]"), "out-of-range rod.toml:9:1 body");
  EXPECT_EQ(with("inertia = [1, 1, 1, 2, 0, 0]"), "out-of-range rod.toml:9:1 body") << "a moment is negative";
  EXPECT_EQ(with("inertia = [0, 1, 1]"), "accepted") << "its axis is held by the joint";
  EXPECT_EQ(with("inertia = [1, 1, 2]"), "accepted") << "a flat body";
  EXPECT_EQ(with("inertia = [1, 1]"), "wrong-kind rod.toml:12:11 inertia");
}

// A ball joint allows the rotation about the rod's axis, about which the rod has no inertia.
TEST(MechanismText, WhatHasNoInertiaHasToBeHeld) {
  const auto refused_problem = [](const std::string& text) {
    const auto problem = mechanism_problem(mechanism_from_text(text, "rod.toml"));
    return refusal_of([&] {
      try {
        problem.check(Parameters(problem.parameters, {}));
      } catch (const RefusedMechanism& e) {
        throw e.refusal;
      }
    });
  };
  auto rod = replaced(replaced(rod_text, "density = 7800", "mass = 1"), rod_shape, "inertia = [0, 1, 1]");
  rod = replaced(replaced(rod, "kind = \"revolute\"", "kind = \"spherical\""), "axis = [0, 1, 0]\n", "");
  EXPECT_EQ(refused_problem(rod), "missing rod.toml:9:1 body");
  const auto node = rod_text + "[[body]]\nname = \"node\"\nmass = 0\ninertia = [0, 0, 0]\nposition = [2, 0, 0]\n";
  EXPECT_EQ(refused_problem(node), "missing rod.toml:20:1 body");
  const std::string weld = "[[joint]]\nname = \"weld\"\nkind = \"fixed\"\nbodies = [\"rod\", \"node\"]\n";
  EXPECT_EQ(refused_problem(node + weld), "accepted");
  EXPECT_EQ(refused_problem(node + weld + replaced(weld, "weld", "twin")), "contradiction rod.toml:29:1 joint");
}

TEST(MechanismText, NamesThatOccurTwiceAreReportedWhereTheSecondStands) {
  EXPECT_EQ(refused_rod(rod_text + "[[body]]\nname = \"rod\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"),
            "contradiction rod.toml:20:1 body");
  EXPECT_THAT(mistake_in_rod(replaced(rod_text, "speed = ", "length = 1\nspeed = ")), StartsWith("rod.toml:6:"));
}

}  // namespace
}  // namespace plumb
