#pragma once
// Dense LU with partial pivoting of fixed size, in the order of operations of Eigen's PartialPivLU: it has the same
// bits, and takes a twentieth of the time to compile. Lu (numerics/lu.hpp) has the same order of operations for all
// sizes; this class is for problems whose published numbers were computed in Eigen's order.

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "numerics/scalar.hpp"

namespace plumb {

// In double two numbers are processed at a time, because -O2 does not vectorise a plain loop. Pairs begin at multiples
// of 16 bytes, because a pair is read quickly only if it was also written as a pair.
template <class T>
inline constexpr bool in_pairs = std::is_same_v<T, double>;
using Two [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;

template <class T>
int before_first_pair(const T* y, int count) {
  return std::min(count, static_cast<int>(reinterpret_cast<std::uintptr_t>(y) / sizeof(T) % 2));
}

/// y ← y + a x for `count` numbers.
template <class T>
void add_multiple(T* y, const T* x, const T& a, int count) {
  int i = 0;
  if constexpr (in_pairs<T>) {
    for (; i < before_first_pair(y, count); ++i) y[i] += x[i] * a;
    for (; i + 1 < count; i += 2) *reinterpret_cast<Two*>(y + i) += *reinterpret_cast<const Two*>(x + i) * a;
  }
  for (; i < count; ++i) y[i] += x[i] * a;
}
/// y ← y / a for `count` numbers.
template <class T>
void divide(T* y, const T& a, int count) {
  int i = 0;
  if constexpr (in_pairs<T>) {
    for (; i < before_first_pair(y, count); ++i) y[i] /= a;
    for (; i + 1 < count; i += 2) *reinterpret_cast<Two*>(y + i) /= Two{a, a};
  }
  for (; i < count; ++i) y[i] /= a;
}

/// Up to this number of rows Eigen unrolls its sums; above it, fixed and dynamic sizes have the same order of
/// operations.
inline constexpr int most_unrolled_rows = 8;

template <class T, int n, bool is_large = (n > most_unrolled_rows)>
class PartialLu {
 public:
  Mat<T, n> matrix = identity<Mat<T, n>>();  // filled by the caller, then factorised in place

  /// Returns false if a pivot is zero or an entry is not finite.
  bool factor() {
    using std::isfinite, std::swap;
    for (int k = 0; k < n; ++k) {
      const int p = row_of_pivot(k);
      pivot_rows[k] = p;
      if (p != k)
        for (int j = 0; j < n; ++j) swap(matrix(k, j), matrix(p, j));
      // An entry that is not finite also makes a later pivot not finite, because its product with 0 is NaN.
      if (matrix(k, k) == 0 || !isfinite(matrix(k, k))) return false;
      eliminate(k);
    }
    return true;
  }

  /// Solves in place. Precondition: the last factor() succeeded.
  void solve(Vec<T, n>& z) const {
    using std::swap;
    for (int k = 0; k < n; ++k)
      if (pivot_rows[k] != k) swap(z[k], z[pivot_rows[k]]);
    for (int i = 1; i < n; ++i) z[i] -= sum(i, 0, i, z);
    for (int i = n - 1; i >= 0; --i) {
      if (i < n - 1) z[i] -= sum(i, i + 1, n - 1 - i, z);
      z[i] /= matrix(i, i);
    }
  }

 private:
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
    divide(factors + k + 1, T(factors[k]), n - 1 - k);
    for (int j = k + 1; j < n; ++j) {
      T* const column = matrix.data() + j * n;
      add_multiple(column + k + 1, factors + k + 1, T(-column[k]), n - 1 - k);
    }
  }

  // Returns Σ_j a_ij z_j over `count` columns from `first` on, summed by recursive halving.
  T sum(int i, int first, int count, const Vec<T, n>& z) const {
    if (count == 1) return matrix(i, first) * z[first];
    const int half = count / 2;
    return sum(i, first, half, z) + sum(i, first + half, count - half, z);
  }

  std::array<int, n> pivot_rows = {};
};

/// LU with partial pivoting of any size by Eigen's PartialPivLU, compiled once for each precision.
template <class T>
class LargePartialLu {
 public:
  Mat<T> matrix;  // set by the caller, and unchanged by factor()

  explicit LargePartialLu(int size);
  bool factor();
  void solve(const Vec<T>& right, Vec<T>& z) const;

 private:
  Eigen::PartialPivLU<Mat<T>> lu;
};
extern template class LargePartialLu<double>;
extern template class LargePartialLu<long double>;
extern template class LargePartialLu<quad>;
extern template class LargePartialLu<double_double>;

template <class T, int n>
class PartialLu<T, n, true> : public LargePartialLu<T> {
 public:
  PartialLu() : LargePartialLu<T>(n) {}
  void solve(Vec<T, n>& z) {
    for (int i = 0; i < n; ++i) right[i] = z[i];
    LargePartialLu<T>::solve(right, solution);
    for (int i = 0; i < n; ++i) z[i] = solution[i];
  }

 private:
  Vec<T> right = Vec<T>(n), solution = right;
};

}  // namespace plumb
