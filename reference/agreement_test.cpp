// Tests of the digits in which two integrations of a motion at rest agree.

#include "reference/agreement.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

Motion on_a_line(double q, double v) { return {Vec<quad>::Constant(1, quad(q)), Vec<quad>::Constant(1, quad(v))}; }

double digits_of(double q, double v, double unknown) {
  constexpr double horizon = 4;
  Agreement agreement(by_kind({part("place", PartKind::translation, "m", 0, 1)}), quad(horizon));
  agreement.add(quad(horizon), on_a_line(q, v), on_a_line(0, unknown));
  return agreement.digits(quad(horizon));
}

// This fails if a motion at rest is lost because its velocities are only rounding noise.
TEST(AgreementOfIntegrations, VelocitiesOfWhatRestsAreSizedByPlaceAndHorizon) {
  EXPECT_NEAR(digits_of(2, 1e-18, 1e-18), -std::log10(1e-18 / (2. / 4)), 1e-9);
  EXPECT_NEAR(digits_of(2, 1e-12, 1e-14), 2, 1e-9);
  EXPECT_EQ(digits_of(2, 1e-12, 1e-11), 0);
}

}  // namespace
}  // namespace plumb
