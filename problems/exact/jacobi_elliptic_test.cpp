#include "problems/exact/jacobi_elliptic.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include "numerics/wide.hpp"
#include "problems/exact/chebyshev_integral.hpp"

namespace plumb {
namespace {

using Boost = boost::multiprecision::float128;
const quad tiny = quad("1e-32");

JacobiElliptic with_complement(const quad& complement) {
  return {sqrt((1 - complement) * (1 + complement)), complement};
}

TEST(JacobiElliptic, AgreesWithBoostAwayFromTheSeparatrix) {
  for (const char* k : {"1e-6", "0.1", "0.5", "0.9"})
    for (const char* u : {"-3", "0", "1e-9", "0.3", "1.7", "12.5"}) {
      const quad m(k), x(u);
      const JacobiElliptic elliptic(m, sqrt((1 - m) * (1 + m)));
      Boost cn, dn;
      const Boost sn = boost::math::jacobi_elliptic(widened<Boost>(m), widened<Boost>(x), &cn, &dn);
      const auto value = elliptic.at(x);
      const quad boosts_error = quad("1e-31");
      EXPECT_LE(abs(value.sn - rounded(sn)), boosts_error) << k << " " << u;
      EXPECT_LE(abs(value.cn - rounded(cn)), boosts_error) << k << " " << u;
      EXPECT_LE(abs(value.dn - rounded(dn)), boosts_error) << k << " " << u;
      EXPECT_LE(abs(value.sn * value.sn + value.cn * value.cn - 1), tiny / 10) << k << " " << u;
      EXPECT_LE(abs(value.dn * value.dn + m * m * value.sn * value.sn - 1), tiny / 10) << k << " " << u;
    }
}

// The minimum of dn is k', at u = K; it must be accurate to all digits.
TEST(JacobiElliptic, KeepsItsDigitsNearTheSeparatrix) {
  for (const char* text : {"1e-3", "1e-10", "1e-20", "1e-30"}) {
    const quad complement(text);
    const auto elliptic = with_complement(complement);
    const auto at_quarter = elliptic.at(elliptic.quarter_period());
    EXPECT_LE(abs(at_quarter.dn / complement - 1), tiny) << text;
    EXPECT_LE(abs(elliptic.quarter_period() - log(4 / complement)), complement * 100 + tiny * 10) << text;
    const auto middle = elliptic.at(elliptic.quarter_period() / 2);  // sn = 1/sqrt(1 + k'), dn = sqrt k' (DLMF 22.5)
    EXPECT_LE(abs(middle.sn * sqrt(1 + complement) - 1), tiny) << text;
    EXPECT_LE(abs(middle.dn / sqrt(complement) - 1), tiny * 10) << text;
  }
}

TEST(JacobiElliptic, IsHyperbolicOnTheSeparatrix) {
  const auto value = JacobiElliptic(1, 0).at(2);
  EXPECT_LE(abs(value.sn - tanh(quad(2))), tiny);
  EXPECT_LE(abs(value.dn - 1 / cosh(quad(2))), tiny);
}

TEST(JacobiElliptic, SumsAndAmplitudes) {
  for (const char* k : {"0", "0.3", "0.99"}) {
    const quad m(k);
    const JacobiElliptic elliptic(m, sqrt((1 - m) * (1 + m)));
    const quad u0 = quad("0.8");
    const auto start = elliptic.at(u0);
    for (const char* text : {"-9", "-1", "0", "0.5", "4", "40"}) {
      const quad u(text);
      const auto sum = elliptic.sum(start, elliptic.at(u)), direct = elliptic.at(u0 + u);
      EXPECT_LE(abs(sum.sn - direct.sn) + abs(sum.cn - direct.cn) + abs(sum.dn - direct.dn), 10 * tiny);
      const quad amplitude = elliptic.amplitude_of_sum(start, u);
      EXPECT_LE(abs(rounded(boost::math::ellint_1(widened<Boost>(m), widened<Boost>(amplitude))) - (u0 + u)), 50 * tiny)
          << k << " " << text;
    }
  }
}

TEST(ChebyshevIntegral, ResolvesPeaksAndOscillations) {
  const quad width("1e-3");
  const ChebyshevIntegral integral(
      [&](const quad& t) {
        return ChebyshevIntegral::Pair{1 / ((t - 1) * (t - 1) + width * width), cos(40 * t)};
      },
      3);
  for (const char* text : {"0", "1e-5", "0.5", "0.999", "1.2", "3"}) {
    const quad t(text);
    const auto value = integral.at(t);
    EXPECT_LE(abs(value[0] - (atan((t - 1) / width) + atan(1 / width)) / width), quad("1e-28"));
    EXPECT_LE(abs(value[1] - sin(40 * t) / 40), quad("1e-31"));
  }
}

}  // namespace
}  // namespace plumb
