#pragma once
// One pivot block P = [B C; R Q] of an elimination (elimination_plan.hpp), with the columns U (`up`) on its right and
// the rows D (`down`) below it.
//
// If B and S = R B⁻¹ C − Q are safely regular without pivoting, P⁻¹ is applied in two halves,
//
//   x = B⁻¹ u,   y = S⁻¹ (R x − e),   x ← x − (B⁻¹C) y          which solves P (x, y) = (u, e)
//
// If the front is coupled only with the joint, the last step is needed only in the back substitution. Then the cost is
// 1/2 or 1/3 of the operations with P as a whole. A pivot is safe if it is at least `least_part` of the sum of the
// magnitudes of its summands. This criterion does not depend on the units of rows and columns. Otherwise P is
// factorised as a whole, with partial pivoting.
//
// Loops have fixed lengths if the sizes are compile-time constants; other sizes are Eigen::Dynamic.

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "numerics/products.hpp"
#include "numerics/simd_pair.hpp"
#include "problems/mbs/elimination_plan.hpp"

namespace plumb {

/// A loop count: a compile-time constant unless n is Eigen::Dynamic.
template <int n>
struct Extent {
  explicit constexpr Extent(int) {}
  constexpr operator int() const { return n; }
};
template <>
struct Extent<Eigen::Dynamic> {
  explicit constexpr Extent(int of) : n(of) {}
  constexpr operator int() const { return n; }

 private:
  int n;
};

// Forces inlining of the lambdas passed to for_all, which GCC does not inline by itself because they are called so
// often.
#define PLUMB_INLINE __attribute__((always_inline))

template <class Work, int... i>
[[gnu::always_inline]] inline void write_out(Work& work, std::integer_sequence<int, i...>) {
  (work(i), ...);
}
/// Calls work(i) for all i < count. The loop is unrolled if the count is a small compile-time constant, so that the
/// modified variables stay in registers.
template <int n, class Work>
[[gnu::always_inline]] inline void for_all(Extent<n> count, Work work) {
  if constexpr (n >= 0 && n <= 6)
    write_out(work, std::make_integer_sequence<int, n>());
  else
    for (int i = 0; i < count; ++i) work(i);
}

/// Pointers to the data of one pivot block in the arrays of all blocks.
template <class Scalar>
struct PivotMemory {
  using Real = typename Eigen::NumTraits<Scalar>::Real;
  Scalar *own, *up, *down;  // column-major blocks with columns of length width, width and front
  Scalar* inverse;          // reciprocals of the pivots
  Real* summands;           // magnitudes of the terms subtracted from diagonal entries
  int* rows;                // rows[i]: row swapped with the row of step i
};

/// Operations on one pivot block. `of_part` is the number of unknowns of every part of the front; Eigen::Dynamic: the
/// parts have different sizes. Then loops have a fixed length only for parts of the size `of_body`.
template <class Scalar, int of_body, int of_joint, int of_part>
class PivotKernel {
 public:
  using Real = typename Eigen::NumTraits<Scalar>::Real;

  PivotKernel(const EliminationPlan::Step& s, const PivotMemory<Scalar>& memory)
      : b(s.body), r(s.joint), f(s.front), m(memory) {}

  /// Factorises P in two halves, as above. Returns false if a pivot is not safe; P is overwritten in both cases.
  bool split() const {
    for (int i = 0; i < w(); ++i) m.summands[i] += magnitude(own(i, i));
    for (int j = 0; j < b; ++j) {
      subtract_lower(&own(0, j), j);
      for (int k = 0; k < j; ++k) m.summands[j] += magnitude(own(j, k)) * magnitude(own(k, j));
      if (!take_pivot(j)) return false;
      for (int i = j + 1; i < b; ++i) own(i, j) = product(own(i, j), m.inverse[j]);
    }
    divide_bodies(&own(0, b), r);
    return split_joint();
  }
  /// Factorises P as a whole, by partial pivoting. Returns false if a pivot is zero, not finite, or within rounding of
  /// the largest pivot.
  bool pivot() const {
    using std::isfinite, std::swap;
    Real smallest = std::numeric_limits<Real>::max(), largest = 0;
    for (int k = 0; k < w(); ++k) {
      const int p = row_of_pivot(k);
      m.rows[k] = p;
      if (p != k)
        for (int j = 0; j < w(); ++j) swap(own(p, j), own(k, j));
      const Real size = magnitude(own(k, k));
      if (!isfinite(size) || size == 0) return false;
      smallest = std::min(smallest, size);
      largest = std::max(largest, size);
      m.inverse[k] = reciprocal(own(k, k));
      for (int i = k + 1; i < w(); ++i) own(i, k) = product(own(i, k), m.inverse[k]);
      for (int j = k + 1; j < w(); ++j) subtract(own(k, j), k, k + 1, w(), &own(0, j));
    }
    return smallest > 4 * unit_roundoff<Real>() * largest;
  }

  /// U ← P⁻¹ U. If no part is coupled with the body and P is split, only the rows of the joint change.
  void divide_up(bool is_split, bool couples_body) const {
    if (is_split && couples_body) divide_bodies(m.up, f);
    for (int j = 0; j < f; ++j) {
      Scalar* const u = m.up + j * w();
      if (!is_split) {
        solve_whole(u);
      } else if (couples_body) {
        solve_joint(u);
        subtract_joint(u);
      } else {
        for (int i = 0; i < r; ++i) u[b + i] = -u[b + i];
        divide_joint(u + b);
      }
    }
  }
  /// Subtracts the product of rows of D and columns of U from the block at `to`, whose columns are `stride` apart.
  void update(const EliminationPlan::Part& row, const EliminationPlan::Part& column, Scalar* to, int stride,
              Real* diagonal) const {
    const Extent<of_part> columns(column.size);
    const int first = row.couples_with_body ? 0 : static_cast<int>(b),
              last = row.couples_with_joint ? w() : static_cast<int>(b);
    with_extent(row.size, [&](auto rows) {
      for (int j = 0; j < columns; ++j) {
        const Scalar* const u = m.up + (column.at + j) * w();
        Scalar* const y = to + j * stride;
        const Scalar before = diagonal ? y[j] : Scalar(0);
        subtract_products(m.down + row.at, f, first, last, u, y, rows);
        if (diagonal) diagonal[j] += magnitude(Scalar(y[j] - before));
      }
    });
  }
  /// Forward substitution: subtracts the part's rows of D times x from z, the unknowns of the part.
  void pass_on(const EliminationPlan::Part& part, const Scalar* x, Scalar* z) const {
    const int first = part.couples_with_body ? 0 : static_cast<int>(b),
              last = part.couples_with_joint ? w() : static_cast<int>(b);
    with_extent(part.size, [&](auto rows) { subtract_products(m.down + part.at, f, first, last, x, z, rows); });
  }
  /// Back substitution: subtracts the part's columns of U times z, the unknowns of the part, from x; with `by_joint`
  /// only from the unknowns of the joint.
  void take_back(const EliminationPlan::Part& part, const Scalar* z, Scalar* x, bool by_joint) const {
    const Extent<of_part> columns(part.size);
    for (int j = 0; j < columns; ++j) {
      const Scalar* const u = m.up + (part.at + j) * w();
      const Scalar by = z[j];
      if (!by_joint)
        for (int i = 0; i < b; ++i) x[i] -= product(u[i], by);
      for (int i = b; i < w(); ++i) x[i] -= product(u[i], by);
    }
  }

  /// Computes z ← P⁻¹ z if P is factorised as a whole. For a split P, solve_halves() computes P⁻¹ z without the last
  /// step x ← x − (B⁻¹C) y, and subtract_joint() executes this step.
  void solve_whole(Scalar* z) const {
    using std::swap;
    for (int k = 0; k < w(); ++k)
      if (m.rows[k] != k) swap(z[k], z[m.rows[k]]);
    for (int k = 0; k < w(); ++k) subtract(z[k], k, k + 1, w(), z);
    for (int k = w(); k-- > 0;) {
      z[k] = product(z[k], m.inverse[k]);
      subtract(z[k], k, 0, k, z);
    }
  }
  void solve_halves(Scalar* z) const {
    divide_body(z);
    solve_joint(z);
  }
  /// x ← x − (B⁻¹C) y
  void subtract_joint(Scalar* z) const { subtract_products(&own(0, b), w(), 0, r, z + b, z, b); }

 private:
  int w() const { return b + r; }
  // Calls `work` with the size of a part as an Extent.
  template <class Work>
  static void with_extent(int size, Work work) {
    if constexpr (of_part == Eigen::Dynamic && of_body != Eigen::Dynamic)
      if (size == of_body) return work(Extent<of_body>(size));
    work(Extent<of_part>(size));
  }
  Scalar& own(int i, int j) const { return m.own[i + j * w()]; }

  // Computes y ← S⁻¹ (R x − e), where z contains x and e on entry.
  void solve_joint(Scalar* z) const {
    with_copy(z + b, r, [&](Scalar* y) PLUMB_INLINE {
      for_all(r, [&](int i) PLUMB_INLINE { y[i] = -y[i]; });
      for_all(b, [&](int k) PLUMB_INLINE {
        const Scalar by = z[k];
        for_all(r, [&](int i) PLUMB_INLINE { y[i] += product(own(b + i, k), by); });
      });
    });
    divide_joint(z + b);
  }

  // x_i ← x_i − own_ik factor
  void subtract(const Scalar& factor, int k, int first, int last, Scalar* x) const {
    const Scalar by = factor;
    for (int i = first; i < last; ++i) x[i] -= product(own(i, k), by);
  }
  bool take_pivot(int k) const {
    static const Real least_part(1e-2);
    const Real size = magnitude(own(k, k));
    m.inverse[k] = reciprocal(own(k, k));
    return size > least_part * m.summands[k] && size < std::numeric_limits<Real>::max();
  }
  int row_of_pivot(int k) const {
    int best = k;
    Real most = magnitude(own(k, k));
    for (int i = k + 1; i < w(); ++i)
      if (const Real size = magnitude(own(i, k)); size > most) {
        best = i;
        most = size;
      }
    return best;
  }
  // y_i ← y_i − Σ_l a_il x_l, where the columns of a are `stride` apart.
  template <int n>
  static void subtract_products(const Scalar* a, int stride, int first, int last, const Scalar* x, Scalar* y,
                                Extent<n> rows) {
    with_copy(y, rows, [&](Scalar* sum) PLUMB_INLINE {
      for (int l = first; l < last; ++l) {
        const Scalar* const column = a + l * stride;
        const Scalar by = x[l];
        for_all(rows, [&](int i) PLUMB_INLINE { sum[i] -= product(column[i], by); });
      }
    });
  }
  // Calls `work` with a copy of x if the size is a compile-time constant, because the compiler keeps it in registers.
  template <int n, class Work>
  [[gnu::always_inline]] static void with_copy(Scalar* x, Extent<n> size, Work work) {
    if constexpr (n == Eigen::Dynamic) {
      work(x);
    } else {
      Scalar copy[n > 0 ? n : 1];
      for_all(size, [&](int i) PLUMB_INLINE { copy[i] = x[i]; });
      work(copy);
      for_all(size, [&](int i) PLUMB_INLINE { x[i] = copy[i]; });
    }
  }
  // x ← L⁻¹ x with only the first `count` columns of L.
  void subtract_lower(Scalar* x, int count) const {
    with_copy(x, b, [&](Scalar* y) PLUMB_INLINE {
      for_all(b, [&](int k) PLUMB_INLINE {
        if (k < count) subtract_below(k, y);
      });
    });
  }
  // x ← B⁻¹ x
  void divide_body(Scalar* x) const {
    with_copy(x, b, [&](Scalar* y) PLUMB_INLINE { divide_body_of(y); });
  }
  // Computes x ← B⁻¹ x for `count` columns, in double two at a time.
  void divide_bodies(Scalar* first, int count) const {
    int j = 0;
    if constexpr (std::is_same_v<Scalar, double> && of_body != Eigen::Dynamic)
      for (; j + 1 < count; j += 2) {
        Scalar *const x = first + j * w(), *const z = x + w();
        SimdPair<Scalar> y[of_body];
        for_all(b, [&](int i) PLUMB_INLINE { y[i] = SimdPair<Scalar>(x[i], z[i]); });
        divide_body_of(y);
        for_all(b, [&](int i) PLUMB_INLINE { x[i] = y[i][0]; });
        for_all(b, [&](int i) PLUMB_INLINE { z[i] = y[i][1]; });
      }
    for (; j < count; ++j) divide_body(first + j * w());
  }
  template <class X>
  [[gnu::always_inline]] void divide_body_of(X* y) const {
    for_all(b, [&](int k) PLUMB_INLINE { subtract_below(k, y); });
    for_all(b, [&](int l) PLUMB_INLINE {
      const int k = b - 1 - l;
      y[k] = product(m.inverse[k], y[k]);
      const X by = y[k];
      for_all(b, [&](int i) PLUMB_INLINE {
        if (i < k) y[i] -= product(own(i, k), by);
      });
    });
  }
  template <class X>
  [[gnu::always_inline]] void subtract_below(int k, X* y) const {
    const X by = y[k];
    for_all(b, [&](int i) PLUMB_INLINE {
      if (i > k) y[i] -= product(own(i, k), by);
    });
  }

  // Q ← S, factorised into a lower and an upper triangle.
  bool split_joint() const {
    for (int j = 0; j < r; ++j) {
      Scalar* const column = &own(0, b + j);
      Real sizes = 0;
      with_copy(column + b, r, [&](Scalar* sum) PLUMB_INLINE {
        for_all(r, [&](int i) PLUMB_INLINE { sum[i] = -sum[i]; });
        for_all(b, [&](int l) PLUMB_INLINE {
          const Scalar by = column[l];
          sizes += magnitude(own(b + j, l)) * magnitude(by);
          for_all(r, [&](int i) PLUMB_INLINE { sum[i] += product(own(b + i, l), by); });
        });
      });
      m.summands[b + j] += sizes;
    }
    for (int j = 0; j < r; ++j) {
      Scalar* const y = &own(b, b + j);
      for (int k = 0; k < j; ++k) subtract_below_joint(k, y);
      for (int k = 0; k < j; ++k) m.summands[b + j] += magnitude(own(b + j, b + k)) * magnitude(y[k]);
      if (!take_pivot(b + j)) return false;
      for (int i = j + 1; i < r; ++i) y[i] = product(y[i], m.inverse[b + j]);
    }
    return true;
  }
  [[gnu::always_inline]] void subtract_below_joint(int k, Scalar* y) const {
    const Scalar by = y[k];
    for_all(r, [&](int i) PLUMB_INLINE {
      if (i > k) y[i] -= product(own(b + i, b + k), by);
    });
  }
  // y ← S⁻¹ y
  void divide_joint(Scalar* y) const {
    with_copy(y, r, [&](Scalar* x) PLUMB_INLINE {
      for_all(r, [&](int k) PLUMB_INLINE { subtract_below_joint(k, x); });
      for_all(r, [&](int l) PLUMB_INLINE {
        const int k = r - 1 - l;
        x[k] = product(x[k], m.inverse[b + k]);
        const Scalar by = x[k];
        for_all(r, [&](int i) PLUMB_INLINE {
          if (i < k) x[i] -= product(own(b + i, b + k), by);
        });
      });
    });
  }

  Extent<of_body> b;
  Extent<of_joint> r;
  int f;
  PivotMemory<Scalar> m;
};

#undef PLUMB_INLINE

}  // namespace plumb
