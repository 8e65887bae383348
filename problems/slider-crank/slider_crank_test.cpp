// Compares the slider-crank, whose derivatives and minimal coordinates are computed automatically, with formulas
// derived by hand.

#include "problems/slider-crank/slider_crank.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

const Problem& mechanism() { return catalogued_problem("slider-crank"); }

// With w = l1 sin φ/l2, the rod has φ2' = −l1 cos φ φ'/(l2 √(1 − w²)), and the slider is at l1 cos φ + l2 √(1 − w²).
TEST(SliderCrank, StartsOnItsConstraints) {
  const Parameters data(mechanism().parameters, {{"angle", "0.4"}, {"rate", "-2"}});
  const auto& formulation = *mechanism().formulation("index3");
  const auto start = mechanism().in_quad.initial(data, formulation);
  const quad l1 = quad("0.15"), l2 = quad("0.3"), angle = quad("0.4");
  const quad w = l1 / l2 * sin(angle), root = sqrt(1 - w * w), rod_rate = 2 * l1 * cos(angle) / (l2 * root);
  EXPECT_LT(abs(start.q[1] + asin(w)), 1e-32);
  EXPECT_LT(abs(start.q[2] - l1 * cos(angle) - l2 * root), 1e-32);
  EXPECT_LT(abs(start.v[1] - rod_rate), 1e-32);
  EXPECT_LT(abs(start.v[2] - 2 * l1 * sin(angle) - l2 * w * rod_rate), 1e-32);
}

// Compares with the initial values of the source: the rod rotates at half the crank's speed in the opposite direction.
TEST(SliderCrank, StartsAsItsSource) {
  const auto start =
      mechanism().in_double.initial(Parameters(mechanism().parameters, {}), *mechanism().formulation("index2"));
  EXPECT_DOUBLE_EQ(start.q[2], 0.45);
  EXPECT_DOUBLE_EQ(start.v[1], -75);
}

TEST(SliderCrank, RefusesBarsThatMakeNoMechanism) {
  EXPECT_THROW(mechanism().check(Parameters(mechanism().parameters, {{"crank_length", "0.3"}})), std::invalid_argument);
  EXPECT_THROW(mechanism().check(Parameters(mechanism().parameters, {{"rod_inertia", "0.003"}})),
               std::invalid_argument);
  EXPECT_NO_THROW(mechanism().check(Parameters(mechanism().parameters, {})));
}

}  // namespace
}  // namespace plumb
