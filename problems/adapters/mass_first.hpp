#pragma once
// Solves M a + Gᵀλ = w, G a = e for accelerations and multipliers, using the structure of the equations:
//
//   M = L D Lᵀ,   Y = L⁻¹ Gᵀ,   (Yᵀ D⁻¹ Y) λ = Yᵀ D⁻¹ L⁻¹ w − e,   Lᵀ a = D⁻¹ (L⁻¹ w − Y λ)
//
// The condition number of Yᵀ D⁻¹ Y is the square of the condition number of D^(−1/2) Y, so solve() fails if a pivot
// loses too many digits. Structural zeros of M and G are skipped. One function does all the work on local variables,
// which the compiler keeps in registers; with data members it would take twice the time.

#include "numerics/scalar.hpp"
#include "problems/adapters/pattern.hpp"

// The trip counts of these loops are constants, but compilers do not unroll all of them by default.
#ifdef __clang__
#define PLUMB_UNROLLED _Pragma("unroll")
#else
#define PLUMB_UNROLLED _Pragma("GCC unroll 8")
#endif

namespace plumb {

/// Requires the members Scalar, coordinates and constraints of the model, as Constrained does, and uses mass_pattern
/// and jacobian_pattern if they exist.
template <class Model>
class MassFirst {
  using T = typename Model::Scalar;
  static constexpr int nv = Model::coordinates, nl = Model::constraints;

 public:
  /// Replaces w by a and e by λ; reads the lower triangle of M only. Returns false and leaves w and e unchanged if M or
  /// G M⁻¹ Gᵀ is not finite, not positive definite, or nearly singular.
  [[gnu::always_inline]] static bool solve(const Mat<T, nv>& mass, const Mat<T, nl, nv>& jacobian, Vec<T, nv>& w,
                                           Vec<T, nl>& e) {
    T m[nv][nv], inverse[nv];        // factors L and D⁻¹ of the mass matrix
    T y[nv][nl], z[nv][nl];          // matrices Y and D⁻¹ Y
    T s[nl][nl], schur_inverse[nl];  // factors of the Schur complement Yᵀ D⁻¹ Y
    T a[nv], lambda[nl];
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i) PLUMB_UNROLLED
    for (int j = 0; j <= i; ++j)
      if (lower.has[i][j]) m[i][j] = mass(i, j);
    bool is_definite = factor_in_place<lower>(m, inverse);
    fill_across(jacobian, m, inverse, y, z);
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i) a[i] = w[i];
    forwards<lower>(m, a);
    PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k) {
      lambda[k] = -e[k];
      PLUMB_UNROLLED
      for (int i = 0; i < nv; ++i)
        if (across.has[i][k]) lambda[k] += z[i][k] * a[i];
      PLUMB_UNROLLED
      for (int l = 0; l <= k; ++l)
        if (schur.has[k][l]) s[k][l] = product(y, z, k, l);
    }
    is_definite &= factor_in_place<schur>(s, schur_inverse);
    if (!is_definite) return false;
    forwards<schur>(s, lambda);
    backwards<schur>(s, schur_inverse, lambda);
    PLUMB_UNROLLED
    for (int i = nv - 1; i >= 0; --i) {
      a[i] *= inverse[i];
      PLUMB_UNROLLED
      for (int k = 0; k < nl; ++k)
        if (across.has[i][k]) a[i] -= z[i][k] * lambda[k];
      PLUMB_UNROLLED
      for (int j = i + 1; j < nv; ++j)
        if (lower.has[j][i]) a[i] -= m[j][i] * a[j];
      w[i] = a[i];
    }
    PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k) e[k] = lambda[k];
    return true;
  }

 private:
  static constexpr Pattern<nv> square = [] {
    if constexpr (requires { Model::mass_pattern; })
      return Model::mass_pattern;
    else
      return full_pattern<nv>();
  }();
  static constexpr Pattern<nl, nv> rows = [] {
    if constexpr (requires { Model::jacobian_pattern; })
      return Model::jacobian_pattern;
    else
      return full_pattern<nl, nv>();
  }();
  static constexpr Pattern<nv> lower = triangle_of(square);
  static constexpr Pattern<nv, nl> across = solved_pattern(lower, transposed_pattern(rows));
  static constexpr Pattern<nl> schur = triangle_of(square_pattern(across));

  /// Computes Y and D⁻¹ Y.
  static void fill_across(const Mat<T, nl, nv>& jacobian, const T (&m)[nv][nv], const T (&inverse)[nv], T (&y)[nv][nl],
                          T (&z)[nv][nl]) {
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i) PLUMB_UNROLLED
    for (int k = 0; k < nl; ++k)
      if (across.has[i][k]) {
        y[i][k] = rows.has[k][i] ? jacobian(k, i) : T(0);
        PLUMB_UNROLLED
        for (int j = 0; j < i; ++j)
          if (lower.has[i][j] && across.has[j][k]) y[i][k] -= m[i][j] * y[j][k];
        z[i][k] = y[i][k] * inverse[i];
      }
  }
  static T product(const T (&y)[nv][nl], const T (&z)[nv][nl], int k, int l) {
    T sum(0);
    PLUMB_UNROLLED
    for (int i = 0; i < nv; ++i)
      if (across.has[i][k] && across.has[i][l]) sum += y[i][k] * z[i][l];
    return sum;
  }

  /// Replaces the strictly lower triangle by L, and stores the inverse of D in `inverse`. Returns whether all entries
  /// of D are positive, and none has lost too many digits by cancellation.
  template <const auto& triangle, int n>
  static bool factor_in_place(T (&a)[n][n], T (&inverse)[n]) {
    constexpr double least_share = 1e-6;  // smallest admissible ratio of a pivot to its diagonal entry
    bool is_definite = true;
    PLUMB_UNROLLED
    for (int j = 0; j < n; ++j) {
      T row[n], pivot = a[j][j];
      PLUMB_UNROLLED
      for (int k = 0; k < j; ++k)
        if (triangle.has[j][k]) {
          row[k] = a[j][k] * inverse[k];
          pivot -= row[k] * a[j][k];
        }
      is_definite &= pivot > least_share * a[j][j];
      inverse[j] = 1 / pivot;
      PLUMB_UNROLLED
      for (int i = j + 1; i < n; ++i) PLUMB_UNROLLED
      for (int k = 0; k < j; ++k)
        if (triangle.has[i][k] && triangle.has[j][k]) a[i][j] -= a[i][k] * row[k];
      PLUMB_UNROLLED
      for (int k = 0; k < j; ++k)
        if (triangle.has[j][k]) a[j][k] = row[k];
    }
    return is_definite;
  }
  template <const auto& triangle, int n>
  static void forwards(const T (&a)[n][n], T (&x)[n]) {
    PLUMB_UNROLLED
    for (int i = 0; i < n; ++i) PLUMB_UNROLLED
    for (int j = 0; j < i; ++j)
      if (triangle.has[i][j]) x[i] -= a[i][j] * x[j];
  }
  template <const auto& triangle, int n>
  static void backwards(const T (&a)[n][n], const T (&inverse)[n], T (&x)[n]) {
    PLUMB_UNROLLED
    for (int i = n - 1; i >= 0; --i) {
      x[i] *= inverse[i];
      PLUMB_UNROLLED
      for (int j = i + 1; j < n; ++j)
        if (triangle.has[j][i]) x[i] -= a[j][i] * x[j];
    }
  }
};

}  // namespace plumb

#undef PLUMB_UNROLLED
