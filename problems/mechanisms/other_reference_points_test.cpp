// A body may be described relative to a point other than its centre of mass (`centre`), and may have parts (`part_of`).
// An item that names no point of the body refers to the centre of mass of the whole, so both descriptions yield the
// same results.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mbs/mechanism.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/written_rod.hpp"

namespace plumb::other_reference_points {
namespace {

const std::string beginning = "schema = 1\nname = \"free\"\nt_end = 1\n";

/// The same rotated body in flight with spin, described from its centre of mass, from another point, and as two parts.
const std::string attitude = "turns = [{ axis = [1, 2, 2], angle = 0.7 }]\nangular_velocity = [0.3, -0.4, 0.9]\n";
const std::string from_centre =
    "[[body]]\nname = \"free\"\nmass = 2\ninertia = [1, 1.2, 1.4]\nposition = [0.1, 0.2, 0.3]\n"
    "velocity = [1, 2, 3]\n" +
    attitude;
std::string from_elsewhere(const std::string& centre) {
  return testing::replaced(from_centre, "name = \"free\"\n", "name = \"free\"\ncentre = " + centre + "\n");
}

/// Returns all outputs of a mechanism at its start.
Vec<double> outputs_of(const std::string& text) {
  const auto problem = mechanism_problem(mechanism_from_text(text, "free.toml"));
  const Parameters data(problem.parameters, {});
  const auto& index1 = *problem.formulation("index1");
  auto system = problem.in_double.system(data, index1);
  auto x = zero_state(system);
  const auto start = problem.in_double.initial(data, index1);
  x.q = start.q;
  x.v = start.v;
  EXPECT_TRUE(system.acceleration(0., x.q, x.v, x.a, x.lambda));
  Vec<double> out(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(0., x, out);
  return out;
}

std::string output(const std::string& kind, const std::string& component, const std::string& more = "") {
  return "[[output]]\nname = \"" + kind + component + "\"\nkind = \"" + kind + "\"\nbody = \"free\"\ncomponent = \"" +
         component + "\"\n" + more;
}

const std::string push = "[[force]]\nname = \"push\"\nkind = \"force\"\nbody = \"free\"\nvector = [0, 3, 0]\n";

// The force has no point, so it acts at the centre of mass and causes no angular acceleration: a = (0, 1.5, 0).
TEST(ReportedFromAnotherPlace, AForceWithoutAPointActsAtTheCentreOfMass) {
  const auto resting = testing::replaced(testing::replaced(from_elsewhere("[0.5, 0.1, -0.3]"), attitude, ""),
                                         "velocity = [1, 2, 3]\n", "");
  for (const char* frame : {"", "frame = \"body\"\n"}) {
    const auto text = beginning + "gravity = [0, 0, 0]\n" + resting + push + frame;
    const auto at = outputs_of(text + output("acceleration", "y") + output("acceleration", "x"));
    EXPECT_NEAR(at[0], 1.5, 1e-15);
    EXPECT_NEAR(at[1], 0, 1e-15);
  }
}

// Items that name no point of the body, and the default outputs, do not depend on the point from which it is described.
TEST(ReportedFromAnotherPlace, WhatNamesNoPointDoesNotDependOnThePlace) {
  std::string outputs;
  for (const char* kind : {"position", "velocity", "acceleration", "angular-velocity"})
    for (const char* component : {"x", "y", "z"}) outputs += output(kind, component);
  const std::string torque = "[[force]]\nname = \"twist\"\nkind = \"torque\"\nbody = \"free\"\nvector = [1, 0, 2]\n";
  for (const auto& more_outputs : {std::string(), outputs})
    for (const auto& force : {push, push + "frame = \"body\"\n", torque}) {
      const auto here = outputs_of(beginning + from_centre + force + more_outputs);
      for (const char* centre : {"[0.5, 0, 0]", "[-0.2, 1.5, 0.4]"}) {
        // A first evaluation yields the shift A c; position = centre of mass − A c then keeps the centre of mass fixed.
        auto elsewhere = from_elsewhere(centre);
        const auto off = outputs_of(beginning + elsewhere);
        const auto shift = [&](int i, double expected) {
          return std::to_string(expected - (off[i] - expected)).substr(0, 20);
        };
        elsewhere =
            testing::replaced(elsewhere, "position = [0.1, 0.2, 0.3]",
                              "position = [" + shift(0, 0.1) + ", " + shift(1, 0.2) + ", " + shift(2, 0.3) + "]");
        const auto there = outputs_of(beginning + elsewhere + force + more_outputs);
        ASSERT_EQ(here.size(), there.size());
        for (Eigen::Index i = 0; i < here.size(); ++i) {
          if (!more_outputs.empty() && i >= 3 && i < 6) continue;
          EXPECT_NEAR(here[i], there[i], 2e-6) << centre << " " << force << i;
        }
      }
    }
}

// Two halves of 1 kg at a distance of 0.6 m. Forces and outputs of the whole body refer to the common centre of mass,
// outputs of the part to the part's centre of mass.
TEST(ReportedFromAnotherPlace, OfABodyWithPartsTheCentreIsThatOfTheWhole) {
  const std::string halves =
      beginning +
      "gravity = [0, 0, 0]\n"
      "[[body]]\nname = \"free\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"
      "[[body]]\nname = \"half\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0.6, 0, 0]\npart_of = \"free\"\n";
  EXPECT_NEAR(outputs_of(halves)[0], 0.3, 1e-15) << "the default output";
  const auto pushed = outputs_of(halves + push + output("position", "x") + output("angular-velocity", "z") +
                                 output("acceleration", "y"));
  EXPECT_NEAR(pushed[0], 0.3, 1e-15);
  EXPECT_NEAR(pushed[2], 1.5, 1e-15);
  const auto part =
      outputs_of(halves + push + testing::replaced(output("position", "x"), "body = \"free\"", "body = \"half\""));
  EXPECT_NEAR(part[0], 0.6, 1e-15);
}

}  // namespace
}  // namespace plumb::other_reference_points
