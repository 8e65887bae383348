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

std::invalid_argument refusal(const std::map<std::string, std::string>& overrides) {
  try {
    const Parameters accepted(specs, overrides);
    return std::invalid_argument("accepted: " + accepted.canonical());
  } catch (const std::invalid_argument& e) {
    return e;
  }
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

// Therefore the ids of existing runs do not change when a method gets a new parameter without a default.
TEST(Parameters, WithoutADefaultAreNamedWhereTheyAreGiven) {
  const std::array<ParameterSpec, 2> rates = {{
      {.name = "rho", .default_value = "0.6", .unit = "-", .meaning = "radius"},
      {.name = "predicted", .default_value = "", .unit = "-", .meaning = "further", .choices = "rates"},
  }};
  const Parameters without(rates, {});
  EXPECT_EQ(without.canonical(), "rho=0.6");
  EXPECT_EQ(without.text("predicted"), "");
  EXPECT_FALSE(without.is("predicted", "rates"));
  const Parameters with(rates, {{"predicted", "rates"}});
  EXPECT_EQ(with.canonical(), "rho=0.6,predicted=rates");
  EXPECT_TRUE(with.is("predicted", "rates"));
  EXPECT_THAT(
      [&] {
        const Parameters unknown(rates, {{"predicted", "states"}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("predicted=states: allowed are rates")));
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
    EXPECT_EQ(why(wrong), "pade=" + wrong + ": allowed are 2 numbers separated by colons, or l-stable|a-stable");
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

// This fails if a message contains "1 to 1e+05".
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
  EXPECT_STREQ(refusal({{"length", "-1/2"}}).what(), "length=-1/2 is out of range: allowed is 0 or more");
  EXPECT_STREQ(refusal({{"nodes", "gauss"}}).what(), "nodes=gauss: allowed are chebyshev|legendre");
  EXPECT_STREQ(refusal({{"nodes", "chebyshev|legendre"}}).what(),
               "nodes=chebyshev|legendre: allowed are chebyshev|legendre");
  EXPECT_THAT(refusal({{"theta0", "sixty"}}).what(), AllOf(HasSubstr("theta0"), HasSubstr("'sixty' is not a number")));
  EXPECT_THAT(
      [] {
        Parameters({}, {{"rho", "1"}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("unknown parameter 'rho'; it has no parameters")));
}

}  // namespace
}  // namespace plumb
