// Tests tables 3 to 5 of zhang2022: the sections and materials that reproduce their columns, and misprinted numbers.

#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "problems/embedded_files.hpp"
#include "problems/mechanisms/mechanism_text.hpp"

namespace plumb {
namespace {

struct Material {
  double density, young, poisson;
};
constexpr Material steel_of_bars{7800, 207e9, 0.3}, aluminium{2680, 73e9, 0.3}, steel_of_shaft{7800, 210e9, 0.3};

/// A column of the tables: m [kg/m], J_1, J_2, J_3 [kg m], EA [N], GJ, EJ_y, EJ_z [N m²].
using Column = std::array<double, 8>;

std::string file_with(const Material& of, const std::string& profile) {
  return "schema = 1\nname = \"one\"\nt_end = 1\n[[section]]\nname = \"s\"\nshape = { " + profile +
         " }\ndensity = " + std::to_string(of.density) + "\nyoung = " + std::to_string(of.young) +
         "\npoisson = " + std::to_string(of.poisson) +
         "\n[[beam]]\nname = \"b\"\nsection = \"s\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\norientation = [0, 1, 0]\n"
         "first = \"ground\"\n";
}

void expect_column(const Column& printed, const Material& of, const std::string& profile) {
  const auto file = mechanism_from_text(file_with(of, profile), "one.toml");
  const auto m = file.mechanism(Parameters(file.parameters, {}));
  const auto& s = m.beam_elements.front().section;
  const auto near = [](double table, const ExactNumber& ours) {
    EXPECT_NEAR(ours.in<double>() / table, 1, 6e-3) << table;  // the paper uses a slightly different formula for GJ
  };
  near(printed[0], s.mass);
  for (std::size_t i = 0; i < 3; ++i) near(printed[1 + i], s.inertia[i]);
  near(printed[4], s.stiffness[0]);
  for (std::size_t i = 0; i < 3; ++i) near(printed[5 + i], s.stiffness[3 + i]);
}

TEST(TablesOfZhang2022, Table3IsOfSquareBarsOfSteel) {
  expect_column({1.9968, 85.1968e-6, 42.5984e-6, 42.5984e-6, 52.9920e6, 733.488, 1130.50, 1130.50}, steel_of_bars,
                "kind = \"rectangle\", width = 0.016, height = 0.016");
  expect_column({0.4992, 5.3248e-6, 2.6624e-6, 2.6624e-6, 13.2480e6, 45.843, 70.656, 70.656}, steel_of_bars,
                "kind = \"rectangle\", width = 0.008, height = 0.008");
}

TEST(TablesOfZhang2022, Table4IsOfAStripAndTwoRodsOfAluminium) {
  expect_column({2.68, 2255.33e-6, 2233e-6, 22.33e-6, 73e6, 877.2, 60830, 608.3}, aluminium,
                "kind = \"rectangle\", width = 0.01, height = 0.1");
  expect_column({1.212, 87.30e-6, 43.65e-6, 43.65e-6, 33.02e6, 914.5, 1189, 1189}, aluminium,
                "kind = \"circle\", radius = 0.012");
  expect_column({4.85, 1396.6e-6, 698.3e-6, 698.3e-6, 132.1e6, 14630, 19020, 19020}, aluminium,
                "kind = \"circle\", radius = 0.024");
}

// The units printed are mg m and N m².
TEST(TablesOfZhang2022, Table5IsOfATubeAThousandTimesStifferThanPrinted) {
  expect_column({11.64, 26.34e-3, 13.17e-3, 13.17e-3, 313.4e6, 272.7e3, 354.5e3, 354.5e3}, steel_of_shaft,
                "kind = \"tube\", radius = 0.05, inner_radius = 0.045");
}

TEST(TablesOfZhang2022, TheDiskIsThickerThanItsPrintedMoments) {
  constexpr double m = 70.573, r = 0.24, t = 0.05;
  EXPECT_NEAR(m * r * r / 2, 2.0325, 1e-4);
  EXPECT_NEAR(m * r * r / 4, 1.0163, 1e-4);  // as printed, for a disk without thickness
  EXPECT_NEAR(m * (3 * r * r + t * t) / 12, 1.0309, 1e-4);
  EXPECT_NEAR(7800 * std::numbers::pi * r * r * t, m, 1e-3);
}

mbs::Mechanism shipped(const std::string& name, const std::map<std::string, std::string>& overrides = {}) {
  for (const auto& file : embedded_files())
    if (file.path == name + "/mechanism.toml") {
      const auto text = mechanism_from_text(file.text, name + ".toml");
      return text.mechanism(Parameters(text.parameters, overrides));
    }
  throw std::invalid_argument(name);
}

// The authors' scripts compute atan2(R32, R33 cos(psi) - R31 sin(psi)) = asin(R32).
TEST(TablesOfZhang2022, ThetaIsTheSecondTurnOfTheSequence312) {
  for (const char* name : {"four-bar", "buckling"}) {
    const auto theta = shipped(name).outputs.front();
    ASSERT_EQ(theta.name, "theta");
    EXPECT_EQ(theta.sequence, (std::array{2, 0, 1})) << name;
    EXPECT_EQ(theta.component, 1) << name;
  }
}

// The authors computed with incremental rotations; tests/authors_histories_test.cpp compares with their time histories.
TEST(TablesOfZhang2022, DataAsComputedAreThoseOfTheAuthorsScripts) {
  for (const char* name : {"four-bar", "buckling", "shaft"})
    for (const auto& element : shipped(name, {{"data", "as-computed"}}).beam_elements)
      EXPECT_EQ(element.rotations, mbs::BeamRotations::incremental) << name;
  const auto tube = shipped("shaft", {{"data", "as-computed"}}).beam_elements.front().section;
  EXPECT_NEAR(tube.mass.in<double>(), 11.6396, 1e-4);
  EXPECT_NEAR(tube.inertia[0].in<double>(), 0.0263346, 1e-7);
  EXPECT_NEAR(tube.inertia[1].in<double>(), 0.0131673, 1e-7);
  const auto usual = shipped("buckling"), computed = shipped("buckling", {{"data", "as-computed"}});
  const auto moment = [](const mbs::Mechanism& mechanism) { return mechanism.bodies.front().inertia[2].in<double>(); };
  EXPECT_DOUBLE_EQ(moment(usual) - moment(computed), 2.68 * 0.05 * 0.05 * 0.05 / 12 / 2);
}

}  // namespace
}  // namespace plumb
