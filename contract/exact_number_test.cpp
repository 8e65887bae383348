#include "contract/exact_number.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "contract/exact_rational.hpp"
#include "contract/testing/processor_time.hpp"
#include "numerics/scalar.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// The error of `value` in units of the last place. If `exact` is a rounded decimal, it contributes half a unit.
double ulps(const quad& value, const quad& exact) {
  return static_cast<double>(abs(value - exact) / (abs(exact) * std::numeric_limits<quad>::epsilon()));
}

TEST(ExactNumber, FractionsAreRoundedOnceInEveryPrecision) {
  EXPECT_EQ(number_from_text<double>("4/3"), 4.0 / 3.0);
  EXPECT_EQ(number_from_text<long double>("4/3"), 4.0L / 3.0L);
  EXPECT_EQ(number_from_text<quad>("4/3"), quad("1.33333333333333333333333333333333333333333333333333"));
  EXPECT_GT(abs(number_from_text<quad>("4/3") - quad(4.0 / 3.0)), quad(1e-17));
  EXPECT_GT(abs(number_from_text<quad>("4/3") - quad(4.0L / 3.0L)), quad(1e-20));
}

TEST(ExactNumber, PiHasAllDigitsOfItsPrecision) {
  EXPECT_EQ(number_from_text<double>("pi"), std::numbers::pi);
  EXPECT_EQ(number_from_text<long double>("pi/6"), std::numbers::pi_v<long double> / 6);
  EXPECT_LE(ulps(number_from_text<quad>("pi/6"), quad("0.523598775598298873077107230546583814032861566562517636829")),
            1);
  EXPECT_LE(ulps(number_from_text<quad>("4pi"), quad("12.5663706143591729538505735331180115367886775975004232838998")),
            1);
  EXPECT_EQ(number_from_text<double>("-pi/2"), -std::numbers::pi / 2);
  EXPECT_EQ(number_from_text<double>("1.5pi"), 1.5 * std::numbers::pi);
}

TEST(ExactNumber, DecimalsAreNotReadThroughDouble) {
  EXPECT_EQ(number_from_text<double>("9.81"), 9.81);
  EXPECT_EQ(number_from_text<long double>("9.81"), 9.81L);
  EXPECT_NE(number_from_text<long double>("9.81"), static_cast<long double>(9.81));
  EXPECT_LE(ulps(number_from_text<quad>("9.81"), quad(981) / 100), 1);
  EXPECT_EQ(number_from_text<double>("-1.5e-3"), -1.5e-3);
  EXPECT_EQ(number_from_text<double>("+2"), 2);
  EXPECT_EQ(number_from_text<long double>("+0.1"), 0.1L);
}

// Decimals are not evaluated in 50 digits like expressions, but must give the same values.
TEST(ExactNumber, DecimalsAreThoseOfTheSameExpression) {
  for (const std::string text :
       {"0", "7", "-7", "-1", "2047", "123456789012345", "-99999999999999", "1234567890123456", "0.1", "-9.81", ".5",
        "2.", "1.5e+1", "-1.5e-3", "0.30000000000000004", "0.1000000000000000055511151231257827021181583404541015625",
        "-0.0", "1e300", "-1e-300"}) {
    const auto as_expression = "(" + text + ")";
    EXPECT_EQ(number_from_text<double>(text), number_from_text<double>(as_expression)) << text;
    EXPECT_EQ(number_from_text<long double>(text), number_from_text<long double>(as_expression)) << text;
    EXPECT_EQ(number_from_text<quad>(text), number_from_text<quad>(as_expression)) << text;
    EXPECT_EQ(number_from_text<quad>(text), quad(text)) << text;
  }
  EXPECT_TRUE(std::signbit(number_from_text<double>("-0")));
  EXPECT_EQ(number_from_text<double>("007"), 7);
}

TEST(ExactNumber, RefusesWhatIsNoFiniteNumber) {
  for (const char* text : {"", "+", "-", "abc", "1.2.3", "1e", "0x10", "1 2", "1/4pi", "nan", "inf", "-inf", "1/", "/2",
                           "--pi", "1e400", "pie", "(1", "sqrt(-1)"})
    EXPECT_THAT([=] { number_from_text<double>(text); },
                ThrowsMessage<std::invalid_argument>(HasSubstr("is not a number (write 0.25, 1e-3, 1/4 or pi/6)")))
        << "'" << text << "'";
  EXPECT_THAT([] { number_from_text<quad>("pi/0"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("'pi/0' divides by zero")));
}

// This fails for exponents that overflow an integer of a library, for exact arithmetic on very long texts, and for
// infinite quotients.
TEST(ExactNumber, RefusesWhatNoLibraryShouldRead) {
  const auto why = [](const std::string& text) -> std::string {
    try {
      number_from_text<quad>(text);
      return "accepted";
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  };
  EXPECT_THAT(why("0e9223372036854775808"), HasSubstr("is not a number"));
  EXPECT_THAT(why("0e-9223372036854775809"), HasSubstr("is not a number"));
  EXPECT_EQ(why("0e-000000000000000012"), "accepted");
  EXPECT_THAT(why(std::string(51, '(') + "1" + std::string(51, ')')), HasSubstr("too many parentheses"));
  EXPECT_THAT(why("(((1e300^999)^999)^999)^999"), HasSubstr("too large or too small"));
  EXPECT_EQ(why("0." + std::string(998, '1')), "accepted");
  EXPECT_THAT(why("0." + std::string(999, '1')), HasSubstr("too long for a number: at most 1000 characters"));
  EXPECT_EQ(why("1e300/1e-300"), "'1e300/1e-300' is too large or too small");
  EXPECT_EQ(why("1e308pi"), "'1e308pi' is too large or too small");
  EXPECT_LT(why(std::string(200'000, 'x')).size(), 200u);
}

// These bits must not change: they are the bits of the quotient of rounded operands, in which pi/6 and 0.1/0.3
// may differ from the value rounded once.
TEST(ExactNumber, AQuotientIsComputedInThePrecisionItself) {
  const auto expect_bits = [](auto zero) {
    using T = decltype(zero);
    const T pi = std::numbers::pi_v<T>;
    for (int n = 1; n < 700; ++n) {
      const auto d = std::to_string(n);
      EXPECT_EQ(number_from_text<T>("pi/" + d), pi / n) << d;
      EXPECT_EQ(number_from_text<T>(d + "pi"), T(n) * pi) << d;
      EXPECT_EQ(number_from_text<T>("-" + d + "pi/7"), T(-n) * pi / 7) << d;
      EXPECT_EQ(number_from_text<T>("0.1/0." + d), number_from_text<T>("0.1") / number_from_text<T>("0." + d)) << d;
    }
  };
  expect_bits(0.);
  expect_bits(0.L);
  expect_bits(quad(0));
}

TEST(ExactNumber, WordsForTheSameNumberHaveTheSameBits) {
  for (const char* text :
       {"4pi", "4*pi", "pi*4", "8pi/2", " 4 * pi ", "+4pi", "4.0pi", "4d0*pi", "2^2*pi", "sqrt(16)*pi"})
    EXPECT_EQ(number_from_text<quad>(text), number_from_text<quad>("4pi")) << text;
  EXPECT_EQ(number_from_text<double>("1.5d+1"), 15);
  EXPECT_EQ(number_from_text<double>("-1.5D-1"), -0.15);
  EXPECT_EQ(number_from_text<double>("1/2/4"), 0.125);
  EXPECT_EQ(ExactNumber("2*pi").text(), "2*pi");
}

TEST(ExactNumber, RefusalsSayWhere) {
  EXPECT_THAT([] { number_from_text<double>("2*(pi"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("position 6: expected ')'")));
  EXPECT_THAT([] { ExactNumber("0,6"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("decimal commas are not allowed")));
}

// This fails if exact arithmetic takes seconds for a text of twenty characters.
TEST(ExactNumber, LargeRationalsAreGivenUpEarly) {
  const auto begin = processor_seconds();
  for (int i = 0; i < 20; ++i)
    for (const char* text : {"1.000001^999", "1.0000000000001^999", "(1.000001^99)^999", "(1 + 1e-99)^999"})
      EXPECT_FALSE(ExactNumber(text).rational()) << text;
  EXPECT_LT(processor_seconds() - begin, 10);
}

TEST(ExactNumber, KnowsItsRationalAndPowerOfPi) {
  const auto of = [](const char* text) {
    const auto known = ExactNumber(text).rational();
    return known ? known->value.str() + " pi^" + std::to_string(known->pi_power) : "none";
  };
  EXPECT_EQ(of("0.1"), "1/10 pi^0");
  EXPECT_EQ(of("010"), "10 pi^0");
  EXPECT_EQ(of("-1.5d+1"), "-15 pi^0");
  EXPECT_EQ(of("4pi/3"), "4/3 pi^1");
  EXPECT_EQ(of("(1/2 + 0.25)*pi/pi"), "3/4 pi^0");
  EXPECT_EQ(of("pi - pi/3"), "2/3 pi^1");
  EXPECT_EQ(of("0 + 2*pi^2"), "2 pi^2");
  EXPECT_EQ(of("sqrt(4/9)"), "2/3 pi^0");
  EXPECT_EQ(of("sqrt(2)"), "none");
  EXPECT_EQ(of("1 + pi"), "none");
  EXPECT_EQ(of("(2/3)^5"), "32/243 pi^0");
  EXPECT_EQ(of("(-2/3)^-3"), "-27/8 pi^0");
  EXPECT_EQ(of("(pi/3)^3"), "1/27 pi^3");
  EXPECT_EQ(of("7^0"), "1 pi^0");
  EXPECT_EQ(of("2^1000/2^998"), "4 pi^0");
  EXPECT_EQ(of("(1e300^900*1e-300^900)"), "none");  // intermediate results have hundreds of thousands of digits
}

}  // namespace
}  // namespace plumb
