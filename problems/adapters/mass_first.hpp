#pragma once
// Accelerations and multipliers of M a + Gᵀλ = w, G a = e by the structure that these equations have:
//
//   M = L Lᵀ,   Y = L⁻¹ Gᵀ,   (Yᵀ Y) λ = Yᵀ L⁻¹ w − e,   Lᵀ a = L⁻¹ w − Y λ
//
// Yᵀ Y has the square of the condition of Y: where a pivot loses more digits than is allowed, the matrix is refused.

#include <cmath>

#include "numerics/scalar.hpp"

// All these loops are of some turns known to the compiler, which unrolls none of them by itself: half of the time.
#ifdef __clang__
#define PLUMB_UNROLLED _Pragma("unroll")
#else
#define PLUMB_UNROLLED _Pragma("GCC unroll 8")
#endif

namespace plumb {

template <class T, int nv, int nl>
class MassFirst {
 public:
  /// False: M or G M⁻¹ Gᵀ is not positive definite, or next to it, or not finite.
  bool factor(const Mat<T, nv>& mass, const Mat<T, nl, nv>& jacobian) {
    lower_ = mass;
    if (!factor_in_place(lower_, inverse_)) return false;
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i) PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k) {
      T y = jacobian(k, i);
      PLUMB_UNROLLED
      for (int j = 0; j < i; ++j) y -= lower_(i, j) * across_(j, k);
      across_(i, k) = y * inverse_[i];
    }
    PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k) PLUMB_UNROLLED
    for (int l = k; l < nl; ++l) schur_(l, k) = dot(k, l);
    return factor_in_place(schur_, schur_inverse_);
  }

  /// In place of w and e. Precondition: the last factor() succeeded.
  void solve(Vec<T, nv>& w, Vec<T, nl>& e) const {
    forwards(lower_, inverse_, w);
    PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k) {
      T right = -e[k];
      PLUMB_UNROLLED
      for (int i = 0; i < nv; ++i) right += across_(i, k) * w[i];
      e[k] = right;
    }
    forwards(schur_, schur_inverse_, e);
    backwards(schur_, schur_inverse_, e);
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i) PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k) w[i] -= across_(i, k) * e[k];
    backwards(lower_, inverse_, w);
  }

 private:
  T dot(int k, int l) const {
    T sum(0);
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i) sum += across_(i, k) * across_(i, l);
    return sum;
  }

  /// Of the lower triangle; `inverse` is 1/l_jj.
  template <int n>
  static bool factor_in_place(Mat<T, n>& a, Vec<T, n>& inverse) {
    using std::sqrt;
    constexpr double least_share = 1e-6;  // of a pivot in the entry that it comes from
    PLUMB_UNROLLED
    for (int j = 0; j < n; ++j) {
      T pivot = a(j, j);
      PLUMB_UNROLLED
      for (int k = 0; k < j; ++k) pivot -= a(j, k) * a(j, k);
      if (!(pivot > least_share * a(j, j))) return false;
      inverse[j] = 1 / sqrt(pivot);
      PLUMB_UNROLLED
      for (int i = j + 1; i < n; ++i) {
        T entry = a(i, j);
        PLUMB_UNROLLED
        for (int k = 0; k < j; ++k) entry -= a(i, k) * a(j, k);
        a(i, j) = entry * inverse[j];
      }
    }
    return true;
  }
  template <int n>
  static void forwards(const Mat<T, n>& a, const Vec<T, n>& inverse, Vec<T, n>& x) {
    PLUMB_UNROLLED
    for (int j = 0; j < n; ++j) {
      x[j] *= inverse[j];
      PLUMB_UNROLLED
      for (int i = j + 1; i < n; ++i) x[i] -= a(i, j) * x[j];
    }
  }
  template <int n>
  static void backwards(const Mat<T, n>& a, const Vec<T, n>& inverse, Vec<T, n>& x) {
    PLUMB_UNROLLED
    for (int j = n - 1; j >= 0; --j) {
      PLUMB_UNROLLED
      for (int i = j + 1; i < n; ++i) x[j] -= a(i, j) * x[i];
      x[j] *= inverse[j];
    }
  }

  Mat<T, nv> lower_ = zeros<Mat<T, nv>>();
  Mat<T, nv, nl> across_ = zeros<Mat<T, nv, nl>>();  // Y
  Mat<T, nl> schur_ = zeros<Mat<T, nl>>();
  Vec<T, nv> inverse_ = zeros<Vec<T, nv>>();
  Vec<T, nl> schur_inverse_ = zeros<Vec<T, nl>>();
};

}  // namespace plumb

#undef PLUMB_UNROLLED
