#include "numerics/real_eigen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace plumb {
namespace {

using Eigen::Index;

// The largest entry of A x − λ x, for eigenvectors of unit length, relative to the largest entry of A.
quad residual(const Mat<quad>& a, const RealEigen& found) {
  quad worst = 0;
  for (Index j = 0; j < a.cols(); ++j) {
    const quad p = found.values[j].real(), q = found.values[j].imag();
    const Vec<quad> x = found.vectors.col(j);
    Vec<quad> off = a * x - p * x;
    quad length = x.norm();
    if (q != quad(0)) {
      const Vec<quad> y = found.vectors.col(j + 1);
      const Vec<quad> imaginary = a * y - p * y - q * x;
      off += q * y;
      off = (off.cwiseAbs() + imaginary.cwiseAbs()).eval();
      length += y.norm();
      ++j;
    }
    worst = std::max<quad>(worst, off.cwiseAbs().maxCoeff() / length);
  }
  return worst / a.cwiseAbs().maxCoeff();
}

TEST(RealEigen, SolvesItsEquationToRounding) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-1, 1);
  for (Index n = 1; n <= 16; ++n)
    for (const bool symmetric : {false, true}) {
      Mat<quad> a(n, n);
      for (Index k = 0; k < a.size(); ++k) a.data()[k] = quad(anywhere(random));
      if (symmetric) a = (a + a.transpose()).eval();
      const auto found = real_eigen(a, true);
      ASSERT_TRUE(found.found);
      EXPECT_LE(residual(a, found), 100 * unit_roundoff<quad>()) << n;
      EXPECT_EQ(real_eigen(a, false).values, found.values);
    }
}

// All shifts of Francis are 0 for this matrix, so without an exceptional shift the QR iteration does not converge.
TEST(RealEigen, FindsTheRootsOfUnity) {
  for (const Index n : {3, 4, 8, 13}) {
    Mat<quad> cycle = zeros<Mat<quad>>(n, n);
    for (Index i = 0; i < n; ++i) cycle(i, (i + 1) % n) = quad(1);
    const auto found = real_eigen(cycle, true);
    ASSERT_TRUE(found.found);
    EXPECT_LE(residual(cycle, found), 100 * unit_roundoff<quad>()) << n;
    for (const auto& value : found.values)
      EXPECT_LE(abs(value.real() * value.real() + value.imag() * value.imag() - 1), 100 * unit_roundoff<quad>()) << n;
    EXPECT_FALSE(real_eigen(cycle, false, 0).found);
  }
}

TEST(RealEigen, KeepsWhatIsTriangularOrZero) {
  Mat<quad> a = zeros<Mat<quad>>(3, 3);
  EXPECT_EQ(real_eigen(a, true).vectors, identity<Mat<quad>>(3));
  a(0, 0) = quad(2);
  a(1, 1) = quad(3);
  a(2, 2) = quad(-1);
  a(0, 2) = quad(7);
  const auto found = real_eigen(a, true);
  EXPECT_EQ(found.values.real(), a.diagonal());
  EXPECT_LE(residual(a, found), unit_roundoff<quad>());
  a(1, 0) = std::numeric_limits<quad>::quiet_NaN();
  EXPECT_FALSE(real_eigen(a, true).found);
}

}  // namespace
}  // namespace plumb
