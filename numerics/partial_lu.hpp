#pragma once
// Dense LU with partial pivoting of fixed size, in the order of operations of Eigen's PartialPivLU: the same bits, for a
// twentieth of the time of compiling. Lu (numerics/lu.hpp) has one order for all sizes; this one is for those problems
// whose published numbers were made in Eigen's.

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "numerics/scalar.hpp"

namespace plumb {

/// y ← y + a x over `count` numbers, at most n. Eigen's packets serve double, which -O2 does not make of a plain loop.
template <int n, class T>
void add_multiple(T* y, const T* x, const T& a, int count) {
  if constexpr (std::is_same_v<T, double> && n > 4)
    Eigen::Map<Vec<T>>(y, count) += a * Eigen::Map<const Vec<T>>(x, count);
  else
    for (int i = 0; i < count; ++i) y[i] += x[i] * a;
}

/// More than these rows Eigen factorises in blocks.
inline constexpr int most_rows_without_blocks = 16;

template <class T, int n, bool in_blocks = (n > most_rows_without_blocks)>
class PartialLu {
 public:
  Mat<T, n> matrix = Mat<T, n>::Identity();  // filled by the caller, then factorised in place

  /// False: a pivot is zero, or an entry not finite.
  bool factor() {
    using std::isfinite, std::swap;
    for (int k = 0; k < n; ++k) {
      const int p = row_of_pivot(k);
      pivot_rows[k] = p;
      if (p != k)
        for (int j = 0; j < n; ++j) swap(matrix(k, j), matrix(p, j));
      if (matrix(k, k) == 0) return false;
      eliminate(k);
    }
    for (int i = 0; i < n * n; ++i)
      if (!isfinite(matrix.data()[i])) return false;
    return true;
  }

  /// In place. Precondition: the last factor() succeeded.
  void solve(Vec<T, n>& z) const {
    using std::swap;
    for (int k = 0; k < n; ++k)
      if (pivot_rows[k] != k) swap(z[k], z[pivot_rows[k]]);
    if constexpr (n <= panel) {
      for (int i = 1; i < n; ++i) z[i] -= sum(i, 0, i, z);
      for (int i = n - 1; i >= 0; --i) {
        if (i < n - 1) z[i] -= sum(i, i + 1, n - 1 - i, z);
        z[i] /= matrix(i, i);
      }
    } else {
      solve_lower(z);
      solve_upper(z);
    }
  }

 private:
  static constexpr int panel = 8;

  int row_of_pivot(int k) const {
    using std::abs;
    int best = k;
    T most = abs(matrix(k, k));
    for (int i = k + 1; i < n; ++i)
      if (const T candidate = abs(matrix(i, k)); candidate > most) {
        best = i;
        most = candidate;
      }
    return best;
  }
  void eliminate(int k) {
    T* const factors = matrix.data() + k * n;
    const T pivot = factors[k];
    for (int i = k + 1; i < n; ++i) factors[i] /= pivot;
    for (int j = k + 1; j < n; ++j) {
      T* const column = matrix.data() + j * n;
      add_multiple<n>(column + k + 1, factors + k + 1, T(-column[k]), n - 1 - k);
    }
  }

  // Σ a_ij z_j over `count` columns from `first` on, by halves.
  T sum(int i, int first, int count, const Vec<T, n>& z) const {
    if (count == 1) return matrix(i, first) * z[first];
    const int half = count / 2;
    return sum(i, first, half, z) + sum(i, first + half, count - half, z);
  }

  void solve_lower(Vec<T, n>& z) const {
    for (int begin = 0; begin < n; begin += panel) {
      const int end = std::min(begin + panel, n);
      for (int k = begin; k < end; ++k)
        if (z[k] != 0)
          for (int i = k + 1; i < end; ++i) z[i] -= z[k] * matrix(i, k);
      subtract(end, n, begin, end, z);
    }
  }
  void solve_upper(Vec<T, n>& z) const {
    for (int end = n; end > 0; end -= panel) {
      const int begin = std::max(end - panel, 0);
      for (int k = end - 1; k >= begin; --k)
        if (z[k] != 0) {
          z[k] /= matrix(k, k);
          for (int i = begin; i < k; ++i) z[i] -= z[k] * matrix(i, k);
        }
      subtract(0, begin, begin, end, z);
    }
  }
  // z_i ← z_i − Σ a_ij z_j, with the columns of a panel.
  void subtract(int first_row, int last_row, int begin, int end, Vec<T, n>& z) const {
    std::array<T, n> product = {};
    for (int j = begin; j < end; ++j)
      add_multiple<n>(product.data() + first_row, matrix.data() + j * n + first_row, z[j], last_row - first_row);
    for (int i = first_row; i < last_row; ++i) z[i] -= product[i];
  }

  std::array<int, n> pivot_rows = {};
};

/// The same of any size, by Eigen itself.
template <class T>
class PartialLuInBlocks {
 public:
  Mat<T> matrix;  // filled by the caller, and left as it is

  explicit PartialLuInBlocks(int size);
  bool factor();
  void solve(const Vec<T>& right, Vec<T>& z) const;

 private:
  Eigen::PartialPivLU<Mat<T>> lu;
};
extern template class PartialLuInBlocks<double>;
extern template class PartialLuInBlocks<long double>;
extern template class PartialLuInBlocks<quad>;

template <class T, int n>
class PartialLu<T, n, true> : public PartialLuInBlocks<T> {
 public:
  PartialLu() : PartialLuInBlocks<T>(n) {}
  void solve(Vec<T, n>& z) {
    for (int i = 0; i < n; ++i) right[i] = z[i];
    PartialLuInBlocks<T>::solve(right, solution);
    for (int i = 0; i < n; ++i) z[i] = solution[i];
  }

 private:
  Vec<T> right = Vec<T>(n), solution = right;
};

}  // namespace plumb
