#include "numerics/complete_pivoting.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

namespace plumb {
namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;

template <class Matrix, class Next>
Matrix filled(Eigen::Index n, Next next) {
  Matrix a(n, n);
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i) a(i, j) = next();
  return a;
}

class CompletePivots : public ::testing::Test {
 protected:
  double number() { return anywhere(random); }

 private:
  std::mt19937 random{7};
  std::uniform_real_distribution<double> anywhere{-1, 1};
};

// Panels have four columns: there are sizes below and above one panel and two panels.
TEST_F(CompletePivots, InvertWithTheBitsOfEigen) {
  for (Eigen::Index n = 1; n <= 10; ++n) {
    const auto a = filled<ComplexMatrix>(n, [this] { return Complex(number(), number()); });
    const CompletePivoting<Complex> lu(a);
    ASSERT_TRUE(lu.is_invertible());
    const ComplexMatrix expected = Eigen::FullPivLU<ComplexMatrix>(a).inverse();
    EXPECT_EQ(lu.inverse(), expected) << n;
  }
}

// Panels have eight columns. For a singular matrix the result must also equal the result of Eigen.
TEST_F(CompletePivots, SolveWithTheBitsOfEigen) {
  for (Eigen::Index n = 1; n <= 18; ++n)
    for (const bool singular : {false, true}) {
      auto a = filled<Mat<double>>(n, [this] { return number(); });
      if (singular) a.row(n - 1) = a.row(0) * (n == 1 ? 0 : 2);
      Vec<double> b(n);
      for (auto& x : b) x = number();
      const CompletePivoting<double> lu(a);
      EXPECT_EQ(lu.is_invertible(), !singular);
      const Vec<double> expected = a.fullPivLu().solve(b);
      EXPECT_EQ(lu.solution(b), expected) << n << singular;
    }
}

}  // namespace
}  // namespace plumb
