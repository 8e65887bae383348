#pragma once
// A = L Lᵀ of a small positive definite matrix, for any scalar, including dual numbers:
//
//   l_jj = √(a_jj − Σ_k<j l_jk²),   l_ij = (a_ij − Σ_k<j l_ik l_jk)/l_jj

#include <cmath>

#include "numerics/scalar.hpp"

namespace plumb {

/// Replaces the lower triangle of A by L and does not read the upper triangle; n may be Eigen::Dynamic. If A is
/// indefinite, L contains NaN.
template <class X, int n>
void factor_by_cholesky(Mat<X, n>& a) {
  using std::sqrt;
  using Index = Eigen::Index;
  const Index size = n == Eigen::Dynamic ? a.rows() : n;
  for (Index j = 0; j < size; ++j) {
    for (Index k = 0; k < j; ++k) a(j, j) -= a(j, k) * a(j, k);
    a(j, j) = sqrt(a(j, j));
    for (Index i = j + 1; i < size; ++i) {
      for (Index k = 0; k < j; ++k) a(i, j) -= a(i, k) * a(j, k);
      a(i, j) /= a(j, j);
    }
  }
}

/// x ← A⁻¹ x, where the lower triangle of `a` contains L, computed by factor_by_cholesky().
template <class X, int n>
void solve_with_cholesky(const Mat<X, n>& a, Vec<X, n>& x) {
  using Index = Eigen::Index;
  const Index size = n == Eigen::Dynamic ? x.size() : n;
  for (Index i = 0; i < size; ++i) {
    for (Index k = 0; k < i; ++k) x[i] -= a(i, k) * x[k];
    x[i] /= a(i, i);
  }
  for (Index i = size - 1; i >= 0; --i) {
    for (Index k = i + 1; k < size; ++k) x[i] -= a(k, i) * x[k];
    x[i] /= a(i, i);
  }
}

/// x ← A⁻¹ x; L is left in the lower triangle of A.
template <class X, int n>
void solve_by_cholesky(Mat<X, n>& a, Vec<X, n>& x) {
  factor_by_cholesky<X, n>(a);
  solve_with_cholesky<X, n>(a, x);
}

}  // namespace plumb
