#include "problems/mbs/natural_scales.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "numerics/binary_scale.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/mechanism_text.hpp"

namespace plumb::mbs {
namespace {

/// A body on a ball joint, to which a second body is hinged. All lengths are multiples of `length` [m], all masses of
/// `mass` [kg].
Mechanism two_bodies(double length, double mass) {
  const auto moment = mass * length * length;
  const auto body = [&](const char* name, double x) {
    return fmt::format("[[body]]\nname = \"{}\"\nmass = {:e}\ninertia = [{:e}, {:e}, {:e}]\nposition = [{:e}, 0, 0]\n",
                       name, mass, 0.2 * moment, 0.9 * moment, 0.9 * moment, x * length);
  };
  const auto text = mechanism_from_text(
      "schema = 1\nname = \"two\"\nt_end = 1\n" + body("a", 0.5) + body("b", 1.5) +
          "[[joint]]\nname = \"A\"\nkind = \"spherical\"\nbodies = [\"ground\", \"a\"]\npoint = [0, 0, 0]\n" +
          fmt::format("[[joint]]\nname = \"B\"\nkind = \"revolute\"\nbodies = [\"a\", \"b\"]\npoint = [{:e}, 0, 0]\n"
                      "axis = [0, 0, 1]\n",
                      length),
      "two.toml");
  return text.mechanism(Parameters(text.parameters, {}));
}

constexpr double scales[] = {1e-9, 1e-4, 1, 1e3, 1e9};

TEST(BinaryScale, IsOneForUsualSizesAndFollowsOthers) {
  for (const double x : {0.04, 1., 9.81, 30.}) EXPECT_EQ(binary_scale(x), 1) << x;
  for (const double x : {1e-40, 3e-7, 5., 2e9})
    EXPECT_EQ(binary_scale(std::ldexp(x, 30)), std::ldexp(binary_scale(x), 30)) << x;
  for (const double x : {0., -1., double(NAN), double(INFINITY)}) EXPECT_EQ(binary_scale(x), 1) << x;
}

TEST(NaturalScales, LeaveUsualMechanismsAsTheyAre) {
  EXPECT_TRUE(NaturalScales(assemble<double>(two_bodies(1, 1))).is_plain());
  EXPECT_FALSE(NaturalScales(assemble<double>(two_bodies(1e-4, 1))).is_plain());
  EXPECT_FALSE(NaturalScales(assemble<double>(two_bodies(1, 1e9))).is_plain());
}

// In any units, assemble() detects no redundant constraints, and initial states and matrices are correct.
TEST(NaturalScales, LetRanksStartsAndMatricesHaveAnyUnits) {
  for (const double length : scales)
    for (const double mass : scales)
      for (const auto algebra : {Algebra::tree, Algebra::klu, Algebra::dense}) {
        SCOPED_TRACE(fmt::format("{} m, {} kg", length, mass));
        MultibodySystem<double> s(assemble<double>(two_bodies(length, mass)), Form::index3, {}, algebra);
        auto x = zero_state(s);
        x.q = initial_state(s, Start::refuse).q;
        ASSERT_EQ(s.sizes().lambda, 8);
        auto factors = s.factors<double>();
        ASSERT_TRUE(s.factor(factors, {0, x}, {.mass = 1, .jacobian = 0, .position = 1}));
        Vec<double> w = Vec<double>::Zero(12), e = Vec<double>::Zero(8);
        w[2] = mass;  // a force along z on the first body
        s.solve(factors, w, e);
        EXPECT_NEAR(w[2], 0.25 / 4.3, 1e-13);  // the two turn as one about the y axis, with 4.3 m l²
        ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
        EXPECT_NEAR(x.a[8] / -9.81, 1.5 * 2 / 4.3, 1e-13);
      }
}

}  // namespace
}  // namespace plumb::mbs
