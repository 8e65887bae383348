// Tests the meaning of the keys of mechanism files.

#include "problems/mechanisms/mechanism_text.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/written_rod.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using testing::read_rod;
using testing::refused_rod;
using testing::replaced;
using testing::rod_shape;
using testing::rod_text;

TEST(MechanismText, MassAndInertiaComeFromShapeAndDensity) {
  const auto body = read_rod(rod_text).bodies.at(0);
  EXPECT_EQ(body.mass.in<double>(), 39);
  EXPECT_DOUBLE_EQ(body.inertia[0].in<double>(), 0.01625);
  EXPECT_DOUBLE_EQ(body.inertia[1].in<double>(), 13.008125);
  EXPECT_DOUBLE_EQ(body.inertia[2].in<double>(), 13.008125);
  EXPECT_EQ(body.inertia[3].in<double>(), 0);
}

TEST(MechanismText, ShapesHaveTheMomentsOfTextbooks) {
  const auto inertia = [](const char* other_shape) {
    const auto body = read_rod(replaced(rod_text, rod_shape, other_shape)).bodies.at(0);
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
  const auto longer = read_rod(rod_text, {{"length", "4"}});
  EXPECT_EQ(longer.bodies.at(0).mass.in<double>(), 78);
  EXPECT_EQ(longer.bodies.at(0).position[0].in<double>(), 2);
}

TEST(MechanismText, PlacesAreOfSpaceForTheJointAndOfTheBodyForItsOwn) {
  const auto joint = read_rod(replaced(rod_text, "point = [0, 0, 0]\naxis = [0, 1, 0]",
                                       "point = [0, 0, 0]\naxis = [0, 1, 0]\n"
                                       "on_second = { point = [\"-half\", 0, 0], axis = [0, 1, 0] }"))
                         .joints.at(0);
  EXPECT_EQ(joint.on_first.frame, mbs::Frame::space);
  EXPECT_EQ(joint.on_second.frame, mbs::Frame::body);
  EXPECT_EQ((*joint.on_second.point)[0].in<double>(), -1);
}

TEST(MechanismText, DriversForcesAndOutputsAreRead) {
  const auto m = read_rod(rod_text + R"(
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
  const auto outputs = read_rod(rod_text).outputs;
  ASSERT_EQ(outputs.size(), 3U);
  EXPECT_EQ(outputs[2].name, "rod_z");
}

TEST(MechanismText, PicturesStandAsTheFileSays) {
  EXPECT_FALSE(read_rod(rod_text).up);
  const auto up = read_rod(replaced(rod_text, "t_end = 2", "t_end = 2\nup = [0, \"length\", 0]")).up;
  ASSERT_TRUE(up);
  EXPECT_EQ((*up)[1].in<double>(), 2);
}

// The same rod, described by a point at its hinge instead of its centre of mass.
TEST(MechanismText, BodiesMayBeReportedFromAnotherPlaceThanTheirCentre) {
  const auto moved =
      read_rod(replaced(rod_text, "position = [\"half\", 0, 0]",
                        "position = [0, 0, 0]\ncentre = [\"half\", 0, 0]\nangular_velocity = [0, 3, 0]"));
  EXPECT_EQ(moved.bodies[0].position[0].in<double>(), 1);
  EXPECT_EQ(moved.bodies[0].velocity[2].in<double>(), -3);
  EXPECT_FALSE(moved.outputs[0].place.point) << "the centre of mass";
}

/// The rod is described as its inner half, plus the outer half as a part whose y axis is along the rod.
const std::string halved_rod =
    replaced(replaced(rod_text, "length = \"length\"", "length = \"half\""), "position = [\"half\", 0, 0]",
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

// The two halves together equal the rod. Fails if the part's attitude, the shift of either centre of mass, or the
// conversion of points is missing.
TEST(MechanismText, PartsOfABodyMoveItsCentreAndNoPoint) {
  const auto whole = read_rod(rod_text), halves = read_rod(halved_rod);
  ASSERT_EQ(halves.bodies.size(), 1U);
  const auto &a = whole.bodies[0], &b = halves.bodies[0];
  EXPECT_NEAR(a.mass.in<double>(), b.mass.in<double>(), 1e-13 * a.mass.in<double>());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a.inertia[i].in<double>(), b.inertia[i].in<double>(), 1e-12) << i;
  EXPECT_EQ(b.position[0].in<double>(), 1);
  EXPECT_EQ(b.velocity[2].in<double>(), -3);
  EXPECT_EQ((*halves.outputs[0].place.point)[0].in<double>(), 1) << "measured from the centre of the part";
  EXPECT_EQ((*halves.outputs[1].place.point)[0].in<double>(), 0) << "measured from where the rod's own centre is";
}

TEST(MechanismText, MistakesOfPartsAreReportedWhereTheyStand) {
  EXPECT_EQ(refused_rod(replaced(halved_rod, "part_of = \"rod\"", "part_of = \"bar\"")),
            "unknown-name rod.toml:22:1 body");
  EXPECT_EQ(refused_rod(replaced(halved_rod, "part_of = \"rod\"", "part_of = \"rod\"\nvelocity = [0, 0, 1]")),
            "contradiction rod.toml:30:12 velocity");
  const std::string none = "mass = 0\ninertia = [0, 0, 0]\nposition = [0, 0, 0]\n";
  EXPECT_EQ(refused_rod(rod_text + "[[body]]\nname = \"node\"\n" + none + "[[body]]\nname = \"tip\"\n" + none +
                        "part_of = \"node\"\n"),
            "missing rod.toml:25:1 body");
  EXPECT_EQ(refused_rod(replaced(halved_rod, "name = \"outer\"", "name = \"rod\"")),
            "contradiction rod.toml:22:1 body");
  EXPECT_EQ(
      refused_rod(replaced(
          halved_rod,
          "shape = { kind = \"bar\", axis = \"y\", length = \"half\", width = 0.05 }\nposition = [\"1.5*half\"",
          "shape = { kind = \"bar\", axis = \"y\", length = \"-half\", width = 0.05 }\nposition = [\"1.5*half\"")),
      "out-of-range rod.toml:25:46 length");
}

TEST(MechanismText, JointsHaveSpringsOfTheirTranslation) {
  const auto sliding = replaced(rod_text, "kind = \"revolute\"", "kind = \"cylindrical\"");
  const std::string spring =
      "[[force]]\nname = \"stop\"\nkind = \"translational-spring\"\njoint = \"hinge\"\nstiffness = 3\n";
  const auto m = read_rod(sliding + spring + "damping = \"half\"\nfree_translation = 0.2\n");
  EXPECT_EQ(m.translational_springs.at(0).stiffness.in<double>(), 3);
  EXPECT_EQ(m.translational_springs.at(0).damping.in<double>(), 1);
  EXPECT_EQ(m.translational_springs.at(0).free_translation.in<double>(), 0.2);
  EXPECT_EQ(refused_rod(rod_text + spring), "not-allowed rod.toml:20:1 force");
  EXPECT_EQ(refused_rod(sliding + spring + spring), "contradiction rod.toml:25:1 force");
}

std::string with_choice(const std::string& parameter, const std::string& constant) {
  return replaced(replaced(rod_text, "speed = \"2*pi\"\n", parameter), "half = \"length/2\"\n", constant);
}

TEST(MechanismText, ConstantsMayBelongToAChoice) {
  const auto text = with_choice("kind = { value = \"short\", choices = [\"long\", \"short\"], meaning = \"which\" }\n",
                                "half = { by = \"kind\", long = \"length/2\", short = \"length/4\" }\n");
  EXPECT_EQ(read_rod(text).bodies.at(0).position[0].in<double>(), 0.5);
  EXPECT_EQ(read_rod(text, {{"kind", "long"}, {"length", "3"}}).bodies.at(0).position[0].in<double>(), 1.5);
  EXPECT_THROW(read_rod(text, {{"kind", "wide"}}), std::invalid_argument);
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

// The angles about the same axis differ between sequences, so the meaning of an output names its sequence.
TEST(MechanismText, AnglesNameTheirSequence) {
  const std::string angle =
      "[[output]]\nname = \"turn\"\nkind = \"angle\"\nbody = \"rod\"\nsequence = \"zxy\"\n"
      "component = \"second\"\n";
  const std::string sequence = ", second turn of the sequence 3-1-2 (z, x, y)";
  EXPECT_EQ(read_rod(rod_text + angle).outputs.back().meaning, "turn of rod" + sequence);
  EXPECT_EQ(read_rod(rod_text + angle + "meaning = \"roll\"\n").outputs.back().meaning, "roll" + sequence);
}

TEST(MechanismText, AngularVelocitiesMayBeReportedInSpace) {
  const auto turned =
      replaced(rod_text, "[[joint]]",
               "turns = [{ axis = [0, 1, 0], angle = \"pi/2\" }]\nangular_velocity = [0, 3, 5]\n[[joint]]");
  const auto output = [&](const std::string& more) {
    const auto text =
        replaced(turned,
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
  const auto file = mechanism_from_text(replaced(rod_text, "density = 7800", "density = \"speed\""), "rod.toml");
  try {
    file.mechanism(Parameters(file.parameters, {{"speed", "-1"}}));
    ADD_FAILURE() << "a negative density was taken";
  } catch (const std::invalid_argument& e) {
    EXPECT_THAT(e.what(), HasSubstr("rod.toml:11:11: body 'rod': density: -1 is not positive"));
  }
}

}  // namespace
}  // namespace plumb
