#pragma once
// A = L Lᵀ of a small positive definite matrix, for any scalar, dual numbers too:
//
//   l_jj = √(a_jj − Σ_k<j l_jk²),   l_ij = (a_ij − Σ_k<j l_ik l_jk)/l_jj

#include <cmath>

#include "numerics/scalar.hpp"

namespace plumb {

/// x ← A⁻¹ x. Only the lower triangle of A is read; L is left there. Not numbers, unless A is positive definite.
template <class X, int n>
void solve_by_cholesky(Mat<X, n>& a, Vec<X, n>& x) {
  using std::sqrt;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) a(j, j) -= a(j, k) * a(j, k);
    a(j, j) = sqrt(a(j, j));
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) a(i, j) -= a(i, k) * a(j, k);
      a(i, j) /= a(j, j);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= a(i, k) * x[k];
    x[i] /= a(i, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= a(k, i) * x[k];
    x[i] /= a(i, i);
  }
}

}  // namespace plumb
