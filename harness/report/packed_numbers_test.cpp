// Packed columns contain the numbers that were packed, in the shorter form.

#include "harness/report/packed_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace plumb {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

TEST(PackedNumbers, EncodesBytes) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(PackedNumbers, WritesShortNumbersAsDecimals) {
  EXPECT_EQ(packed_numbers(std::vector<double>{1, none, 250}, PackedDigits::all), "[1,null,250]");
  EXPECT_EQ(packed_numbers(std::vector<double>{0.123456789, INFINITY}, PackedDigits::six), "[0.123457,null]");
  EXPECT_EQ(packed_numbers({}, PackedDigits::all), "[]");
}

// 1/3 is 0x3fd5555555555555 as float64, and 0x3eaaaaab as float32.
TEST(PackedNumbers, WritesLongNumbersAsBytes) {
  const std::vector<double> thirds(4, 1. / 3);
  EXPECT_EQ(packed_numbers(thirds, PackedDigits::all), R"({"float64":"VVVVVVVV1T9VVVVVVVXVP1VVVVVVVdU/VVVVVVVV1T8="})");
  const std::vector<double> many(20, 1. / 3);
  EXPECT_TRUE(packed_numbers(many, PackedDigits::six).starts_with(R"({"float32":"q6qqPquqqj6rqq)"));
}

// Fails if an error below the range of float32 becomes 0: the logarithm of 0 is in no picture.
TEST(PackedNumbers, KeepsNumbersBelowTheRangeOfFloat) {
  const std::vector<double> tiny(20, 1.23456e-50);
  EXPECT_TRUE(packed_numbers(tiny, PackedDigits::six).starts_with("[1.23456e-50,"));
}

TEST(PackedNumbers, LeavesOutRowsWithoutNumbers) {
  std::vector<double> few(100, none);
  few[3] = few[4] = 0.5;
  few[70] = 2;
  EXPECT_EQ(packed_numbers(few, PackedDigits::all), R"({"count":100,"blocks":[3,5,70,71],"values":[0.5,0.5,2]})");
}

TEST(PackedNumbers, RoundsToSixDigits) {
  EXPECT_EQ(with_six_digits(0.123456789), 0.123457);
  EXPECT_EQ(with_six_digits(-1234567), -1234570);
  EXPECT_TRUE(std::isnan(with_six_digits(none)));
}

}  // namespace
}  // namespace plumb
