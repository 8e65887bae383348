// Mechanism files: their meaning, and the messages about their mistakes.

#include "problems/mechanisms/mechanism_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A pendulum of one bar; tests replace one line of it.
const std::string rod_text = R"(schema = 1
name = "rod"
t_end = 2
[parameters]
length = { value = 2, unit = "m", meaning = "length of the rod", minimum = 0.01 }
speed = "2*pi"
[constants]
half = "length/2"
[[body]]
name = "rod"
density = 7800
shape = { kind = "bar", length = "length", width = 0.05 }
position = ["half", 0, 0]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "rod"]
point = [0, 0, 0]
axis = [0, 1, 0]
)";

std::string changed(std::string text, std::string_view line, std::string_view into) {
  const auto at = text.find(line);
  EXPECT_NE(at, std::string::npos) << line;
  return text.replace(at, line.size(), into);
}

mbs::Mechanism read(const std::string& text, const std::map<std::string, std::string>& given = {}) {
  const auto file = mechanism_from_text(text, "rod.toml");
  return file.mechanism(Parameters(file.parameters, given));
}

std::string mistake(const std::string& text) {
  try {
    mechanism_from_text(text, "rod.toml");
  } catch (const UsageError& e) {
    EXPECT_EQ(std::string_view(e.what()).find('\n'), std::string_view::npos);
    return e.what();
  }
  return "nothing is wrong";
}

std::string refused_rod(const std::string& text) {
  return refusal_of([&] { mechanism_from_text(text, "rod.toml"); });
}

TEST(MechanismText, MassAndInertiaComeFromShapeAndDensity) {
  const auto body = read(rod_text).bodies.at(0);
  EXPECT_EQ(body.mass.in<double>(), 39);
  EXPECT_DOUBLE_EQ(body.inertia[0].in<double>(), 0.01625);
  EXPECT_DOUBLE_EQ(body.inertia[1].in<double>(), 13.008125);
  EXPECT_DOUBLE_EQ(body.inertia[2].in<double>(), 13.008125);
  EXPECT_EQ(body.inertia[3].in<double>(), 0);
}

TEST(MechanismText, ShapesHaveTheMomentsOfTextbooks) {
  const auto inertia = [](std::string_view shape) {
    const auto body =
        read(changed(rod_text, R"(shape = { kind = "bar", length = "length", width = 0.05 })", shape)).bodies.at(0);
    const double m = body.mass.in<double>();
    return std::array{m, body.inertia[0].in<double>() / m, body.inertia[1].in<double>() / m,
                      body.inertia[2].in<double>() / m};
  };
  using ::testing::DoubleNear;
  using ::testing::ElementsAre;
  const auto near = [](double x) { return DoubleNear(x, 1e-12 * std::abs(x)); };
  EXPECT_THAT(inertia(R"(shape = { kind = "box", size = [1, 2, 3] })"),
              ElementsAre(near(46800), near(13. / 12), near(10. / 12), near(5. / 12)));
  EXPECT_THAT(inertia(R"(shape = { kind = "bar", axis = "z", length = 3, width = 1, height = 2 })"),
              ElementsAre(near(46800), near(13. / 12), near(10. / 12), near(5. / 12)));
  EXPECT_THAT(inertia(R"(shape = { kind = "cylinder", axis = "y", length = 2, radius = 1 })"),
              ElementsAre(near(7800 * 2 * M_PI), near(7. / 12), near(0.5), near(7. / 12)));
  EXPECT_THAT(inertia(R"(shape = { kind = "sphere", radius = 2 })"),
              ElementsAre(near(7800 * 32 * M_PI / 3), near(1.6), near(1.6), near(1.6)));
}

TEST(MechanismText, ParametersChangeWhatIsMadeOfThem) {
  const auto file = mechanism_from_text(rod_text, "rod.toml");
  ASSERT_EQ(file.parameters.size(), 2U);
  EXPECT_EQ(file.parameters[0].unit, "m");
  EXPECT_EQ(file.parameters[0].minimum, 0.01);
  EXPECT_EQ(file.parameters[1].default_value, "2*pi");
  const auto longer = read(rod_text, {{"length", "4"}});
  EXPECT_EQ(longer.bodies.at(0).mass.in<double>(), 78);
  EXPECT_EQ(longer.bodies.at(0).position[0].in<double>(), 2);
}

TEST(MechanismText, PlacesAreOfSpaceForTheJointAndOfTheBodyForItsOwn) {
  const auto joint = read(changed(rod_text, "point = [0, 0, 0]\naxis = [0, 1, 0]",
                                  "point = [0, 0, 0]\naxis = [0, 1, 0]\n"
                                  "on_second = { point = [\"-half\", 0, 0], axis = [0, 1, 0] }"))
                         .joints.at(0);
  EXPECT_EQ(joint.on_first.frame, mbs::Frame::space);
  EXPECT_EQ(joint.on_second.frame, mbs::Frame::body);
  EXPECT_EQ((*joint.on_second.point)[0].in<double>(), -1);
}

TEST(MechanismText, DriversForcesAndOutputsAreRead) {
  const auto m = read(rod_text + R"(
[[driver]]
name = "motor"
joint = "hinge"
coordinate = "rotation"
polynomial = [0, "speed"]
sines = [{ amplitude = 0.1, rate = 3 }]
[[force]]
name = "wind"
kind = "force"
body = "rod"
vector = [1, 0, 0]
sines = [{ amplitude = 1, rate = "speed" }]
[[force]]
name = "coil"
kind = "spring"
bodies = ["ground", "rod"]
on_first = { point = [0, 0, 1] }
on_second = { point = [0, 0, 0] }
stiffness = 100
free_length = 0.3
[[force]]
name = "return"
kind = "rotational-spring"
joint = "hinge"
damping = 2
[[output]]
name = "torque"
kind = "effort"
driver = "motor"
[[output]]
name = "tip"
kind = "position"
body = "rod"
component = "z"
point = ["half", 0, 0]
)");
  EXPECT_EQ(m.drivers.at(0).value.sines.at(0).phase.in<double>(), 0);
  EXPECT_EQ(m.loads.at(0).factor.polynomial.size(), 0U);
  EXPECT_EQ(m.springs.at(0).free_length.text(), "0.3");
  EXPECT_EQ(m.rotational_springs.at(0).damping.in<double>(), 2);
  EXPECT_EQ(m.outputs.at(0).unit, "N m");
  EXPECT_EQ(m.outputs.at(1).meaning, "position of rod, z");
}

TEST(MechanismText, WithoutOutputsTheCentresOfMassAre) {
  const auto outputs = read(rod_text).outputs;
  ASSERT_EQ(outputs.size(), 3U);
  EXPECT_EQ(outputs[2].name, "rod_z");
}

/// A line, its replacement, and the message that refuses it.
struct Changed {
  const char *line, *into, *refusal;
};

class MistakesOfReading : public ::testing::TestWithParam<Changed> {};

TEST_P(MistakesOfReading, HaveACodeAPlaceAndAKey) {
  const auto text = changed(rod_text, GetParam().line, GetParam().into);
  EXPECT_EQ(refused_rod(text), GetParam().refusal) << mistake(text);
}

class MechanismMistakes : public ::testing::TestWithParam<Changed> {};

TEST_P(MechanismMistakes, AreToldWithItemAndRule) {
  EXPECT_THAT(mistake(changed(rod_text, GetParam().line, GetParam().into)), HasSubstr(GetParam().refusal));
}

constexpr const char* shape = R"(shape = { kind = "bar", length = "length", width = 0.05 })";

INSTANTIATE_TEST_SUITE_P(
    Lines, MistakesOfReading,
    ::testing::Values(
        Changed{"density = 7800", "density = 0", "out-of-range rod.toml:11:11 density"},
        Changed{"density = 7800", "mas = 1", "unknown-name rod.toml:11:1 mas"},
        Changed{"density = 7800", "mass = \"5 kg\"", "malformed rod.toml:11:8 mass"},
        Changed{"density = 7800\n", "mass = 1\ndensity = 1\n", "contradiction rod.toml:12:11 density"},
        Changed{"density = 7800\n", "", "missing rod.toml:11:9 shape"},
        Changed{shape, "inertia = [1, 1, 1]", "contradiction rod.toml:11:11 density"},
        Changed{shape, "shape = { kind = \"bra\", length = 1 }", "unknown-name rod.toml:12:18 kind"},
        Changed{shape, "shape = { kind = \"sphere\", radius = -1 }", "out-of-range rod.toml:12:37 radius"},
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
                              "rod.toml:9:1: body 'rod': the mass is -1 kg; it has to be positive, or 0"},
                      Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"rod\", \"rod\"]",
                              "rod.toml:14:1: joint 'hinge': it ties 'rod' to itself; two bodies are needed"},
                      Changed{"bodies = [\"ground\", \"rod\"]", "bodies = [\"ground\", \"bar\"]",
                              "joint 'hinge': there is no body 'bar'; there are ground, rod"},
                      Changed{"axis = [0, 1, 0]", "axis = [0, 0, 0]", "joint 'hinge': the axis has no direction"},
                      Changed{"axis = [0, 1, 0]", "", "joint 'hinge': a revolute joint needs an axis on 'ground'"},
                      Changed{"point = [0, 0, 0]", "", "joint 'hinge': a revolute joint needs a point on 'ground'"},
                      Changed{"name = \"rod\"\ndensity", "name = \"ground\"\ndensity", "the name is that of space"}));

TEST(MechanismText, PicturesStandAsTheFileSays) {
  EXPECT_FALSE(read(rod_text).up);
  const auto up = read(changed(rod_text, "t_end = 2", "t_end = 2\nup = [0, \"length\", 0]")).up;
  ASSERT_TRUE(up);
  EXPECT_EQ((*up)[1].in<double>(), 2);
}

TEST(MechanismText, InertiaThatNoBodyHasIsRefused) {
  const auto with = [](const char* inertia) {
    return refused_rod(changed(changed(rod_text, "density = 7800", "mass = 1"), shape, inertia));
  };
  EXPECT_EQ(with("inertia = [1, 1, 3]"), "out-of-range rod.toml:9:1 body") << "the largest exceeds the others' sum";
  EXPECT_EQ(with("inertia = [1, -1, 1]"), "out-of-range rod.toml:9:1 body");
  EXPECT_EQ(with("inertia = [1, 1, 1, 2, 0, 0]"), "out-of-range rod.toml:9:1 body") << "a moment is negative";
  EXPECT_EQ(with("inertia = [0, 1, 1]"), "accepted") << "its axis is held by the joint";
  EXPECT_EQ(with("inertia = [1, 1, 2]"), "accepted") << "a flat body";
  EXPECT_EQ(with("inertia = [1, 1]"), "wrong-kind rod.toml:12:11 inertia");
}

// A ball joint allows the turn about the rod's axis, which has no inertia.
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
  auto rod = changed(changed(rod_text, "density = 7800", "mass = 1"), shape, "inertia = [0, 1, 1]");
  rod = changed(changed(rod, "kind = \"revolute\"", "kind = \"spherical\""), "axis = [0, 1, 0]\n", "");
  EXPECT_EQ(refused_problem(rod), "missing rod.toml:9:1 body");
  const auto node = rod_text + "[[body]]\nname = \"node\"\nmass = 0\ninertia = [0, 0, 0]\nposition = [2, 0, 0]\n";
  EXPECT_EQ(refused_problem(node), "missing rod.toml:20:1 body");
  const std::string weld = "[[joint]]\nname = \"weld\"\nkind = \"fixed\"\nbodies = [\"rod\", \"node\"]\n";
  EXPECT_EQ(refused_problem(node + weld), "accepted");
  EXPECT_EQ(refused_problem(node + weld + changed(weld, "weld", "twin")), "contradiction rod.toml:29:1 joint");
}

// This is the same rod, described from its hinge.
TEST(MechanismText, BodiesMayBeToldFromAnotherPlaceThanTheirCentre) {
  const auto moved = read(changed(rod_text, "position = [\"half\", 0, 0]",
                                  "position = [0, 0, 0]\ncentre = [\"half\", 0, 0]\nangular_velocity = [0, 3, 0]"));
  EXPECT_EQ(moved.bodies[0].position[0].in<double>(), 1);
  EXPECT_EQ(moved.bodies[0].velocity[2].in<double>(), -3);
  EXPECT_EQ((*moved.outputs[0].place.point)[0].in<double>(), -1);
}

/// The rod's outer half is a part that lies across it with its y axis along the rod; the rod itself is the inner half.
const std::string halved_rod =
    changed(changed(rod_text, "length = \"length\"", "length = \"half\""), "position = [\"half\", 0, 0]",
            "position = [\"half/2\", 0, 0]\nangular_velocity = [0, 3, 0]\nvelocity = [0, 0, -1.5]") +
    R"([[body]]
name = "outer"
density = 7800
shape = { kind = "bar", axis = "y", length = "half", width = 0.05 }
position = ["1.5*half", 0, 0]
first_axis = [0, -1, 0]
second_axis = [1, 0, 0]
part_of = "rod"
[[output]]
name = "tip"
kind = "position"
body = "outer"
point = [0.5, 0, 0]
component = "x"
[[output]]
name = "seam"
kind = "position"
body = "rod"
point = [0.5, 0, 0]
component = "x"
)";

// The two halves are the rod. This fails if a part's attitude, the shift of either, or the change of points is left
// out.
TEST(MechanismText, PartsOfABodyMoveItsCentreAndNoPoint) {
  const auto whole = read(rod_text), halves = read(halved_rod);
  ASSERT_EQ(halves.bodies.size(), 1U);
  const auto &a = whole.bodies[0], &b = halves.bodies[0];
  EXPECT_NEAR(a.mass.in<double>(), b.mass.in<double>(), 1e-13 * a.mass.in<double>());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a.inertia[i].in<double>(), b.inertia[i].in<double>(), 1e-12) << i;
  EXPECT_EQ(b.position[0].in<double>(), 1);
  EXPECT_EQ(b.velocity[2].in<double>(), -3);
  EXPECT_EQ((*halves.outputs[0].place.point)[0].in<double>(), 1) << "told from the centre of the part";
  EXPECT_EQ((*halves.outputs[1].place.point)[0].in<double>(), 0) << "told from where the rod's own centre is";
}

TEST(MechanismText, MistakesOfPartsAreToldWhereTheyStand) {
  EXPECT_EQ(refused_rod(changed(halved_rod, "part_of = \"rod\"", "part_of = \"bar\"")),
            "unknown-name rod.toml:22:1 body");
  EXPECT_EQ(refused_rod(changed(halved_rod, "part_of = \"rod\"", "part_of = \"rod\"\nvelocity = [0, 0, 1]")),
            "contradiction rod.toml:30:12 velocity");
  const std::string none = "mass = 0\ninertia = [0, 0, 0]\nposition = [0, 0, 0]\n";
  EXPECT_EQ(refused_rod(rod_text + "[[body]]\nname = \"node\"\n" + none + "[[body]]\nname = \"tip\"\n" + none +
                        "part_of = \"node\"\n"),
            "missing rod.toml:25:1 body");
  EXPECT_EQ(refused_rod(changed(halved_rod, "name = \"outer\"", "name = \"rod\"")), "contradiction rod.toml:22:1 body");
  EXPECT_EQ(
      refused_rod(changed(
          halved_rod,
          "shape = { kind = \"bar\", axis = \"y\", length = \"half\", width = 0.05 }\nposition = [\"1.5*half\"",
          "shape = { kind = \"bar\", axis = \"y\", length = \"-half\", width = 0.05 }\nposition = [\"1.5*half\"")),
      "out-of-range rod.toml:25:46 length");
}

TEST(MechanismText, NamesThatOccurTwiceAreToldWhereTheSecondStands) {
  EXPECT_EQ(refused_rod(rod_text + "[[body]]\nname = \"rod\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"),
            "contradiction rod.toml:20:1 body");
  EXPECT_THAT(mistake(changed(rod_text, "speed = ", "length = 1\nspeed = ")), StartsWith("rod.toml:6:"));
}

TEST(MechanismText, DriversOfWhatDoesNotMoveAreRefused) {
  const auto driven = [](const char* driver) {
    return refused_rod(rod_text + "[[driver]]\nname = \"motor\"\n" + driver);
  };
  EXPECT_EQ(driven("joint = \"hinge\"\ncoordinate = \"translation\"\npolynomial = [0, 1]\n"),
            "not-allowed rod.toml:20:1 driver");
  EXPECT_EQ(driven("joint = \"hing\"\ncoordinate = \"rotation\"\npolynomial = [0, 1]\n"),
            "unknown-name rod.toml:20:1 driver");
  EXPECT_EQ(driven("joint = \"hinge\"\ncoordinate = \"rotation\"\n"), "missing rod.toml:20:1 driver");
}

// An imposed motion has no jumps: formulas contain neither the time nor functions that jump.
TEST(MechanismText, DriversThatJumpAreRefused) {
  const auto driven = [](const std::string& imposed) {
    return mistake(rod_text + "[[driver]]\nname = \"motor\"\njoint = \"hinge\"\ncoordinate = \"rotation\"\n" + imposed);
  };
  EXPECT_THAT(driven("polynomial = [\"floor(t)\"]\n"),
              StartsWith("rod.toml:24:15: driver 'motor': polynomial: unknown function 'floor'; known: sqrt, sin, "));
  EXPECT_THAT(driven("polynomial = [0, \"1/(1 - t)\"]\n"),
              HasSubstr("driver 'motor': polynomial: 't': formulas are numbers and know no time"));
  EXPECT_THAT(driven("polynomial = [\"t < 1\"]\n"), HasSubstr("'t': formulas are numbers and know no time"));
  EXPECT_THAT(driven("function = \"step(t)\"\n"), HasSubstr("driver 'motor': unknown key 'function'; known: name, "));
  EXPECT_THAT(driven("polynomial = [0, nan]\n"), HasSubstr("driver 'motor': polynomial: "));
  EXPECT_THAT(driven("polynomial = [0, inf]\n"), HasSubstr("driver 'motor': polynomial: "));
}

TEST(MechanismText, FunctionsOfTimeHavePieces) {
  const auto m = read(rod_text + R"(
[[driver]]
name = "motor"
joint = "hinge"
coordinate = "rotation"
from = "half/2"
pieces = [
  { until = 1, ramp = [0, "pi/2"] },
  { until = 3, polynomial = ["pi/2"] },
]
)");
  const auto& f = m.drivers.at(0).value;
  EXPECT_EQ(f.from.in<double>(), 0.5);
  ASSERT_EQ(f.pieces.size(), 2U);
  EXPECT_EQ(f.pieces[0].until.in<double>(), 1);
  ASSERT_TRUE(f.pieces[0].ramp);
  EXPECT_EQ((*f.pieces[0].ramp)[1].in<double>(), M_PI / 2);
  EXPECT_FALSE(f.pieces[1].ramp);
  EXPECT_EQ(f.pieces[1].polynomial.at(0).in<double>(), M_PI / 2);
}

TEST(MechanismText, GravityMayChange) {
  EXPECT_EQ(read(rod_text).gravity_factor.polynomial.at(0).in<double>(), 1);
  const auto m =
      read(changed(rod_text, "t_end = 2", "t_end = 2\ngravity_factor = { pieces = [{ until = 1, ramp = [0, 1] }] }"));
  EXPECT_TRUE(m.gravity_factor.polynomial.empty());
  EXPECT_EQ((*m.gravity_factor.pieces.at(0).ramp)[1].in<double>(), 1);
  EXPECT_THAT(mistake(changed(rod_text, "t_end = 2", "t_end = 2\ngravity_factor = { value = 1 }")),
              HasSubstr("rod.toml:4:20: mechanism: gravity_factor: unknown key 'value'; known: polynomial"));
  EXPECT_EQ(refused_rod(changed(rod_text, "t_end = 2",
                                "t_end = 2\ngravity_factor = { pieces = [{ until = 0, ramp = [0, 1] }] }")),
            "out-of-range rod.toml:1:1");
}

TEST(MechanismText, TimeMayBeginEarlier) {
  EXPECT_EQ(mechanism_from_text(rod_text, "rod.toml").t_begin, "0");
  const auto early =
      mechanism_from_text(changed(rod_text, "t_end = 2", "t_end = -0.5\nt_begin = \"-pi/2\""), "rod.toml");
  const auto problem = mechanism_problem(early);
  EXPECT_EQ(problem.begin<double>(), -M_PI / 2);
  EXPECT_EQ(read(changed(rod_text, "t_end = 2", "t_end = 2\nt_begin = -1")).begin.in<double>(), -1);
  EXPECT_THAT(mistake(changed(rod_text, "t_end = 2", "t_end = -2\nt_begin = -1")),
              HasSubstr("the horizon [s] has to be later than t_begin, -1"));
}

TEST(MechanismText, DriversMayImposeARateAlone) {
  const auto driven = [](const std::string& imposed) {
    return rod_text + "[[driver]]\nname = \"motor\"\njoint = \"hinge\"\ncoordinate = \"rotation\"\n" + imposed;
  };
  EXPECT_FALSE(read(driven("polynomial = [0, 1]\n")).drivers.at(0).of_rate);
  EXPECT_TRUE(read(driven("imposes = \"rate\"\npolynomial = [0]\n")).drivers.at(0).of_rate);
  EXPECT_THAT(mistake(driven("imposes = \"speed\"\npolynomial = [0]\n")), HasSubstr("driver 'motor': imposes: "));
  const std::string kink = "pieces = [{ until = 1, polynomial = [0, 1] }]\n",
                    jump =
                        "pieces = [{ until = 1, ramp = [0, 1] }, "
                        "{ until = 2, polynomial = [3] }]\n";
  EXPECT_EQ(refused_rod(driven(kink)), "not-allowed rod.toml:20:1 driver") << "its rate jumps";
  EXPECT_EQ(refused_rod(driven("imposes = \"rate\"\n" + kink)), "accepted");
  EXPECT_EQ(refused_rod(driven("imposes = \"rate\"\n" + jump)), "not-allowed rod.toml:20:1 driver");
}

TEST(MechanismText, SpringsMayBeSwitchedOff) {
  const std::string spring = "[[force]]\nname = \"stop\"\nkind = \"rotational-spring\"\njoint = \"hinge\"\n";
  const std::string off = "factor = { pieces = [{ until = 1, polynomial = [1] }, { until = 2, polynomial = [0] }] }\n";
  EXPECT_EQ(read(rod_text + spring + "damping = 2\n").rotational_springs.at(0).factor.polynomial.size(), 1U);
  const auto m = read(rod_text + spring + "damping = 2\n" + off);
  EXPECT_EQ(m.rotational_springs.at(0).factor.pieces.size(), 2U);
  EXPECT_FALSE(mbs::has_joint_coordinates(m)) << "joint coordinates know no factors";
  EXPECT_EQ(refused_rod(rod_text + spring + "stiffness = 2\n" + off), "not-allowed rod.toml:20:1 force")
      << "the energy of the spring would jump";
}

TEST(MechanismText, PiecesThatAreNoneAreRefused) {
  const auto driven = [](const std::string& imposed) {
    return refused_rod(rod_text + "[[driver]]\nname = \"motor\"\njoint = \"hinge\"\ncoordinate = \"rotation\"\n" +
                       imposed);
  };
  EXPECT_EQ(driven("pieces = [{ until = 1 }]\n"), "missing rod.toml:24:11 pieces");
  EXPECT_EQ(driven("pieces = [{ ramp = [0, 1] }]\n"), "missing rod.toml:24:11 until");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0] }]\n"), "wrong-kind rod.toml:24:31 ramp");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0, 1], polynomial = [1] }]\n"),
            "contradiction rod.toml:24:52 polynomial");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0, 1] }]\npolynomial = [1]\n"),
            "contradiction rod.toml:25:14 polynomial");
  EXPECT_EQ(driven("polynomial = [1]\nfrom = 1\n"), "contradiction rod.toml:25:8 from");
  EXPECT_EQ(driven("pieces = [{ until = 0, ramp = [0, 1] }]\n"), "out-of-range rod.toml:20:1 driver");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0, 1] }, { until = 2, ramp = [1.5, 0] }]\n"),
            "not-allowed rod.toml:20:1 driver")
      << "it jumps";
}

TEST(MechanismText, JointsHaveSpringsOfTheirTranslation) {
  const auto sliding = changed(rod_text, "kind = \"revolute\"", "kind = \"cylindrical\"");
  const std::string spring = "[[force]]\nname = \"stop\"\nkind = \"translational-spring\"\njoint = \"hinge\"\n";
  const auto m = read(sliding + spring + "stiffness = 3\ndamping = \"half\"\nfree_translation = 0.2\n");
  EXPECT_EQ(m.translational_springs.at(0).stiffness.in<double>(), 3);
  EXPECT_EQ(m.translational_springs.at(0).damping.in<double>(), 1);
  EXPECT_EQ(m.translational_springs.at(0).free_translation.in<double>(), 0.2);
  EXPECT_EQ(refused_rod(rod_text + spring), "not-allowed rod.toml:20:1 force");
  EXPECT_EQ(refused_rod(sliding + spring + spring), "contradiction rod.toml:24:1 force");
}

std::string with_choice(std::string_view parameter, std::string_view constant) {
  return changed(changed(rod_text, "speed = \"2*pi\"\n", parameter), "half = \"length/2\"\n", constant);
}

TEST(MechanismText, ConstantsMayBelongToAChoice) {
  const auto text = with_choice("kind = { value = \"short\", choices = [\"long\", \"short\"], meaning = \"which\" }\n",
                                "half = { by = \"kind\", long = \"length/2\", short = \"length/4\" }\n");
  EXPECT_EQ(read(text).bodies.at(0).position[0].in<double>(), 0.5);
  EXPECT_EQ(read(text, {{"kind", "long"}, {"length", "3"}}).bodies.at(0).position[0].in<double>(), 1.5);
  EXPECT_THROW(read(text, {{"kind", "wide"}}), std::invalid_argument);
}

TEST(MechanismText, ChoicesThatAreNoneAreRefused) {
  const auto refused_choice = [](const std::string& parameter, const std::string& constant) {
    return refused_rod(with_choice(parameter, constant));
  };
  const std::string kind = "kind = { choices = [\"long\", \"short\"] }\n";
  EXPECT_EQ(refused_choice(kind, "half = { by = \"kind\", long = 1, wide = 2 }\n"), "unknown-name rod.toml:8:40 wide");
  EXPECT_EQ(refused_choice(kind, "half = { by = \"kind\", short = 1 }\n"), "missing rod.toml:8:8 long");
  EXPECT_EQ(refused_choice(kind, "half = { by = \"length\", short = 1 }\n"), "unknown-name rod.toml:8:15 by");
  EXPECT_EQ(refused_choice("kind = { choices = [\"long\"] }\n", "half = 1\n"), "missing rod.toml:6:20 choices");
  EXPECT_EQ(refused_choice("kind = { value = \"wide\", choices = [\"long\", \"short\"] }\n", "half = 1\n"),
            "unknown-name rod.toml:6:18 value");
}

TEST(MechanismText, AngularVelocitiesMayBeToldInSpace) {
  const auto turned =
      changed(rod_text, "[[joint]]",
              "turns = [{ axis = [0, 1, 0], angle = \"pi/2\" }]\nangular_velocity = [0, 3, 5]\n[[joint]]");
  const auto output = [&](const std::string& more) {
    const auto text =
        changed(turned,
                "[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbodies = [\"ground\", \"rod\"]\npoint = [0, 0, "
                "0]\naxis = [0, 1, 0]\n",
                "[[output]]\nname = \"w\"\nkind = \"angular-velocity\"\nbody = \"rod\"\ncomponent = \"x\"\n" + more);
    const auto problem = mechanism_problem(mechanism_from_text(text, "rod.toml"));
    const Parameters data(problem.parameters, {});
    const auto& index1 = *problem.formulation("index1");
    auto system = problem.in_double.system(data, index1);
    auto x = zero_state(system);
    const auto start = problem.in_double.initial(data, index1);
    x.q = start.q;
    x.v = start.v;
    Vec<double> out(1);
    system.outputs(0., x, out);
    return out[0];
  };
  EXPECT_NEAR(output(""), 0, 1e-15);
  EXPECT_NEAR(output("frame = \"space\"\n"), 5, 1e-15);  // z of the body is x of space
}

TEST(MechanismText, OtherDataAreCheckedToo) {
  const auto file = mechanism_from_text(changed(rod_text, "density = 7800", "density = \"speed\""), "rod.toml");
  try {
    file.mechanism(Parameters(file.parameters, {{"speed", "-1"}}));
    ADD_FAILURE() << "a negative density was taken";
  } catch (const std::invalid_argument& e) {
    EXPECT_THAT(e.what(), HasSubstr("rod.toml:11:11: body 'rod': density: -1 is not positive"));
  }
}

}  // namespace
}  // namespace plumb
