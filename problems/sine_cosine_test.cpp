#include "problems/sine_cosine.hpp"

#include <gtest/gtest.h>

#include <random>

#include "numerics/scalar.hpp"

namespace plumb {
namespace {

// Fails if a bit of π/2 is wrong, if quadrants are confused, or if large angles, as in a rotating pendulum, are
// inaccurate.
TEST(SineCosine, OfLongDoubleAreThoseOfQuadToTwoRoundings) {
  std::mt19937_64 random(3);
  for (const long double size : {1e-6L, 1.L, 10.L, 1e4L, 1e6L, 1e9L}) {
    std::uniform_real_distribution<long double> angle(-size, size);
    for (int i = 0; i < 2000; ++i) {
      const long double x = angle(random);
      constexpr long double rounding = std::numeric_limits<long double>::epsilon();
      EXPECT_LE(abs(sine_of(x) - sin(quad(x))), rounding) << static_cast<double>(x);
      EXPECT_LE(abs(cosine_of(x) - cos(quad(x))), rounding) << static_cast<double>(x);
      SineCosine<long double> both;
      EXPECT_EQ(both.at(x).sine, sine_of(x));
      EXPECT_EQ(both.at(x).cosine, cosine_of(x));
    }
  }
}

// If a sine is nearly zero, it equals the remainder of the range reduction, which must be accurate to all digits.
TEST(SineCosine, OfLongDoubleNearMultiplesOfHalfPi) {
  for (int k = 1; k < 1000; ++k) {
    const auto x = static_cast<long double>(k * std::numbers::pi_v<quad> / 2);
    const quad exact = k % 2 ? cos(quad(x)) : sin(quad(x));
    EXPECT_LE(abs((k % 2 ? cosine_of(x) : sine_of(x)) - exact), abs(exact) * quad("1e-17")) << k;
  }
}

TEST(SineCosine, OfWhatIsNoNumber) {
  EXPECT_TRUE(std::isnan(sine_of(std::numeric_limits<long double>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(cosine_of(std::numeric_limits<long double>::infinity())));
}

}  // namespace
}  // namespace plumb
