// The precision of a file's numbers follows from its order conditions. The examples are written in many styles.

#include "methods/coefficients/digits.hpp"

#include <gtest/gtest.h>

#include "methods/coefficients/multistep_formula.hpp"
#include "methods/coefficients/order_trees.hpp"

namespace plumb {
namespace {

int order_as_read(const TableauData& data) { return order_report(data, digits_from_text("")).order; }

// In a table of six decimals every entry has six, including 0.083333. With five decimals only the order conditions show
// the precision.
TEST(DigitsOfAFile, AreThoseOfTheTable) {
  const TableauData sayfy{
      6,
      {"0",        "0",        "0",        "0", "0", "0", "0.500000", "0",         "0",         "0", "0", "0",
       "-1",       "2",        "0",        "0", "0", "0", "0.166667", "0.666667",  "0.166667",  "0", "0", "0",
       "0.137000", "0.226000", "0.137000", "0", "0", "0", "0.452000", "-0.904000", "-0.548000", "0", "2", "0"},
      {"0.166667", "0.333333", "0.083333", "0", "0.333333", "0.083333"},
      {"0", "0.500000", "1", "0.166667+0.666667+0.166667", "0.500000", "1"}};
  EXPECT_EQ(order_as_read(sayfy), 4);
  const TableauData erk4{4,
                         {"0", "0", "0", "0", "0.5", "0", "0", "0", "0", "0.5", "0", "0", "0", "0", "1", "0"},
                         {"0.16667", "0.33333", "0.33333", "0.16667"},
                         {"0", "0.5", "0.5", "1"}};
  EXPECT_EQ(order_as_read(erk4), 4);
}

// Short decimals are exact if they satisfy all order conditions, or if no more conditions hold under the hypothesis
// `table`.
TEST(DigitsOfAFile, OfShortDecimalsAreExact) {
  const TableauData heun{2, {"0", "0", "1", "0"}, {"0.5", "0.5"}, {"0", "1"}},
      damped{2, {"0.125", "0", "0.75", "0.125"}, {"0.5", "0.5"}, {"0.125", "0.875"}};
  for (const auto& data : {heun, damped}) {
    EXPECT_EQ(decided(digits_from_text(""), data).rule, Digits::Rule::exact);
    EXPECT_EQ(order_as_read(data), 2);
  }
}

// γ = 1 − 1/√2 as a convergent of its continued fraction; 17/58 defines a different method.
TEST(DigitsOfAFile, OfLongFractionsAreThoseOfApproximations) {
  const auto sdirk = [](const std::string& gamma) {
    return TableauData{2, {gamma, "0", "1-" + gamma, gamma}, {"1-" + gamma, gamma}, {gamma, "1"}};
  };
  EXPECT_EQ(order_as_read(sdirk("543339720/1855077841")), 2);
  EXPECT_GT(decided(digits_from_text(""), sdirk("543339720/1855077841")).least_denominator, 0);
  EXPECT_EQ(order_as_read(sdirk("17/58")), 1);
}

// Trailing zeros from a format do not count as digits. A number that is far shorter than the others is exact. A double
// among longer numbers is within its last bit.
TEST(DigitsOfAFile, AreThoseBeforeSpareZeros) {
  const std::string zeros(25, '0'), gamma = "0.292893218813452" + zeros, rest = "0.707106781186548" + zeros;
  const TableauData sdirk{2, {gamma, "0", rest, gamma}, {rest, gamma}, {gamma, "1"}};
  EXPECT_EQ(order_as_read(sdirk), 2);
  EXPECT_EQ(decided(digits_from_text(""), sdirk).decimals, 15);
  const Digits table{.rule = Digits::Rule::table, .count = 60, .decimals = 60, .by_own_length = true};
  EXPECT_LT(known("0.0453125", table).within, 1e-90);
  EXPECT_GE(known("0.17392742256872692", table).within, 1.4e-17);
}

// Decimals that round an approximation are no more accurate than the approximation.
TEST(DigitsOfAFile, OfDecimalsBesideApproximationsAreThoseThatTheOrderShows) {
  const std::string fraction = "543339720/1855077841";
  const auto decimals = known(fraction, {.rule = Digits::Rule::exact}).value.str(40, std::ios_base::fixed);
  const TableauData mixed{2, {fraction, "0", "1-" + decimals, decimals}, {"1-" + decimals, fraction}, {fraction, "1"}};
  EXPECT_EQ(order_as_read(mixed), 2);
  const auto found = decided(digits_from_text(""), mixed);
  EXPECT_GE(found.right, 15);
  EXPECT_LE(found.right, 19);
}

// The coefficients of an Adams formula have a common denominator, which their rounded decimals reveal.
TEST(DigitsOfAFile, OfAFormulaAreThoseOfItsFractions) {
  const auto read = [](const MultistepData& data) { return multistep_formula(data, digits_from_text("")); };
  const auto ten_decimals = read({{"1", "-1", "0", "0", "0", "0", "0"},
                                  {"0.3155919312", "1.0765873016", "-0.7682043651", "0.6201058201", "-0.3341765873",
                                   "0.1043650794", "-0.0142691799"}});
  EXPECT_TRUE(ten_decimals.of_fractions);
  EXPECT_EQ(order_of(ten_decimals), 7);
  const auto bdf5 = read(
      {{"1", "-2.189781", "2.189781", "-1.459854", "0.547445", "-0.087591"}, {"0.437956", "0", "0", "0", "0", "0"}});
  EXPECT_EQ(order_of(bdf5), 5);
  EXPECT_LT(bdf5.beta[0].within, 1e-60);
}

// If an order condition is violated slightly, the report contains the order and the residual.
TEST(OrderReport, NamesWhatIsMissingToAHigherOrder) {
  const TableauData midpoint{1, {"1/2"}, {"1 - 1e-13"}, {"1/2"}};
  const auto nearly = order_report(midpoint, digits_from_text("exact")).nearly();
  EXPECT_EQ(nearly.order, 2);
  EXPECT_NEAR(nearly.missing, 1e-13, 1e-16);
}

}  // namespace
}  // namespace plumb
