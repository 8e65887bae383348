#include "numerics/real_eigen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

// By EigenSolver of Eigen 3.4.0 for SSE2, without contracted operations.
TEST(RealEigen, HasTheBitsOfEigen) {
  constexpr int n = 12;  // sums of ten numbers, which are added up in four
  const std::array<std::complex<double>, n> values = {{{-0x1.108f41871487cp+1, 0},
                                                       {-0x1.dda4919e5cbedp-1, 0x1.572a69f202f5cp+0},
                                                       {-0x1.dda4919e5cbedp-1, -0x1.572a69f202f5cp+0},
                                                       {0x1.6d2531f98df2cp-4, 0x1.0b43e9322378dp+0},
                                                       {0x1.6d2531f98df2cp-4, -0x1.0b43e9322378dp+0},
                                                       {0x1.79ca19d34033p+0, 0},
                                                       {0x1.a078e6e33870cp-1, 0x1.46a4a1d3d5f54p-1},
                                                       {0x1.a078e6e33870cp-1, -0x1.46a4a1d3d5f54p-1},
                                                       {-0x1.76b79c7684cf7p-26, 0},
                                                       {0x1.76b79b8c34f4fp-26, 0},
                                                       {-0x1.1d514aef1219cp-51, 0},
                                                       {-0x1.7e74a8838d428p-54, 0}}};
  const std::array<double, n> first = {0x1.ddee47da94f1cp-2,  0x1.bdca3bf8fbcd2p-3,  -0x1.8bca25e195d06p-5,
                                       -0x1.3ccf456b26ac8p-3, 0x1.20f57df04977bp-2,  0x1.9ba8ed1f6debp-2,
                                       -0x1.ca15d7f90fa78p-7, -0x1.a370182300ad8p-4, 0x1.e8ee0bdb9077ap-2,
                                       -0x1.d7ffd57cfa5f2p-7, -0x1.a52d57d37e048p-4, 0x1.ddee47da94f1ep-2};
  Mat<double> a(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) a(i, j) = ((3 * i + 5 * j * j + i * j) % 11 - 5) / 7.;
  const auto found = real_eigen(a, true);
  ASSERT_TRUE(found.found);
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_EQ(found.values[i], values[k]) << i;
    EXPECT_EQ(found.vectors(i, 0), first[k]) << i;
  }
}

}  // namespace
}  // namespace plumb
