#include "contract/expression.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>

#include "contract/parameters.hpp"
#include "numerics/long_number.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr bool close(double x, double exact) { return x - exact < 1e-15 && exact - x < 1e-15; }

static_assert(expression_value<double>("1/3") == 1. / 3);
static_assert(expression_value<double>("-0.125 + 2*(3 - 1)") == 3.875);
static_assert(expression_value<double>("1e-3") == 1e-3 && expression_value<double>("2.5E+2") == 250);
static_assert(close(expression_value<double>("(88 - 7*sqrt(6))/360"), 0.19681547722366041));
static_assert(expression_value<double>("sqrt(0)") == 0 && close(expression_value<double>("sqrt(1/4)"), 0.5));
static_assert(close(expression_value<double>("pi/4"), 0.78539816339744831));
static_assert(close(expression_value<double>("0.25pi"), 0.78539816339744831));
static_assert(expression_value<double>("2.5d-1 + 2^-2") == 0.5);

TEST(Expression, IsRoundedOnceInEveryPrecision) {
  EXPECT_EQ(expression_value<double>("2 - sqrt(2)"), static_cast<double>(2 - sqrt(quad(2))));
  EXPECT_EQ(expression_value<long double>("2 - sqrt(2)"), static_cast<long double>(2 - sqrt(quad(2))));
  EXPECT_EQ(expression_value<quad>("sqrt(2)/1000 - 1/3"),
            quad("-0.33191911977096023828453164460912363525476366145795638"));
  EXPECT_LT(abs(expression_value<Digits50>("sqrt(6)*sqrt(6)/6 - 1")), Digits50("1e-49"));
  EXPECT_EQ(expression_value<quad>("pi"), std::numbers::pi_v<quad>);
}

TEST(Expression, NumbersAndRatiosHaveTheBitsOfParameters) {
  for (const std::string text :
       {"9.81", "0.1", "1e-3", "-7.5", "+2", "5.26001519587677318785587544488e-2", "9007199254740993"}) {
    EXPECT_EQ(expression_value<double>(text), number_from_text<double>(text)) << text;
    EXPECT_EQ(expression_value<long double>(text), number_from_text<long double>(text)) << text;
    EXPECT_EQ(expression_value<quad>(text), number_from_text<quad>(text)) << text;
  }
  for (int n = 1; n < 40; ++n)
    for (int d = 1; d < 400; ++d) {
      const auto text = std::to_string(n) + "/" + std::to_string(d);
      EXPECT_EQ(expression_value<double>(text), static_cast<double>(n) / d) << text;
      EXPECT_EQ(expression_value<long double>(text), static_cast<long double>(n) / d) << text;
      EXPECT_EQ(expression_value<quad>(text), quad(n) / d) << text;
    }
}

TEST(Expression, OperatorsBindAsInMathematics) {
  EXPECT_EQ(expression_value<double>("1 + 2*3 - 8/4/2"), 6);
  EXPECT_EQ(expression_value<double>("-(1 - 3)*-2"), -4);
  EXPECT_EQ(expression_value<double>(" sqrt( 16 ) "), 4);
  EXPECT_EQ(expression_value<double>(".5*2."), 1);
  EXPECT_EQ(expression_value<double>("-2^2 + 2^-1 + (3/2)^2*4 + 7^0"), 6.5);
  EXPECT_EQ(expression_value<double>("2*3^2"), 18);
}

// Values of parameters, which are inserted in formulas of coefficients, have the same grammar.
TEST(Expression, HasTheWordsOfParameters) {
  EXPECT_EQ(expression_value<double>("1.5d+1 - 1.5D1 + 2E0"), 2);
  EXPECT_EQ(expression_value<double>("4pi/3"), number_from_text<double>("4*pi/3"));
  EXPECT_EQ(expression_value<quad>("1-(0.1pi)"), expression_value<quad>("1 - pi/10"));
  EXPECT_EQ(expression_value<double>("1/(4pi)"), expression_value<double>("1/4/pi"));
}

std::string refusal(std::string_view text) {
  try {
    return "accepted: " + std::to_string(expression_value<double>(text));
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

TEST(Expression, RefusalsSayWhereAndWhatIsAllowed) {
  EXPECT_EQ(refusal("1/0"),
            "'1/0', position 3: division by zero; allowed are numbers, pi, sqrt(...), ( ) and + - * / ^");
  const std::pair<const char*, const char*> mistakes[] = {{"", "position 1: expected a number"},
                                                          {"1 +", "position 4: expected a number"},
                                                          {"2 3", "position 3: expected an operator"},
                                                          {"sqrt 2", "position 6: expected '(' after sqrt"},
                                                          {"(1", "position 3: expected ')'"},
                                                          {"1)", "position 2: expected an operator"},
                                                          {"1 - sqrt(-1)", "position 5: square root of"},
                                                          {"1/(2-2)", "position 3: division by zero"},
                                                          {"--1", "position 2: expected a number"},
                                                          {"cos(1)", "position 1: expected a number"},
                                                          {"1e400", "position 1: a number too large"},
                                                          {"4pie", "position 4: expected an operator"},
                                                          {"1/4pi", "position 3: write /(2*pi) or /2*pi, not /2pi"},
                                                          {"4pi^2", "position 1: write (2*pi)^2 or 2*pi^2"},
                                                          {"2^pi", "position 3: expected a whole number after ^"},
                                                          {"2^1001", "position 3: a power above 1000"},
                                                          {"(1-1)^-1", "position 1: division by zero"},
                                                          {"1d", "position 2: expected an operator"},
                                                          {"0x10", "position 2: expected an operator"},
                                                          {"nan", "position 1: expected a number"},
                                                          {"1e300*1e300", "position 1: the value is too"},
                                                          {".", "position 1: expected a number"}};
  for (const auto& [text, message] : mistakes)
    EXPECT_THAT(refusal(text), AllOf(HasSubstr(message), HasSubstr("allowed are"))) << text;
  EXPECT_THAT(refusal(std::string(100000, '(')), HasSubstr("too many parentheses"));
}

// This fails if a message quotes megabytes, or if its excerpt does not contain the mistake.
TEST(Expression, RefusalsEchoAnExcerpt) {
  std::string far(200'000, ' ');
  far.replace(100'000, 5, "1 + x");
  const auto message = refusal(far);
  EXPECT_THAT(message, AllOf(HasSubstr("1 + x"), HasSubstr("position 100005: expected a number")));
  EXPECT_LT(message.size(), 250u);
  EXPECT_THAT(refusal("0e9223372036854775808"), HasSubstr("position 1: a number too large, too small or too long"));
  EXPECT_THAT(refusal(std::string(1001, '1')), HasSubstr("position 1: a number too large, too small or too long"));
}

TEST(Expression, OnlyLongDecimalsAreRounded) {
  EXPECT_EQ(expression_digits("(88 - 7*sqrt(6))/360"), 50);
  EXPECT_EQ(expression_digits("19372/6561 + 0.25"), 50);
  EXPECT_EQ(expression_digits("12345678901234567890/3"), 50);
  EXPECT_EQ(expression_digits("1/3 - 0.0333333333333333333333"), 21);
}

}  // namespace
}  // namespace plumb
