#include "contract/parameters.hpp"

#include <gmock/gmock.h>

#include <array>
#include <numbers>
#include <stdexcept>
#include <string>

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::array<ParameterSpec, 4> specs = {{
    {.name = "beta", .default_value = "1", .unit = "-", .meaning = "blend", .minimum = 0, .maximum = 1.5},
    {.name = "length", .default_value = "4/3", .unit = "m", .meaning = "of the rod", .minimum = 0},
    {.name = "theta0", .default_value = "pi/6", .unit = "rad", .meaning = "initial angle"},
    {.name = "nodes", .default_value = "chebyshev", .unit = "-", .meaning = "family", .choices = "chebyshev|legendre"},
}};

std::invalid_argument refusal(const std::map<std::string, std::string>& given) {
  try {
    const Parameters accepted(specs, given);
    return std::invalid_argument("accepted: " + accepted.canonical());
  } catch (const std::invalid_argument& e) {
    return e;
  }
}

// Distance in units of the last place; an `exact` given in decimals has half a unit of its own.
double ulps(const quad& value, const quad& exact) {
  return static_cast<double>(abs(value - exact) / (abs(exact) * std::numeric_limits<quad>::epsilon()));
}

TEST(NumberFromText, FractionsAreRoundedOnceInEveryPrecision) {
  EXPECT_EQ(number_from_text<double>("4/3"), 4.0 / 3.0);
  EXPECT_EQ(number_from_text<long double>("4/3"), 4.0L / 3.0L);
  EXPECT_EQ(number_from_text<quad>("4/3"), quad("1.33333333333333333333333333333333333333333333333333"));
  EXPECT_GT(abs(number_from_text<quad>("4/3") - quad(4.0 / 3.0)), quad(1e-17));
  EXPECT_GT(abs(number_from_text<quad>("4/3") - quad(4.0L / 3.0L)), quad(1e-20));
}

TEST(NumberFromText, PiHasAllDigitsOfItsPrecision) {
  EXPECT_EQ(number_from_text<double>("pi"), std::numbers::pi);
  EXPECT_EQ(number_from_text<long double>("pi/6"), std::numbers::pi_v<long double> / 6);
  EXPECT_LE(ulps(number_from_text<quad>("pi/6"), quad("0.523598775598298873077107230546583814032861566562517636829")),
            1);
  EXPECT_LE(ulps(number_from_text<quad>("4pi"), quad("12.5663706143591729538505735331180115367886775975004232838998")),
            1);
  EXPECT_EQ(number_from_text<double>("-pi/2"), -std::numbers::pi / 2);
  EXPECT_EQ(number_from_text<double>("1.5pi"), 1.5 * std::numbers::pi);
}

TEST(NumberFromText, DecimalsAreNotReadThroughDouble) {
  EXPECT_EQ(number_from_text<double>("9.81"), 9.81);
  EXPECT_EQ(number_from_text<long double>("9.81"), 9.81L);
  EXPECT_NE(number_from_text<long double>("9.81"), static_cast<long double>(9.81));
  EXPECT_LE(ulps(number_from_text<quad>("9.81"), quad(981) / 100), 1);
  EXPECT_EQ(number_from_text<double>("-1.5e-3"), -1.5e-3);
  EXPECT_EQ(number_from_text<double>("+2"), 2);
  EXPECT_EQ(number_from_text<long double>("+0.1"), 0.1L);
}

TEST(NumberFromText, RefusesWhatIsNoFiniteNumber) {
  for (const char* text : {"",    "+",   "-",    "abc", "1.2.3", "1e",    "0x10",  " 1",   "1 ",  "1,5",
                           "nan", "inf", "-inf", "1/",  "/2",    "1/2/3", "pi/pi", "--pi", "pie", "2*pi"})
    EXPECT_THAT([=] { number_from_text<double>(text); },
                ThrowsMessage<std::invalid_argument>(HasSubstr("is not a number (write 0.25, 1e-3, 1/4 or pi/6)")))
        << "'" << text << "'";
  EXPECT_THAT([] { number_from_text<quad>("pi/0"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("'pi/0' divides by zero")));
}

// Catches exponents that overflow a library's integer, exact arithmetic on endless texts, and infinite quotients.
TEST(NumberFromText, RefusesWhatNoLibraryShouldRead) {
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
  EXPECT_EQ(why("0." + std::string(998, '1')), "accepted");
  EXPECT_THAT(why("0." + std::string(999, '1')), HasSubstr("too long for a number: at most 1000 characters"));
  EXPECT_EQ(why("1e300/1e-300"), "'1e300/1e-300' is too large");
  EXPECT_EQ(why("1e308pi"), "'1e308pi' is too large");
  EXPECT_LT(why(std::string(200'000, 'x')).size(), 200u);
}

TEST(Parameters, DefaultsAreComplete) {
  const Parameters p(specs, {});
  EXPECT_EQ(p.canonical(), "beta=1,length=4/3,theta0=pi/6,nodes=chebyshev");
  EXPECT_EQ(p.values().size(), specs.size());
  EXPECT_EQ(p.number<long double>("length"), 4.0L / 3.0L);
  EXPECT_TRUE(p.is("nodes", "chebyshev"));
}

TEST(Parameters, CanonicalKeepsTheListsOrderAndTheUsersText) {
  const Parameters p(specs, {{"nodes", "legendre"}, {"beta", "4/5"}});
  EXPECT_EQ(p.canonical(), "beta=4/5,length=4/3,theta0=pi/6,nodes=legendre");
  EXPECT_EQ(p.text("beta"), "4/5");
  EXPECT_EQ(Parameters(std::span<const ParameterSpec>{}, {}).canonical(), "");
}

TEST(Parameters, BoundsAreInclusive) {
  EXPECT_EQ(Parameters(specs, {{"beta", "3/2"}}).number<double>("beta"), 1.5);
  EXPECT_EQ(Parameters(specs, {{"beta", "0"}}).number<double>("beta"), 0);
}

TEST(Parameters, SeveralNumbersMakeOneValue) {
  const std::array<ParameterSpec, 1> pair = {{{.name = "pade",
                                               .default_value = "l-stable",
                                               .unit = "-",
                                               .meaning = "pair",
                                               .choices = "l-stable|a-stable",
                                               .minimum = 0,
                                               .maximum = 5,
                                               .values = 2}}};
  const auto why = [&](const std::string& value) -> std::string {
    try {
      return Parameters(pair, {{"pade", value}}).canonical();
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  };
  EXPECT_EQ(why("1:3"), "pade=1:3");
  EXPECT_EQ(why("a-stable"), "pade=a-stable");
  EXPECT_EQ(why("1:6"), "pade=1:6 is out of range: allowed is 0 to 5");
  EXPECT_EQ(why("1:x"), "pade: 'x' is not a number (write 0.25, 1e-3, 1/4 or pi/6)");
  for (const std::string wrong : {"1", "1:2:3", "b-stable", ""})
    EXPECT_EQ(why(wrong), "pade=" + wrong + ": allowed are 2 numbers with a colon between them, or l-stable|a-stable");
  EXPECT_EQ(why("1:"), "pade: '' is not a number (write 0.25, 1e-3, 1/4 or pi/6)");
}

TEST(Parameters, ANumberMayStandBesideChoices) {
  const std::array<ParameterSpec, 1> angle = {{{.name = "angle",
                                                .default_value = "data",
                                                .unit = "rad",
                                                .meaning = "angle",
                                                .choices = "data",
                                                .or_number = true}}};
  EXPECT_EQ(Parameters(angle, {}).canonical(), "angle=data");
  EXPECT_EQ(Parameters(angle, {{"angle", "-1/4"}}).number<double>("angle"), -0.25);
  try {
    Parameters(angle, {{"angle", "paper"}});
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "angle: 'paper' is not a number (write 0.25, 1e-3, 1/4 or pi/6), nor is it data");
  }
}

// Fails with "1 to 1e+05".
TEST(Parameters, RangesAreReadable) {
  const std::array<ParameterSpec, 1> n = {
      {{.name = "n", .default_value = "8", .unit = "-", .meaning = "links", .minimum = 1, .maximum = 100000}}};
  EXPECT_THAT(
      [&] {
        Parameters(n, {{"n", "0"}});
      },
      ThrowsMessage<std::invalid_argument>("n=0 is out of range: allowed is 1 to 100000"));
}

TEST(Parameters, RefusalsSayWhatIsAllowed) {
  EXPECT_THAT(refusal({{"gamma", "1"}}).what(),
              AllOf(HasSubstr("unknown parameter 'gamma'"), HasSubstr("beta, length, theta0, nodes")));
  EXPECT_STREQ(refusal({{"beta", "1.6"}}).what(), "beta=1.6 is out of range: allowed is 0 to 1.5");
  EXPECT_LT(std::string(refusal({{"nodes", std::string(100'000, 'n')}}).what()).size(), 200u);
  EXPECT_LT(std::string(refusal({{std::string(100'000, 'n'), "1"}}).what()).size(), 200u);
  EXPECT_STREQ(refusal({{"length", "-1/2"}}).what(), "length=-1/2 is out of range: allowed is 0 to inf");
  EXPECT_STREQ(refusal({{"nodes", "gauss"}}).what(), "nodes=gauss: allowed are chebyshev|legendre");
  EXPECT_STREQ(refusal({{"nodes", "chebyshev|legendre"}}).what(),
               "nodes=chebyshev|legendre: allowed are chebyshev|legendre");
  EXPECT_THAT(refusal({{"theta0", "sixty"}}).what(), AllOf(HasSubstr("theta0"), HasSubstr("'sixty' is not a number")));
  EXPECT_THAT(
      [] {
        Parameters({}, {{"rho", "1"}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("unknown parameter 'rho'; it takes none")));
}

}  // namespace
}  // namespace plumb
