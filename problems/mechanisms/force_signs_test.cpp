// The signs of forces between two bodies are as documented in docs/mechanism-files.md.

#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/mechanism_text.hpp"

namespace plumb {
namespace {

// A body of 2 kg and 0.4 kg m² about z, 3 m along x from the ground, without gravity.
std::string mechanism(const std::string& joint, const std::string& bodies, const std::string& force) {
  return R"(schema = 1
name = "one-body"
t_end = 1
gravity = [0, 0, 0]
[[body]]
name = "body"
mass = 2
inertia = [0.4, 0.4, 0.4]
position = [3, 0, 0]
)" +
         (joint.empty()
              ? ""
              : "[[joint]]\nname = \"joint\"\nkind = \"" + joint + "\"\nbodies = " + bodies + "\npoint = [3, 0, 0]\n" +
                    (joint == "revolute" ? "axis = [0, 0, 1]\n" : "axis = [1, 0, 0]\n")) +
         "[[force]]\nname = \"force\"\n" + force;
}

/// (r'', ω') of the body at rest.
Vec<double> acceleration(const std::string& text) {
  const auto problem = mechanism_problem(mechanism_from_text(text, "one-body.toml"));
  const Parameters data(problem.parameters, {});
  const auto& index1 = *problem.formulation("index1");
  auto system = problem.in_double.system(data, index1);
  const auto start = completed_start(problem, data, index1, system);
  EXPECT_TRUE(start);
  return start->a;
}

const std::string from_ground = R"(["ground", "body"])", from_body = R"(["body", "ground"])";

// Detects a wrong sign, interchanged bodies, and an axis taken from the wrong body.
TEST(ForceSigns, OfASpringPullsForPositiveForces) {
  for (const auto& bodies : {from_ground, from_body}) {
    const auto ends = bodies == from_ground ? "on_first = { point = [1, 0, 0] }\non_second = { point = [0, 0, 0] }\n"
                                            : "on_first = { point = [0, 0, 0] }\non_second = { point = [1, 0, 0] }\n";
    const auto spring = "kind = \"spring\"\nbodies = " + bodies + "\n" + ends;
    EXPECT_NEAR(acceleration(mechanism("", "", spring + "polynomial = [8]\n"))[0], -4, 1e-12) << bodies;
    EXPECT_NEAR(acceleration(mechanism("", "", spring + "stiffness = 8\nfree_length = 3\n"))[0], 4, 1e-12) << bodies;
  }
}

TEST(ForceSigns, OfARotationalSpringRaiseTheRotationOfTheSecondBody) {
  const std::string spring = "kind = \"rotational-spring\"\njoint = \"joint\"\n";
  for (const auto& text : {spring + "polynomial = [2]\n", spring + "stiffness = 4\nfree_angle = 0.5\n"}) {
    EXPECT_NEAR(acceleration(mechanism("revolute", from_ground, text))[5], 5, 1e-12) << text;
    EXPECT_NEAR(acceleration(mechanism("revolute", from_body, text))[5], -5, 1e-12) << text;
  }
}

TEST(ForceSigns, OfATranslationalSpringRaiseTheTranslationOfTheSecondBody) {
  const std::string spring = "kind = \"translational-spring\"\njoint = \"joint\"\n";
  for (const auto& text : {spring + "polynomial = [8]\n", spring + "stiffness = 16\nfree_translation = 0.5\n"}) {
    EXPECT_NEAR(acceleration(mechanism("translational", from_ground, text))[0], 4, 1e-12) << text;
    EXPECT_NEAR(acceleration(mechanism("translational", from_body, text))[0], -4, 1e-12) << text;
  }
}

// The axis is fixed in the ground, through a point 1 m from the origin. Displacements perpendicular to the axis have no
// effect.
TEST(ForceSigns, OfASpringAlongAnAxisRaiseTheTranslationOfTheSecondBody) {
  const std::string spring =
      "kind = \"translational-spring\"\nbodies = [\"ground\", \"body\"]\non_first = { point = [1, 1, 0], axis = [2, 0, "
      "0] }\n"
      "on_second = { point = [0, 0, 0] }\n";
  for (const auto& text : {spring + "polynomial = [8]\n", spring + "stiffness = 16\nfree_translation = 2.5\n"}) {
    const auto a = acceleration(mechanism("", "", text));
    EXPECT_NEAR(a[0], 4, 1e-12) << text;
    EXPECT_NEAR(a.tail(5).norm(), 0, 1e-12) << text;
  }
}

}  // namespace
}  // namespace plumb
