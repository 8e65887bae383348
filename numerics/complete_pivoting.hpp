#pragma once
// Dense LU with complete pivoting, P A Q = L U, in the order of operations of Eigen's FullPivLU, so the results are
// equal bit for bit. Eigen's templates take ten seconds to compile for every scalar, these loops take one second.

#include <algorithm>
#include <complex>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

/// x/y. Eigen divides complex doubles by this formula.
template <class Entry>
Entry quotient(const Entry& x, const Entry& y) {
  if constexpr (std::is_same_v<Entry, std::complex<double>>) {
    const double norm = y.real() * y.real() + y.imag() * y.imag();
    return {(x.real() * y.real() + x.imag() * y.imag()) / norm, (x.imag() * y.real() - x.real() * y.imag()) / norm};
  } else {
    return x / y;
  }
}

template <class Entry>
class CompletePivoting {
 public:
  using Real = typename Eigen::NumTraits<Entry>::Real;
  using Matrix = Eigen::Matrix<Entry, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Entry, Eigen::Dynamic, 1>;

  explicit CompletePivoting(Matrix a) : lu(std::move(a)), n(lu.rows()) {
    for (Eigen::Index k = 0; k < n && move_pivot(k); ++k) eliminate(k);
    rank = pivots_above(std::numeric_limits<Real>::epsilon() * Real(static_cast<double>(n)));
  }

  bool is_invertible() const { return rank == n; }
  /// Returns whether every pivot exceeds `part` times the largest pivot.
  bool is_invertible(const Real& part) const { return pivots_above(part) == n; }

  /// Precondition: the matrix is invertible.
  Matrix inverse() const {
    auto x = identity<Matrix>(n);
    permute_rows(x);
    solve_lower(x, panel_of_matrices);
    solve_upper(x, n, panel_of_matrices);
    permute_back(x);
    return x;
  }

  /// Returns A⁻¹ b. If A is singular, the unknowns of columns without a pivot are 0.
  Vector solution(Vector b) const {
    permute_rows(b);
    solve_lower(b, panel_of_vectors);
    solve_upper(b, rank, panel_of_vectors);
    for (Eigen::Index i = rank; i < n; ++i) b[i] = Entry(0);
    permute_back(b);
    return b;
  }

 private:
  // The number of columns whose products are added up before they are subtracted.
  static constexpr Eigen::Index panel_of_matrices = 4, panel_of_vectors = 8;

  Eigen::Index pivots() const { return static_cast<Eigen::Index>(rows.size()); }
  Eigen::Index pivots_above(const Real& part) const {
    using std::abs;
    Eigen::Index count = 0;
    for (Eigen::Index i = 0; i < pivots(); ++i) count += abs(lu(i, i)) > largest * part ? 1 : 0;
    return count;
  }

  template <class X>
  static void swap_rows(X& x, Eigen::Index i, Eigen::Index k) {
    for (Eigen::Index j = 0; i != k && j < x.cols(); ++j) std::swap(x(i, j), x(k, j));
  }
  template <class X>
  void permute_rows(X& x) const {
    for (Eigen::Index k = 0; k < pivots(); ++k) swap_rows(x, k, rows[static_cast<std::size_t>(k)]);
  }
  template <class X>
  void permute_back(X& x) const {
    for (Eigen::Index k = pivots(); k-- > 0;) swap_rows(x, k, columns[static_cast<std::size_t>(k)]);
  }

  // Moves the largest remaining entry to (k, k). Returns false if all remaining entries are 0.
  bool move_pivot(Eigen::Index k) {
    using std::abs;
    Eigen::Index row = k, column = k;
    Real most = abs(lu(k, k));
    for (Eigen::Index j = k; j < n; ++j)
      for (Eigen::Index i = k; i < n; ++i)
        if (const Real size = abs(lu(i, j)); size > most) {
          most = size;
          row = i;
          column = j;
        }
    if (most == 0) return false;
    largest = std::max(largest, most);
    rows.push_back(row);
    columns.push_back(column);
    swap_rows(lu, k, row);
    for (Eigen::Index i = 0; k != column && i < n; ++i) std::swap(lu(i, k), lu(i, column));
    return true;
  }
  void eliminate(Eigen::Index k) {
    for (Eigen::Index i = k + 1; i < n; ++i) lu(i, k) = quotient(lu(i, k), lu(k, k));
    for (Eigen::Index j = k + 1; j < n; ++j)
      for (Eigen::Index i = k + 1; i < n; ++i) lu(i, j) -= lu(k, j) * lu(i, k);
  }

  template <class X>
  void solve_lower(X& x, Eigen::Index panel) const {
    for (Eigen::Index first = 0; first < n; first += panel) {
      const auto end = std::min(first + panel, n);
      for (Eigen::Index k = first; k < end; ++k)
        for (Eigen::Index j = 0; j < x.cols(); ++j)
          for (Eigen::Index i = k + 1; i < end; ++i) x(i, j) -= x(k, j) * lu(i, k);
      for (Eigen::Index i = end; i < n; ++i) subtract_products(i, first, end, x);
    }
  }
  // Solves with the first `size` rows and columns.
  template <class X>
  void solve_upper(X& x, Eigen::Index size, Eigen::Index panel) const {
    for (Eigen::Index end = size; end > 0; end -= panel) {
      const auto first = std::max<Eigen::Index>(end - panel, 0);
      for (Eigen::Index k = end; k-- > first;) {
        divide_row(x, k);
        for (Eigen::Index j = 0; j < x.cols(); ++j)
          for (Eigen::Index i = first; i < k; ++i) x(i, j) -= x(k, j) * lu(i, k);
      }
      for (Eigen::Index i = 0; i < first; ++i) subtract_products(i, first, end, x);
    }
  }
  // Eigen divides a vector, and multiplies a matrix by the reciprocal.
  void divide_row(Vector& x, Eigen::Index k) const { x[k] /= lu(k, k); }
  void divide_row(Matrix& x, Eigen::Index k) const {
    const Entry reciprocal = Entry(1) / lu(k, k);
    for (Eigen::Index j = 0; j < x.cols(); ++j) x(k, j) *= reciprocal;
  }

  // x_i ← x_i − Σ_k l_ik x_k. For complex doubles there are two sums, of real and of imaginary parts of x.
  template <class X>
  void subtract_products(Eigen::Index i, Eigen::Index first, Eigen::Index end, X& x) const {
    for (Eigen::Index j = 0; j < x.cols(); ++j) {
      Entry sum(0), turned(0);
      for (Eigen::Index k = first; k < end; ++k) {
        if constexpr (std::is_same_v<Entry, std::complex<double>>) {
          sum += lu(i, k) * x(k, j).real();
          turned += lu(i, k) * x(k, j).imag();
        } else {
          sum += lu(i, k) * x(k, j);
        }
      }
      if constexpr (std::is_same_v<Entry, std::complex<double>>) sum += Entry(-turned.imag(), turned.real());
      x(i, j) -= sum;
    }
  }

  Matrix lu;
  Eigen::Index n, rank = 0;
  Real largest = 0;
  std::vector<Eigen::Index> rows = {}, columns = {};  // row and column that step k swapped with row and column k
};

}  // namespace plumb
