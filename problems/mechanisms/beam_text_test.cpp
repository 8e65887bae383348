// Tests sections and beams of mechanism files.

#include "problems/mechanisms/beam_text.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "problems/mechanisms/mechanism_text.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

const std::string blade_text = R"(schema = 1
name = "blade"
t_end = 1
[[section]]
name = "flat"
mass = 2
inertia = [0.03, 0.01, 0.02]
stiffness = [100, 50, 40, 3, 1, 2]
[[beam]]
name = "blade"
section = "flat"
from = [1, 0, 0]
to = [1, 4, 0]
orientation = [0, 0, 1]
elements = 2
first = "ground"
velocity = [0, 0, 5]
angular_velocity = [0.5, 0, 0]
[[output]]
name = "tip"
kind = "position"
body = "blade_last"
point = [0.25, 0, 0]
component = "y"
)";

std::string with(std::string_view line, std::string_view into) {
  auto text = blade_text;
  const auto found = text.find(line);
  EXPECT_NE(found, std::string::npos) << line;
  return text.replace(found, line.size(), into);
}
mbs::Mechanism blade(const std::string& text = blade_text, const std::map<std::string, std::string>& overrides = {}) {
  const auto file = mechanism_from_text(text, "blade.toml");
  return file.mechanism(Parameters(file.parameters, overrides));
}
std::string refused_beam(const std::string& text) {
  return refusal_of([&] { mechanism_from_text(text, "blade.toml"); });
}
std::array<double, 3> values(const mbs::Triple& x) { return {x[0].in<double>(), x[1].in<double>(), x[2].in<double>()}; }

TEST(BeamText, MakesNodesWithTheMassOfWhatIsNearest) {
  const auto m = blade();
  ASSERT_EQ(m.bodies.size(), 5u);
  ASSERT_EQ(m.beam_elements.size(), 2u);
  ASSERT_EQ(m.joints.size(), 1u);
  EXPECT_EQ(m.bodies[1].name, "blade_1");
  EXPECT_EQ(values(m.bodies[1].position), (std::array{1., 1., 0.}));
  EXPECT_EQ(m.bodies[1].mass.in<double>(), 2);
  EXPECT_DOUBLE_EQ(m.bodies[1].inertia[0].in<double>(), 0.03);
  EXPECT_DOUBLE_EQ(m.bodies[1].inertia[2].in<double>(), 0.02 + 2. / 12);
  EXPECT_EQ(values(m.bodies[0].position), (std::array{1., 0.25, 0.}));  // half of it, inside
  EXPECT_EQ(m.bodies[0].mass.in<double>(), 1);
  EXPECT_DOUBLE_EQ(m.bodies[0].inertia[1].in<double>(), 0.005 + 1. / 48);
  EXPECT_EQ(values(m.bodies[4].velocity), (std::array{0., 0., 5 + 0.5 * 3.75}));
  EXPECT_EQ(values(m.bodies[4].angular_velocity), (std::array{0., 0., 0.5}));  // x of space is its z
}

// The key `rotations` applies to one beam, the parameter `rotations` to all beams.
TEST(BeamText, RotationsAreRelativeUnlessTheyAreAskedFor) {
  const auto text = with("elements = 2", "elements = 2\nrotations = \"incremental\"");
  const auto rotations = [](const mbs::Mechanism& m) { return m.beam_elements.back().rotations; };
  EXPECT_EQ(rotations(blade()), mbs::BeamRotations::relative);
  EXPECT_EQ(rotations(blade(text)), mbs::BeamRotations::incremental);
  EXPECT_EQ(rotations(blade(text, {{"rotations", "relative"}})), mbs::BeamRotations::relative);
  EXPECT_EQ(rotations(blade(blade_text, {{"rotations", "incremental"}})), mbs::BeamRotations::incremental);
  EXPECT_EQ(refused_beam(with("elements = 2", "elements = 2\nrotations = \"absolute\"")),
            "unknown-name blade.toml:16:13 rotations");
  EXPECT_EQ(refused_beam(blade_text + "[parameters]\nrotations = { value = 1, unit = \"-\", meaning = \"own\" }\n"),
            "contradiction blade.toml:9:1 beam");
}

TEST(BeamText, SimpsonsRulePutsTheMassIntoTheNodes) {
  const auto m = blade(with("elements = 2", "elements = 2\ninertia = \"simpson\"\nbalance = \"energy\""));
  double sum = 0;
  const std::array shares = {1. / 3, 4. / 3, 2. / 3, 4. / 3, 1. / 3};  // of 2 m, m
  for (std::size_t k = 0; k < shares.size(); ++k) {
    EXPECT_EQ(values(m.bodies[k].position), (std::array{1., static_cast<double>(k), 0.}));
    EXPECT_DOUBLE_EQ(m.bodies[k].mass.in<double>(), 2 * shares[k]);
    EXPECT_DOUBLE_EQ(m.bodies[k].inertia[0].in<double>(), 0.03 * shares[k]);
    EXPECT_DOUBLE_EQ(m.bodies[k].inertia[2].in<double>(), 0.02 * shares[k]);
    sum += m.bodies[k].mass.in<double>();
  }
  EXPECT_DOUBLE_EQ(sum, 8);
  for (const auto& element : m.beam_elements) EXPECT_EQ(element.balance, mbs::BeamBalance::energy);
  for (const auto& element : blade().beam_elements) EXPECT_EQ(element.balance, mbs::BeamBalance::finite_volume);
}

TEST(BeamText, NodesMayHaveTheInertiaOfAnotherLength) {
  const auto m = blade(with("elements = 2", "elements = 2\nnode_length = \"1/2\""));
  EXPECT_DOUBLE_EQ(m.bodies[1].mass.in<double>(), 1);
  EXPECT_DOUBLE_EQ(m.bodies[1].inertia[0].in<double>(), 0.015);
  EXPECT_DOUBLE_EQ(m.bodies[1].inertia[2].in<double>(), 0.01 + 2 * 0.125 / 12);
  EXPECT_EQ(values(m.bodies[0].position), (std::array{1., 0.125, 0.}));
  EXPECT_EQ(values(m.bodies[1].position), (std::array{1., 1., 0.}));
  EXPECT_EQ(refused_beam(with("elements = 2", "node_length = 0")), "out-of-range blade.toml:15:15 node_length");
}

TEST(BeamText, TheMassOfTheEndsMayHaveAnotherMoment) {
  const auto usual = blade(), m = blade(with("elements = 2", "elements = 2\nend_moment = \"1/2\""));
  for (std::size_t k = 0; k < m.bodies.size(); ++k) {
    const bool is_end = k == 0 || k + 1 == m.bodies.size();
    const auto moment = [&](const mbs::Mechanism& mechanism) { return mechanism.bodies[k].inertia[2].in<double>(); };
    EXPECT_EQ(m.bodies[k].mass.in<double>(), usual.bodies[k].mass.in<double>());
    EXPECT_EQ(m.bodies[k].inertia[0].in<double>(), usual.bodies[k].inertia[0].in<double>());
    const double less = is_end ? m.bodies[k].mass.in<double>() * 0.25 / 12 / 2 : 0;
    EXPECT_DOUBLE_EQ(moment(usual) - moment(m), less);
  }
  EXPECT_EQ(refused_beam(with("elements = 2", "end_moment = 0")), "out-of-range blade.toml:15:14 end_moment");
  EXPECT_EQ(refused_beam(with("elements = 2", "inertia = \"simpson\"\nend_moment = 1")),
            "contradiction blade.toml:16:14 end_moment");
}

TEST(BeamText, RotationsMayBelongToAChoice) {
  const std::string data = "[parameters]\ndata = { choices = [\"one\", \"other\"] }\n";
  const auto by = [&](const std::string& texts) {
    return with("elements = 2", "elements = 2\nrotations = { by = \"data\", " + texts + " }") + data;
  };
  const auto both = by("one = \"relative\", other = \"incremental\"");
  EXPECT_EQ(blade(both).beam_elements[0].rotations, mbs::BeamRotations::relative);
  EXPECT_EQ(blade(both, {{"data", "other"}}).beam_elements[0].rotations, mbs::BeamRotations::incremental);
  EXPECT_EQ(blade(both, {{"data", "other"}, {"rotations", "relative"}}).beam_elements[0].rotations,
            mbs::BeamRotations::relative);
  EXPECT_EQ(refused_beam(by("other = \"incremental\"")), "missing blade.toml:16:13 one");
  EXPECT_EQ(refused_beam(by("one = \"relative\", other = \"absolute\"")), "unknown-name blade.toml:16:54 other");
}

TEST(BeamText, PointsOfNodesAreReportedFromTheNode) {
  const auto m = blade();
  EXPECT_EQ(m.outputs[0].of, "blade_4");
  EXPECT_EQ(values(*m.outputs[0].place.point), (std::array{0.5, 0., 0.}));  // the centre of mass lies 0.25 m before
  const auto other = blade(with("body = \"blade_last\"\npoint = [0.25, 0, 0]", "body = \"blade_first\""));
  EXPECT_EQ(values(*other.outputs[0].place.point), (std::array{-0.25, 0., 0.}));
  const auto all = blade(blade_text.substr(0, blade_text.find("[[output]]")));
  ASSERT_EQ(all.outputs.size(), 3u);
  EXPECT_EQ(all.outputs[0].name, "blade_4_x");
}

TEST(BeamText, RefineMultipliesTheElements) {
  EXPECT_EQ(blade(blade_text, {{"refine", "3"}}).bodies.size(), 13u);
  EXPECT_THROW(blade(blade_text, {{"refine", "1.5"}}), std::invalid_argument);
  EXPECT_THROW(blade(blade_text, {{"refine", "10000"}}), std::invalid_argument);
}

TEST(BeamText, ArcsBeginAcrossTheirRadius) {
  const auto m = blade(with("to = [1, 4, 0]", "arc = { centre = [0, 0, 0], axis = [0, 0, 2], angle = \"pi\" }"));
  const auto at = values(m.bodies[2].position), along = values(*m.bodies[2].attitude.first);
  EXPECT_NEAR(at[0], 0, 1e-15);
  EXPECT_NEAR(at[1], 1, 1e-15);
  EXPECT_NEAR(along[0], -1, 1e-15);
  EXPECT_DOUBLE_EQ(m.bodies[2].mass.in<double>(), 2 * std::numbers::pi / 4);
}

TEST(BeamText, CurvesGoThroughTheirPoints) {
  const auto text = with("from = [1, 0, 0]\nto = [1, 4, 0]", "curve = [[1, 0, 0], [1, \"1 + 1\", 0], [1, 4, 0]]");
  const auto m = blade(text), straight = blade();
  for (std::size_t k = 0; k < m.bodies.size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(values(m.bodies[k].position)[i], values(straight.bodies[k].position)[i], 1e-15);
    EXPECT_DOUBLE_EQ(m.bodies[k].mass.in<double>(), straight.bodies[k].mass.in<double>());
    EXPECT_NEAR(values(m.bodies[k].velocity)[2], values(straight.bodies[k].velocity)[2], 1e-15);
  }
}

// Timoshenko & Goodier, art. 109: a square has 0.1406 a⁴, a rectangle 2:1 has 0.229 a b³. Cowper's k of a circle is
// 6 (1 + ν)/(7 + 6 ν).
TEST(BeamText, ShapesHaveTheStiffnessOfTheirMaterial) {
  const auto of = [](const char* shape) {
    const std::string shape_keys = std::string("shape = ") + shape + "\ndensity = 1000\nyoung = 1e6\npoisson = 0.25\n";
    return blade(with("mass = 2\ninertia = [0.03, 0.01, 0.02]\nstiffness = [100, 50, 40, 3, 1, 2]\n", shape_keys))
        .beam_elements[0]
        .section;
  };
  const auto number = [](const ExactNumber& x) { return x.in<double>(); };
  auto s = of("{ kind = \"rectangle\", width = 0.2, height = 0.1 }");
  EXPECT_DOUBLE_EQ(number(s.mass), 20);
  EXPECT_DOUBLE_EQ(number(s.stiffness[0]), 2e4);
  EXPECT_DOUBLE_EQ(number(s.stiffness[4]), 1e6 * 0.2 * 1e-3 / 12);
  EXPECT_DOUBLE_EQ(number(s.stiffness[5]), 1e6 * 0.1 * 8e-3 / 12);
  EXPECT_NEAR(number(s.stiffness[3]) / (4e5 * 0.2 * 1e-3), 0.229, 5e-4);
  EXPECT_DOUBLE_EQ(number(s.inertia[0]), number(s.inertia[1]) + number(s.inertia[2]));
  s = of("{ kind = \"rectangle\", width = 0.1, height = 0.1 }");
  EXPECT_NEAR(number(s.stiffness[3]) / (4e5 * 1e-4), 0.1406, 5e-5);
  s = of("{ kind = \"circle\", radius = 0.1 }");
  EXPECT_DOUBLE_EQ(number(s.stiffness[1]), 6 * 1.25 / 8.5 * 4e5 * std::numbers::pi * 0.01);
  EXPECT_DOUBLE_EQ(number(s.stiffness[3]), 4e5 * std::numbers::pi * 1e-4 / 2);
  const auto thin = of("{ kind = \"tube\", radius = 0.1, inner_radius = 0.0999 }");  // k is nearly 2 (1 + ν)/(4 + 3 ν)
  EXPECT_NEAR(number(thin.stiffness[1]) / (4e5 * number(thin.mass) / 1000), 2 * 1.25 / 4.75, 1e-3);
}

TEST(BeamText, MistakesAreReportedWhereTheyStand) {
  EXPECT_EQ(refused_beam(blade_text), "accepted");
  EXPECT_EQ(refused_beam(with("[100, 50, 40, 3, 1, 2]", "[100, 50, 0, 3, 1, 2]")),
            "out-of-range blade.toml:8:13 stiffness");
  EXPECT_EQ(refused_beam(with("to = [1, 4, 0]", "to = [1, 0, 0]")), "out-of-range blade.toml:9:1 beam");
  EXPECT_EQ(refused_beam(with("orientation = [0, 0, 1]\n", "")), "missing blade.toml:9:1 beam");
  EXPECT_EQ(refused_beam(with("orientation = [0, 0, 1]", "orientation = [0, 2, 0]")),
            "contradiction blade.toml:9:1 beam");
  EXPECT_EQ(refused_beam(with("elements = 2", "elements = 1.5")), "out-of-range blade.toml:15:12 elements");
  EXPECT_EQ(refused_beam(with("section = \"flat\"", "section = \"flta\"")), "unknown-name blade.toml:11:11 section");
  EXPECT_EQ(refused_beam(with("elements = 2", "elements = 2\ninertia = \"simson\"")),
            "unknown-name blade.toml:16:11 inertia");
  EXPECT_EQ(refused_beam(with("elements = 2", "elements = 2\nbalance = \"volumes\"")),
            "unknown-name blade.toml:16:11 balance");
  EXPECT_EQ(refused_beam(with("first = \"ground\"", "first = \"gruond\"")), "unknown-name blade.toml:16:9 first");
  EXPECT_EQ(refused_beam(with("to = [1, 4, 0]", "arc = { centre = [0, 0, 0], axis = [0, 0, 1], angle = 6.9 }")),
            "out-of-range blade.toml:9:1 beam");
  EXPECT_EQ(refused_beam(with("to = [1, 4, 0]", "arc = { centre = [0, 0, 1], axis = [0, 0, 1], angle = 1 }")),
            "contradiction blade.toml:9:1 beam");
}

TEST(BeamText, MistakesOfCurvesAreReportedWhereTheyStand) {
  const auto curve = [](std::string_view points) {
    return refused_beam(with("from = [1, 0, 0]\nto = [1, 4, 0]", "curve = " + std::string(points)));
  };
  EXPECT_EQ(curve("[[1, 0, 0], [1, 4, 0]]"), "accepted");
  EXPECT_EQ(curve("[[1, 0, 0]]"), "missing blade.toml:9:1 beam");
  EXPECT_EQ(curve("[]"), "wrong-kind blade.toml:12:9 curve");
  EXPECT_EQ(curve("[[1, 0, 0], [1, 4]]"), "wrong-kind blade.toml:12:21 curve");
  EXPECT_EQ(curve("[[1, 0, 0], [1, 4, 0], [1, 4, 0]]"), "contradiction blade.toml:9:1 beam");
  EXPECT_EQ(curve("[[1, 0, 0], [1, 4, 0], [1, 0, 0]]"), "not-allowed blade.toml:9:1 beam");
  EXPECT_EQ(curve("[[0, 0, 0], [1, 1, 0], [0, 2, 0], [-1, 1, 0], [0, 0.1, 0], [1, 1.1, 0], [0, 2.1, 0]]"),
            "out-of-range blade.toml:9:1 beam");
  EXPECT_EQ(refused_beam(with("to = [1, 4, 0]", "curve = [[1, 0, 0], [1, 4, 0]]")),
            "contradiction blade.toml:12:8 from");
  EXPECT_EQ(refused_beam(with("from = [1, 0, 0]", "curve = [[1, 0, 0], [1, 4, 0]]")),
            "contradiction blade.toml:9:1 beam");
}

}  // namespace
}  // namespace plumb
