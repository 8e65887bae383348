// plumb::quad is compared bit by bit with Boost's type, which wraps the same type, for arguments with 113 random bits.

#include "numerics/quad.hpp"

#include <gtest/gtest.h>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/float128.hpp>
#include <random>
#include <sstream>

namespace plumb {
namespace {

using Boost = boost::multiprecision::float128;

bool same(const quad& x, const Boost& y) {
  const __float128 a = x.value(), b = y.backend().value();
  return a == b || (a != a && b != b);
}
Boost boost_of(const quad& x) { return Boost(x.value()); }

class QuadArguments : public testing::Test {
 protected:
  std::mt19937_64 random{1};

  /// Returns a random number in (-3, 3) whose lower bits, which a double does not have, are random too.
  quad argument() {
    std::uniform_real_distribution<double> part(-3, 3);
    return quad(part(random)) + quad(part(random)) * quad(0x1p-54);
  }
};

// This fails if an operator is exchanged with another one, or computes in double.
TEST_F(QuadArguments, OperatorsGiveTheSameBits) {
  for (int i = 0; i < 2000; ++i) {
    const quad x = argument(), y = argument();
    const Boost a = boost_of(x), b = boost_of(y);
    EXPECT_TRUE(same(x + y, a + b) && same(x - y, a - b) && same(x * y, a * b) && same(x / y, a / b)) << x << " " << y;
    EXPECT_TRUE(same(2 * x, 2 * a) && same(x / 3, a / 3) && same(1 / x, 1 / a) && same(0.1 * x, 0.1 * a)) << x;
    EXPECT_TRUE(same(-x, -a)) << x;
    EXPECT_EQ(x < y, a < b);
    EXPECT_EQ(x >= y, a >= b);
    EXPECT_EQ(static_cast<double>(x), static_cast<double>(a));
    quad z = x;
    Boost c = a;
    z += y;
    c += b;
    z *= x;
    c *= a;
    z -= y;
    c -= b;
    z /= x;
    c /= a;
    EXPECT_TRUE(same(z, c)) << x << " " << y;
  }
}

// This fails if a function calls a wrong function of libquadmath, or passes its arguments in the wrong order.
TEST_F(QuadArguments, FunctionsGiveTheSameBits) {
  for (int i = 0; i < 500; ++i) {
    const quad x = argument(), y = argument(), positive = abs(x);
    const Boost a = boost_of(x), b = boost_of(y), size = abs(a);
    EXPECT_TRUE(same(sin(x), sin(a)) && same(cos(x), cos(a)) && same(tan(x), tan(a))) << x;
    EXPECT_TRUE(same(asin(x / 4), asin(a / 4)) && same(acos(x / 4), acos(a / 4)) && same(atan(x), atan(a))) << x;
    EXPECT_TRUE(same(atan2(x, y), atan2(a, b)) && same(fmod(x, y), fmod(a, b)) && same(copysign(x, y), copysign(a, b)));
    EXPECT_TRUE(same(exp(x), exp(a)) && same(expm1(x), expm1(a)) && same(log1p(positive), log1p(size))) << x;
    EXPECT_TRUE(same(log(positive), log(size)) && same(log10(positive), log10(size)) &&
                same(sqrt(positive), sqrt(size)));
    EXPECT_TRUE(same(sinh(x), sinh(a)) && same(cosh(x), cosh(a)) && same(tanh(x), tanh(a)) && same(cbrt(x), cbrt(a)));
    EXPECT_TRUE(same(floor(x), floor(a)) && same(ceil(x), ceil(a)) && same(trunc(x), trunc(a)) &&
                same(ldexp(x, 7), ldexp(a, 7)));
    EXPECT_TRUE(same(pow(positive, y), pow(size, b)) && same(pow(x, 7), pow(a, 7)) && same(pow(x, -4), pow(a, -4)))
        << x;
    EXPECT_LE(abs(hypot(x, y) - sqrt(x * x + y * y)), 4 * std::numeric_limits<quad>::epsilon() * hypot(x, y));
    EXPECT_LE(abs(pow(quad(2), log2(positive)) - positive), 100 * std::numeric_limits<quad>::epsilon() * positive);
  }
}

TEST(Quad, LimitsAndPiAreThoseOfTheType) {
  using Ours = std::numeric_limits<quad>;
  using Theirs = std::numeric_limits<Boost>;
  EXPECT_TRUE(same(Ours::epsilon(), Theirs::epsilon()) && same(Ours::max(), (Theirs::max)()) &&
              same(Ours::min(), (Theirs::min)()) && same(Ours::infinity(), Theirs::infinity()));
  EXPECT_TRUE(isnan(Ours::quiet_NaN()) && isinf(Ours::infinity()) && !isfinite(Ours::infinity()) && isfinite(quad(1)));
  EXPECT_EQ(Ours::lowest(), -Ours::max());
  EXPECT_EQ(Ours::digits, Theirs::digits);
  EXPECT_TRUE(same(std::numbers::pi_v<quad>, boost::math::constants::pi<Boost>()));
}

TEST(Quad, TextsAreReadWholeAndWrittenInAllDigits) {
  for (const char* text : {"0.1", "-0.0617138900142764496358948458001", "1e-4000", "9.81"}) {
    EXPECT_TRUE(same(quad(text), Boost(text))) << text;
    EXPECT_EQ(quad(text).str(), Boost(text).str()) << text;
    EXPECT_EQ(quad(quad(text).str()), quad(text)) << text;
  }
  EXPECT_EQ(quad("0.1").str(5), "0.1");
  EXPECT_EQ(quad("0.1").str(3, std::ios_base::scientific), "1.000e-01");
  EXPECT_EQ(quad("2e3").str(2, std::ios_base::fixed), "2000.00");
  const auto wide = quad("1e200").str(2, std::ios_base::fixed);  // beyond any buffer of usual numbers
  EXPECT_GT(wide.size(), 200u);
  EXPECT_EQ(quad(wide), quad("1e200"));
  for (const char* text : {"", "1x", "x", "1 2"}) EXPECT_THROW(quad{text}, std::runtime_error) << text;
  std::ostringstream out;
  out.precision(4);
  out << quad("3.14159");
  EXPECT_EQ(out.str(), "3.142");
}

}  // namespace
}  // namespace plumb
