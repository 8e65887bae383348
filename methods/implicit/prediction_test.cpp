#include "methods/implicit/prediction.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// Eq. (14) of zhang2022 has m_0, n_0, n_1 for the ratio of the steps; offsets are in units of the next step.
TEST(RatePrediction, IsEquation14OfZhang2022) {
  for (const quad& alpha : {quad(1), quad(1) / 3, quad(-2), quad(5) / 2}) {
    const RatePrediction<quad> p({-1, -1 - 1 / alpha});
    const auto near = [](const quad& x, const quad& y) { return abs(x - y) <= quad(1e-30) * (1 + abs(y)); };
    EXPECT_TRUE(near(p.m[0], -6 * alpha * alpha * (1 + alpha))) << alpha;
    EXPECT_TRUE(near(p.m[1], 6 * alpha * alpha * (1 + alpha))) << alpha;
    EXPECT_TRUE(near(p.n[0], (1 + alpha) * (1 + 3 * alpha))) << alpha;
    EXPECT_TRUE(near(p.n[1], alpha * (2 + 3 * alpha))) << alpha;
  }
}

// The largest error in the derivatives of 1, t, ..., t^degree at t = 0.
quad defect(const RatePrediction<quad>& p, const std::vector<quad>& offsets, int degree) {
  quad largest = 0;
  for (int k = 0; k <= degree; ++k) {
    quad rate = k == 1 ? -1 : 0;
    for (int i = 0; i < p.points(); ++i) {
      const quad x = offsets[static_cast<std::size_t>(i)];
      rate += p.m[i] * pow(x, k) + (k == 0 ? quad(0) : p.n[i] * k * pow(x, k - 1));
    }
    largest = std::max(largest, quad(abs(rate)));
  }
  return largest;
}

TEST(RatePrediction, IsExactForPolynomialsUpToItsOrderAndNoFurther) {
  const std::vector<quad> offsets = {quad("-0.7"), quad("0.4"), quad("-1.3")};
  for (std::size_t n = 1; n <= 3; ++n) {
    const std::vector<quad> points(offsets.begin(), offsets.begin() + static_cast<std::ptrdiff_t>(n));
    const RatePrediction<quad> p(points);
    EXPECT_LT(defect(p, points, static_cast<int>(2 * n - 1)), 1e-29) << n;
    EXPECT_GT(defect(p, points, static_cast<int>(2 * n)), 1e-3) << n;
  }
}

// The fourth-order formula as printed in eqs. (17a)-(17g).
struct Printed {
  quad m0, m1, m2, n0, n1, n2;
};

Printed printed(const quad& a, const quad& b) {
  const quad aa = a * a, aaa = aa * a, bb = b * b, bbb = bb * b;
  Printed p;
  p.m0 = -2 * aa * (1 + a) / pow(a + b, 3) *
         (5 * aaa * bb + 8 * aaa * b + 10 * aa * bbb + 3 * aaa + 25 * aa * bb + 13 * aa * b + 20 * a * bbb +
          20 * a * bb + 10 * bbb);
  p.m1 = 2 * (1 + a) / a *
         (5 * aaa * bb + 8 * aaa * b + 3 * aaa - 5 * aa * bbb + aa * bb + 4 * aa * b - 7 * a * bbb - a * bb - 2 * bbb);
  p.m2 = -p.m0 - p.m1;
  p.n0 = (1 + a) / pow(a + b, 2) *
         (5 * aaa * bb + 8 * aaa * b + 3 * aaa + 11 * aa * bb + 10 * aa * b + aa + 7 * a * bb + 2 * a * b + bb);
  p.n1 = 1 / a *
         (5 * aaa * bb + 8 * aaa * b + 3 * aaa + 12 * aa * bb + 12 * aa * b + 2 * aa + 9 * a * bb + 4 * a * b + 2 * bb);
  p.n2 = bbb * (1 + a) / (a * pow(a + b, 2)) * (2 * a + 2 * b + 7 * a * b + 5 * aa * b + 4 * aa);
  return p;
}

TEST(RatePrediction, Equation17OfZhang2022HoldsAsPrintedInTheseWeights) {
  const quad a = quad(1) / 3, b = quad(5) / 2;  // alpha_1, alpha_2
  const RatePrediction<quad> p({-1, -1 - 1 / a, -1 - 1 / a - 1 / b});
  const auto x = printed(a, b);
  const auto ratio = [](const quad& ours, const quad& theirs) { return static_cast<double>(theirs / ours); };
  EXPECT_NEAR(ratio(p.m[0], x.m0), 1, 1e-14);
  EXPECT_NEAR(ratio(p.m[1], x.m1), 1, 1e-14);
  EXPECT_NEAR(ratio(p.m[2], x.m2), 1, 1e-14);
  EXPECT_NEAR(ratio(p.n[0], x.n0), 1, 1e-14);
  EXPECT_NEAR(ratio(p.n[1], x.n1), 1, 1e-14);
  EXPECT_NEAR(ratio(p.n[2], x.n2), 1, 1e-14);
}

}  // namespace
}  // namespace plumb
