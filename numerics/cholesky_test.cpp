#include "numerics/cholesky.hpp"

#include <gtest/gtest.h>

#include "numerics/dual.hpp"

namespace plumb {
namespace {

// A = L Lᵀ with L = [2; 1, 3; -1, 2, 1] and x = (1, -2, 3): every root and quotient is exact.
template <class X>
Mat<X, 3> matrix() {
  Mat<X, 3> a;
  a << X(4), X(2), X(-2), X(2), X(10), X(5), X(-2), X(5), X(6);
  return a;
}

TEST(Cholesky, SolvesInEveryPrecision) {
  const auto expect_solution = [](auto one) {
    using X = decltype(one);
    Mat<X, 3> a = matrix<X>();
    Vec<X, 3> x(X(-6), X(-3), X(6));
    solve_by_cholesky(a, x);
    EXPECT_TRUE(x[0] == X(1) && x[1] == X(-2) && x[2] == X(3));
    EXPECT_TRUE(a(2, 1) == X(2) && a(2, 2) == X(1));
  };
  expect_solution(1.);
  expect_solution(1.L);
  expect_solution(quad(1));
}

// The solution of (A + ε B) x = b has the derivative x' = −A⁻¹ B x by ε, here with B = 1.
TEST(Cholesky, CarriesDerivatives) {
  using X = Dual<double, 1>;
  Mat<X, 3> a = matrix<X>();
  for (int i = 0; i < 3; ++i) a(i, i) = X::variable(a(i, i).value);
  Vec<X, 3> x(X(-6), X(-3), X(6));
  solve_by_cholesky(a, x);
  Mat<double, 3> plain = matrix<double>();
  Vec<double, 3> slope(-1, 2, -3);
  solve_by_cholesky(plain, slope);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(x[i].derivatives[0], slope[i], 1e-13);
}

TEST(Cholesky, TellsByNoNumbersThatThereIsNoRoot) {
  Mat<double, 1> a(-1.);
  Vec<double, 1> x(1.);
  solve_by_cholesky(a, x);
  EXPECT_NE(x[0], x[0]);
}

}  // namespace
}  // namespace plumb
