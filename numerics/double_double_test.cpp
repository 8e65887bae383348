// double_double is compared with numbers of 50 digits, for arguments with random bits in both doubles.

#include "numerics/double_double.hpp"

#include <gtest/gtest.h>

#include <random>

#include "numerics/long_number.hpp"

namespace plumb {
namespace {

constexpr double u2 = 0x1p-106;

Digits50 wide(const double_double& x) { return Digits50(x.high()) + Digits50(x.low()); }

/// Returns the error relative to the exact value, in u².
double error(const double_double& x, const Digits50& exact) {
  if (exact == 0) return x == 0 ? 0 : std::numeric_limits<double>::infinity();
  return static_cast<double>(abs((wide(x) - exact) / exact)) / u2;
}

class DoubleDoubleArguments : public testing::Test {
 protected:
  std::mt19937_64 random{1};

  /// Returns a random number of about 107 bits in (-size, size).
  double_double argument(double size = 3) {
    std::uniform_real_distribution<double> part(-1, 1);
    const double high = size * part(random);
    return double_double(high) + 0x1p-53 * high * part(random);
  }
};

// This fails if a term of a sum or of a product is left out.
TEST_F(DoubleDoubleArguments, OperatorsKeepTheirBounds) {
  for (int i = 0; i < 20'000; ++i) {
    const double_double x = argument(), y = i % 3 == 0 ? -x + argument(1e-12) : argument();
    const Digits50 a = wide(x), b = wide(y);
    EXPECT_LE(error(x + y, a + b), 3);
    EXPECT_LE(error(x - y, a - b), 3);
    EXPECT_LE(error(x * y, a * b), 7);
    EXPECT_LE(error(x / y, a / b), 15);
    EXPECT_LE(error(x + y.high(), a + y.high()), 2);
    EXPECT_LE(error(y.high() - x, y.high() - a), 2);
    EXPECT_LE(error(x * y.high(), a * y.high()), 3);
    EXPECT_LE(error(3 * x / 7, 3 * a / 7), 18);
    EXPECT_LE(error(sqrt(abs(x)), sqrt(abs(a))), 4);
    EXPECT_EQ(x < y, a < b);
    EXPECT_EQ(x >= y, a >= b);
    EXPECT_EQ(abs(x), x < 0 ? -x : x);
  }
}

TEST_F(DoubleDoubleArguments, ConversionsAreExactWhereTheyCanBe) {
  for (int i = 0; i < 2000; ++i) {
    const double_double x = argument();
    EXPECT_LE(abs(Digits50(static_cast<quad>(x)) - wide(x)), abs(wide(x)) * 0x1p-113);
    EXPECT_EQ(static_cast<double>(x), x.high());
    const double_double within = x.high() * (1 + double_double(0x1p-60));  // within 113 bits
    EXPECT_EQ(Digits50(static_cast<quad>(within)), wide(within));
    EXPECT_EQ(double_double(static_cast<quad>(within)), within);
  }
  const long long many = (1LL << 62) + 1;
  EXPECT_EQ(wide(double_double(many)), Digits50(many));
  EXPECT_EQ(wide(double_double(1 / 3.L)), Digits50(1 / 3.L));
  EXPECT_LE(error(double_double(quad(1) / 3), Digits50(quad(1) / 3)), 1);
}

// This fails if an argument reduction, a table or a series has too few digits.
TEST_F(DoubleDoubleArguments, FunctionsHaveAllDigits) {
  for (int i = 0; i < 300; ++i)
    for (const double size : {1e-6, 0.1, 1., 10., 1e6}) {
      const double_double x = argument(size), p = abs(x), part = argument(1);
      const Digits50 a = wide(x), b = wide(p), c = wide(part);
      EXPECT_LE(error(sin(x), sin(a)), 4) << x.high();
      EXPECT_LE(error(cos(x), cos(a)), 4) << x.high();
      EXPECT_LE(error(tan(x), tan(a)), 24) << x.high();
      EXPECT_LE(error(atan(x), atan(a)), 6) << x.high();
      EXPECT_LE(error(atan2(x, part), atan2(a, c)), 6) << x.high();
      EXPECT_LE(error(asin(part), asin(c)), 12) << part.high();
      EXPECT_LE(error(acos(part), acos(c)), 12) << part.high();
      EXPECT_LE(error(log(p), log(b)), 12) << p.high();
      EXPECT_EQ(wide(floor(x)), floor(a)) << x.high();
    }
}

// A cached sine of one angle is never returned for another angle, however close they are.
TEST_F(DoubleDoubleArguments, SinesOfSeveralAnglesAreNotMistaken) {
  std::vector<double_double> angles;
  for (int i = 0; i < 3; ++i) {
    angles.push_back(argument(1));
    angles.push_back(angles.back() + std::abs(angles.back().high()) * 1e-24);
  }
  for (int round = 0; round < 3; ++round)
    for (const auto& x : angles) {
      EXPECT_LE(error(sin(x), sin(wide(x))), 4) << x.high();
      EXPECT_LE(error(cos(x), cos(wide(x))), 4) << x.high();
    }
}

TEST_F(DoubleDoubleArguments, ExponentialsHaveAllDigits) {
  const Digits50 e = pow(Digits50(10), 1 / log(Digits50(10)));
  for (int i = 0; i < 300; ++i)
    for (const double size : {1e-6, 0.1, 1., 10., 300.}) {
      const double_double x = argument(size), p = abs(argument(size));
      const Digits50 grown = pow(e, wide(x));
      EXPECT_LE(error(exp(x), grown), 12) << x.high();
      EXPECT_LE(error(sinh(x), (grown - 1 / grown) / 2), 24) << x.high();
      EXPECT_LE(error(cosh(x), (grown + 1 / grown) / 2), 24) << x.high();
      EXPECT_LE(error(tanh(x), 1 - 2 / (grown * grown + 1)), 24) << x.high();
      const double_double y = argument(2);
      EXPECT_LE(error(pow(p, y), pow(wide(p), wide(y))), 12 * (1 + std::abs(y.high() * std::log(p.high()))));
    }
}

TEST(DoubleDouble, WhatIsNotFiniteStaysSo) {
  using Limits = std::numeric_limits<double_double>;
  EXPECT_FALSE(isfinite(Limits::infinity() + 1));
  EXPECT_FALSE(isfinite(double_double(1) / double_double(0)));
  EXPECT_FALSE(isfinite(Limits::max() * Limits::max()));
  EXPECT_TRUE(isnan(Limits::quiet_NaN() * 0));
  EXPECT_TRUE(isnan(sin(Limits::infinity())));
  EXPECT_TRUE(isnan(sqrt(double_double(-1))));
  EXPECT_TRUE(isnan(pow(double_double(-2), double_double(0.5))));
  EXPECT_EQ(sqrt(double_double(0)), 0);
  EXPECT_EQ(tanh(double_double(1000)), 1);
  EXPECT_EQ(pow(double_double(-2), double_double(3)) < 0, true);
}

}  // namespace
}  // namespace plumb
