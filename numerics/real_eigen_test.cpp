#include "numerics/real_eigen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace plumb {
namespace {

using Eigen::Index;

template <class T>
class RealEigenOf : public ::testing::Test {};
using EigenScalars = ::testing::Types<double, long double, quad>;
TYPED_TEST_SUITE(RealEigenOf, EigenScalars);

// The largest entry of A x − λ x, the eigenvectors being of unit length, by the largest of A.
template <class T>
T residual(const Mat<T>& a, const RealEigen<T>& found) {
  T worst = 0;
  for (Index j = 0; j < a.cols(); ++j) {
    const T p = found.values[j].real(), q = found.values[j].imag();
    const Vec<T> x = found.vectors.col(j);
    Vec<T> off = a * x - p * x;
    T length = x.norm();
    if (q != T(0)) {
      const Vec<T> y = found.vectors.col(j + 1);
      const Vec<T> imaginary = a * y - p * y - q * x;
      off += q * y;
      off = (off.cwiseAbs() + imaginary.cwiseAbs()).eval();
      length += y.norm();
      ++j;
    }
    worst = std::max<T>(worst, off.cwiseAbs().maxCoeff() / length);
  }
  return worst / a.cwiseAbs().maxCoeff();
}

TYPED_TEST(RealEigenOf, SolvesItsEquationToRounding) {
  using T = TypeParam;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-1, 1);
  for (Index n = 1; n <= 16; ++n)
    for (const bool symmetric : {false, true}) {
      Mat<T> a(n, n);
      for (Index k = 0; k < a.size(); ++k) a.data()[k] = T(anywhere(random));
      if (symmetric) a = (a + a.transpose()).eval();
      const auto found = real_eigen(a, true);
      ASSERT_TRUE(found.found);
      EXPECT_LE(residual(a, found), 100 * unit_roundoff<T>()) << n;
      EXPECT_EQ(real_eigen(a, false).values, found.values);
    }
}

// All shifts of Francis are 0 for it: without an exceptional one the iteration stands still.
TYPED_TEST(RealEigenOf, FindsTheRootsOfUnity) {
  using T = TypeParam;
  using std::abs;
  for (const Index n : {3, 4, 8, 13}) {
    Mat<T> cycle = zeros<Mat<T>>(n, n);
    for (Index i = 0; i < n; ++i) cycle(i, (i + 1) % n) = T(1);
    const auto found = real_eigen(cycle, true);
    ASSERT_TRUE(found.found);
    EXPECT_LE(residual(cycle, found), 100 * unit_roundoff<T>()) << n;
    for (const auto& value : found.values)
      EXPECT_LE(abs(value.real() * value.real() + value.imag() * value.imag() - 1), 100 * unit_roundoff<T>()) << n;
    EXPECT_FALSE(real_eigen(cycle, false, 0).found);
  }
}

TYPED_TEST(RealEigenOf, KeepsWhatIsTriangularOrZero) {
  using T = TypeParam;
  Mat<T> a = zeros<Mat<T>>(3, 3);
  EXPECT_EQ(real_eigen(a, true).vectors, identity<Mat<T>>(3));
  a(0, 0) = T(2);
  a(1, 1) = T(3);
  a(2, 2) = T(-1);
  a(0, 2) = T(7);
  const auto found = real_eigen(a, true);
  EXPECT_EQ(found.values.real(), a.diagonal());
  EXPECT_LE(residual(a, found), unit_roundoff<T>());
  a(1, 0) = std::numeric_limits<T>::quiet_NaN();
  EXPECT_FALSE(real_eigen(a, true).found);
}

}  // namespace
}  // namespace plumb
