#include "text/number_text.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "contract/parameters.hpp"

namespace plumb {
namespace {

TEST(NormalizedNumber, OneTextPerValue) {
  for (const char* text : {"1e-3", "0.001", "1.0e-3", "+.001", "1E-03", "0.0010", "0.01e-1", "100e-5"})
    EXPECT_EQ(normalized_number(text), "1e-3") << text;
  for (const char* text : {"0", "-0", "0.0", "0e99", "+0.e-7"}) EXPECT_EQ(normalized_number(text), "0") << text;
  EXPECT_EQ(normalized_number("1000.0"), "1000");
  EXPECT_EQ(normalized_number("999999"), "999999");
  EXPECT_EQ(normalized_number("1000000"), "1e6");
  EXPECT_EQ(normalized_number("007"), "7");
  EXPECT_EQ(normalized_number("0.050"), "0.05");
  EXPECT_EQ(normalized_number("1e6"), "1e6");
  EXPECT_EQ(normalized_number("-12.50"), "-12.5");
  EXPECT_EQ(normalized_number("0.12345678901234567890123456789012345"), "0.12345678901234567890123456789012345");
}

TEST(NormalizedNumber, LeavesTheRestAlone) {
  for (const char* text : {"4/3", "4pi", "pi/6", "chebyshev", "", "-", ".", "e5", "1e", "1e+", "1e-+3", "inf", "nan",
                           "0x10", "1e99999999999999999999", "0e9223372036854775808", "1d", "--1", "1.2.3"})
    EXPECT_EQ(normalized_number(text), text);
}

// Newer spellings (Fortran exponents, 2*pi) must become the older normal forms, which must not change.
TEST(NormalizedNumber, WritesTheNewerWordsAsTheOlderOnes) {
  EXPECT_EQ(normalized_number("1.5d+1"), "15");
  EXPECT_EQ(normalized_number("-2.50D-03"), "-2.5e-3");
  EXPECT_EQ(normalized_number("2*pi"), "2pi");
  EXPECT_EQ(normalized_number(" -0.5 * pi / 3 "), "-0.5pi/3");
  for (const char* text : {"0.10pi", "pi/10", "pi*2", "2*pi^2", "2*3*pi", "(1+2)*pi", "sqrt(2)/2"})
    EXPECT_EQ(normalized_number(text), text);
}

TEST(PrintedDigits, AreCountedFromTheFirstThatIsNotZero) {
  const std::tuple<const char*, int, int> texts[] = {{"2.00492e-05", 6, -10},
                                                     {"0.0123", 3, -4},
                                                     {"1.20e-9", 3, -11},
                                                     {"2", 1, 0},
                                                     {"1.000000333333389", 16, -15},
                                                     {"-0.00", 1, -2},
                                                     {"12d1", 2, 1},
                                                     {"5.", 1, 0},
                                                     {"1.50D+2", 3, 0},
                                                     {".25", 2, -2}};
  for (const auto& [text, digits, place] : texts) {
    EXPECT_EQ(printed_digits(text), digits) << text;
    EXPECT_EQ(last_place(text), place) << text;
  }
}

TEST(NormalizedNumber, KeepsTheValueInEveryPrecisionAndIsIdempotent) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    std::string text = std::to_string(random() % 100000) + "." + std::to_string(random()) + "00e" +
                       std::to_string(static_cast<int>(random() % 40) - 20);
    const auto normal = normalized_number(text);
    EXPECT_EQ(number_from_text<double>(normal), number_from_text<double>(text)) << text;
    EXPECT_EQ(normalized_number(normal), normal);
  }
}

TEST(NormalizedParameters, TouchesOnlyTheNumbers) {
  EXPECT_EQ(normalized_parameters("alpha=4/5,beta=1.0,nodes=chebyshev"), "alpha=4/5,beta=1,nodes=chebyshev");
  EXPECT_EQ(normalized_parameters(""), "");
}

TEST(Shortest, ReadsBackAsTheSameBits) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double x = 0;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    const std::string text = shortest(x);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    EXPECT_EQ(back, x) << text;
  }
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1e-3), "1e-3");
  EXPECT_EQ(shortest(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(shortest(std::nan("")), "nan");
  EXPECT_EQ(shortest(-INFINITY), "-inf");
}

TEST(Significant, ShowsAsManyDigitsAsAsked) {
  EXPECT_EQ(significant(0.0123456, 3), "0.0123");
  EXPECT_EQ(significant(1.2e-9, 3), "1.20e-9");
  EXPECT_EQ(significant(1234567.0, 3), "1.23e6");
  EXPECT_EQ(significant(999.6, 3), "1.00e3");
  EXPECT_EQ(significant(99.96, 3), "100");
  EXPECT_EQ(significant(-2.0, 3), "-2.00");
  EXPECT_EQ(significant(0, 3), "0");
  EXPECT_EQ(significant(7, 1), "7");
  EXPECT_EQ(significant(NAN, 3), "nan");
  for (double x : {3.14159e-12, 0.25, 88.0, 5e17})
    for (int n = 1; n <= 17; ++n) EXPECT_NEAR(std::stod(significant(x, n)) / x, 1, 0.5 * std::pow(10., 1 - n) * 1.001);
}

// Fails if a large round bound is written with an exponent, or with additional digits.
TEST(BoundText, IsPlainUpTo1e15) {
  EXPECT_EQ(bound_text(1e5), "100000");
  EXPECT_EQ(bound_text(1e6), "1000000");
  EXPECT_EQ(bound_text(-1e15), "-1000000000000000");
  EXPECT_EQ(bound_text(1e16), "1e16");
  EXPECT_EQ(bound_text(3.14159), "3.14159");
  EXPECT_EQ(bound_text(0.05), "0.05");
  EXPECT_EQ(bound_text(1e-6), "1e-6");
  EXPECT_EQ(bound_text(0), "0");
  EXPECT_EQ(bound_text(INFINITY), "inf");
}

// Fails if a count is written as "1 cells" or "0 cell".
TEST(Counted, HasTheSingularForOneOnly) {
  EXPECT_EQ(counted(0, "cell"), "0 cells");
  EXPECT_EQ(counted(1, "cell"), "1 cell");
  EXPECT_EQ(counted(2, "more changed cell"), "2 more changed cells");
}

}  // namespace
}  // namespace plumb
