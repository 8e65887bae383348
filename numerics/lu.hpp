#pragma once
// Dense LU factorisation with partial pivoting, of fixed or dynamic size, in place and without allocation.
//
// The elimination is right-looking and column by column: every entry is updated in a fixed order, and never computed by
// a sum whose order the vector unit chooses, so fixed and dynamic sizes give the same bits. Columns with a zero in the
// pivot row are skipped; in Newton matrices of mechanisms these are most columns.
//
// The ratio of pivots depends on the units of rows and columns. If a matrix seems singular, it is therefore factorised
// again with its rows and columns scaled.

#include <cmath>
#include <utility>

#include "numerics/binary_scale.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

template <class Scalar, int n = Eigen::Dynamic>
class Lu {
 public:
  using Real = typename Eigen::NumTraits<Scalar>::Real;
  Mat<Scalar, n> matrix;  // filled by the caller, then factorised in place

  explicit Lu(Eigen::Index size)
      : matrix(identity<Mat<Scalar, n>>(size)),
        pivot_rows(zeros<Eigen::Matrix<Eigen::Index, n, 1>>(size)),
        row_scales(zeros<Vec<double, n>>(size)),
        column_scales(row_scales) {}

  /// Returns false if a pivot is zero, not finite, or below the rounding error of the largest pivot.
  bool factor() {
    is_scaled = false;
    return eliminate_all();
  }
  /// assemble() fills the matrix. If the matrix seems singular, it is assembled and factorised again with scaled rows
  /// and columns, so the result does not depend on the units of the unknowns and of the equations.
  template <class Assemble>
  bool factor(Assemble assemble) {
    assemble();
    if (factor()) return true;
    assemble();
    scale();
    is_scaled = true;
    return eliminate_all();
  }

  /// Returns whether det A > 0, for a real A. Precondition: the last factor() succeeded.
  bool is_positive() const {
    bool positive = true;
    for (Eigen::Index k = 0; k < matrix.rows(); ++k)
      if ((matrix(k, k) < 0) != (pivot_rows[k] != k)) positive = !positive;
    return positive;
  }

  /// Solves in place. Precondition: the last factor() succeeded.
  template <class Z>
  void solve(Z& z) const {
    solve_where(z, [](const Scalar&) { return true; });
  }
  /// Solves in place, and skips zero entries of z. Use it if most entries of z and of the solution are zero.
  template <class Z>
  void solve_sparse(Z& z) const {
    solve_where(z, [](const Scalar& x) { return x != Scalar(0); });
  }

 private:
  bool eliminate_all() {
    using std::isfinite, std::swap;
    const auto size = matrix.rows();
    Real smallest = 0, largest = 0;
    for (Eigen::Index k = 0; k < size; ++k) {
      const auto p = row_of_pivot(k);
      pivot_rows[k] = p;
      if (p != k)
        for (Eigen::Index j = 0; j < size; ++j) swap(matrix(p, j), matrix(k, j));
      const Real magnitude = size_of(matrix(k, k));
      if (!isfinite(magnitude) || magnitude == 0) return false;
      if (k == 0 || magnitude < smallest) smallest = magnitude;
      if (magnitude > largest) largest = magnitude;
      eliminate(k);
    }
    return size == 0 || smallest > 4 * unit_roundoff<Real>() * largest;
  }
  // Scales rows and columns by powers of 1024, until their largest entries are near 1. Two sweeps are enough.
  void scale() {
    row_scales.setOnes();
    column_scales.setOnes();
    for (int sweep = 0; sweep < 2; ++sweep) {
      for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        const double by = scale_of(matrix.row(i));
        matrix.row(i) *= Scalar(by);
        row_scales[i] *= by;
      }
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
        const double by = scale_of(matrix.col(j));
        matrix.col(j) *= Scalar(by);
        column_scales[j] *= by;
      }
    }
  }
  template <class Entries>
  static double scale_of(const Entries& entries) {
    double largest = 0;
    for (Eigen::Index i = 0; i < entries.size(); ++i)
      largest = std::fmax(largest, static_cast<double>(size_of(entries[i])));
    return 1 / binary_scale(largest);
  }

  template <class Z, class Acts>
  void solve_where(Z& z, Acts acts) const {
    if (is_scaled) multiply(z, row_scales);
    solve_eliminated(z, acts);
    if (is_scaled) multiply(z, column_scales);
  }
  template <class Z>
  static void multiply(Z& z, const Vec<double, n>& scales) {
    for (Eigen::Index i = 0; i < scales.size(); ++i) z[i] *= Real(scales[i]);
  }
  template <class Z, class Acts>
  void solve_eliminated(Z& z, Acts acts) const {
    using std::swap;
    const auto size = matrix.rows();
    for (Eigen::Index k = 0; k < size; ++k)
      if (pivot_rows[k] != k) swap(z[k], z[pivot_rows[k]]);
    for (Eigen::Index k = 0; k < size; ++k)
      if (acts(z[k]))
        for (Eigen::Index i = k + 1; i < size; ++i) z[i] -= matrix(i, k) * z[k];
    for (Eigen::Index k = size - 1; k >= 0; --k) {
      if (!acts(z[k])) continue;
      z[k] = z[k] / matrix(k, k);
      for (Eigen::Index i = 0; i < k; ++i) z[i] -= matrix(i, k) * z[k];
    }
  }
  static Real size_of(const Scalar& x) {
    using std::abs;
    if constexpr (Eigen::NumTraits<Scalar>::IsComplex)
      return abs(x.real()) + abs(x.imag());
    else
      return abs(x);
  }
  Eigen::Index row_of_pivot(Eigen::Index k) const {
    Eigen::Index best = k;
    Real most = size_of(matrix(k, k));
    for (Eigen::Index i = k + 1; i < matrix.rows(); ++i)
      if (const Real candidate = size_of(matrix(i, k)); candidate > most) {
        best = i;
        most = candidate;
      }
    return best;
  }
  void eliminate(Eigen::Index k) {
    const auto size = matrix.rows(), below = size - k - 1;
    const Scalar reciprocal = Scalar(1) / matrix(k, k);
    Scalar* const factors = matrix.data() + k * size + k + 1;
    for (Eigen::Index i = 0; i < below; ++i) factors[i] = factors[i] * reciprocal;
    for (Eigen::Index j = k + 1; j < size; ++j) {
      Scalar* const column = matrix.data() + j * size + k;
      const Scalar u = column[0];
      if (u == Scalar(0)) continue;
      for (Eigen::Index i = 0; i < below; ++i) column[i + 1] -= factors[i] * u;
    }
  }

  Eigen::Matrix<Eigen::Index, n, 1> pivot_rows;
  Vec<double, n> row_scales, column_scales;
  bool is_scaled = false;
};

}  // namespace plumb
