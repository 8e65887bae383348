#pragma once
// Products of 3-vectors and 3×3 matrices, written out for inner loops, because GCC does not inline the expressions of
// Eigen. The two factors may have different scalars, if these have a product.

#include <utility>

#include "numerics/scalar.hpp"

namespace plumb::three {

template <class A, class B>
using Product = decltype(std::declval<A>() * std::declval<B>());

/// a x
template <class A, class B>
[[gnu::always_inline]] inline Vec<Product<A, B>, 3> product(const Mat<A, 3>& a, const Vec<B, 3>& x) {
  return {a(0, 0) * x[0] + a(0, 1) * x[1] + a(0, 2) * x[2],  //
          a(1, 0) * x[0] + a(1, 1) * x[1] + a(1, 2) * x[2],  //
          a(2, 0) * x[0] + a(2, 1) * x[1] + a(2, 2) * x[2]};
}
/// aᵀ x
template <class A, class B>
[[gnu::always_inline]] inline Vec<Product<A, B>, 3> transposed_product(const Mat<A, 3>& a, const Vec<B, 3>& x) {
  return {a(0, 0) * x[0] + a(1, 0) * x[1] + a(2, 0) * x[2],  //
          a(0, 1) * x[0] + a(1, 1) * x[1] + a(2, 1) * x[2],  //
          a(0, 2) * x[0] + a(1, 2) * x[1] + a(2, 2) * x[2]};
}
/// x × y
template <class A, class B>
[[gnu::always_inline]] inline Vec<Product<A, B>, 3> cross(const Vec<A, 3>& x, const Vec<B, 3>& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

// GCC does not by itself inline a lambda that is called three times.
#define PLUMB_INLINE __attribute__((always_inline))

/// Calls of(j) for j = 0, 1, 2. In a loop, GCC would keep the modified variables in memory, not in registers.
template <class Function>
[[gnu::always_inline]] inline void for_three(Function function) {
  function(0);
  function(1);
  function(2);
}
/// Applies of(column) to every column.
template <class C, class B, class Function>
[[gnu::always_inline]] inline Mat<C, 3> by_column(const Mat<B, 3>& columns, Function function) {
  Mat<C, 3> out;
  for_three([&](int j) PLUMB_INLINE {
    const Vec<C, 3> column = function(Vec<B, 3>(columns(0, j), columns(1, j), columns(2, j)));
    for_three([&](int i) PLUMB_INLINE { out(i, j) = column[i]; });
  });
  return out;
}
/// a b
template <class A, class B>
[[gnu::always_inline]] inline Mat<Product<A, B>, 3> product(const Mat<A, 3>& a, const Mat<B, 3>& b) {
  return by_column<Product<A, B>>(b, [&](const Vec<B, 3>& x) PLUMB_INLINE { return product(a, x); });
}
/// aᵀ b
template <class A, class B>
[[gnu::always_inline]] inline Mat<Product<A, B>, 3> transposed_product(const Mat<A, 3>& a, const Mat<B, 3>& b) {
  return by_column<Product<A, B>>(b, [&](const Vec<B, 3>& x) PLUMB_INLINE { return transposed_product(a, x); });
}
/// Returns x × every column.
template <class A, class B>
[[gnu::always_inline]] inline Mat<Product<A, B>, 3> cross(const Vec<A, 3>& x, const Mat<B, 3>& columns) {
  return by_column<Product<A, B>>(columns, [&](const Vec<B, 3>& y) PLUMB_INLINE { return cross(x, y); });
}
/// Returns a x̃: every row × x.
template <class A, class B>
[[gnu::always_inline]] inline Mat<Product<A, B>, 3> cross(const Mat<A, 3>& rows, const Vec<B, 3>& x) {
  Mat<Product<A, B>, 3> out;
  for_three([&](int i) PLUMB_INLINE {
    out(i, 0) = rows(i, 1) * x[2] - rows(i, 2) * x[1];
    out(i, 1) = rows(i, 2) * x[0] - rows(i, 0) * x[2];
    out(i, 2) = rows(i, 0) * x[1] - rows(i, 1) * x[0];
  });
  return out;
}
template <class A>
[[gnu::always_inline]] inline Mat<A, 3> transposed(const Mat<A, 3>& a) {
  Mat<A, 3> out;
  for_three([&](int j) PLUMB_INLINE { for_three([&](int i) PLUMB_INLINE { out(j, i) = a(i, j); }); });
  return out;
}
/// s a
template <class S, class A>
[[gnu::always_inline]] inline Vec<Product<S, A>, 3> scaled(const S& s, const Vec<A, 3>& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
template <class S, class A>
[[gnu::always_inline]] inline Mat<Product<S, A>, 3> scaled(const S& s, const Mat<A, 3>& a) {
  return by_column<Product<S, A>>(a, [&](const Vec<A, 3>& x) PLUMB_INLINE { return scaled(s, x); });
}
/// a diag(s)
template <class S, class A>
[[gnu::always_inline]] inline Mat<Product<S, A>, 3> scaled_columns(const Mat<A, 3>& a, const Vec<S, 3>& s) {
  Mat<Product<S, A>, 3> out;
  for_three([&](int j) PLUMB_INLINE { for_three([&](int i) PLUMB_INLINE { out(i, j) = a(i, j) * s[j]; }); });
  return out;
}
/// to ← to + s a
template <class S, class A, class B>
[[gnu::always_inline]] inline void add(const S& s, const Vec<A, 3>& a, Vec<B, 3>& to) {
  for_three([&](int i) PLUMB_INLINE { to[i] += s * a[i]; });
}
template <class S, class A, class B>
[[gnu::always_inline]] inline void add(const S& s, const Mat<A, 3>& a, Mat<B, 3>& to) {
  for_three([&](int j) PLUMB_INLINE { for_three([&](int i) PLUMB_INLINE { to(i, j) += s * a(i, j); }); });
}
/// a + b
template <class A>
[[gnu::always_inline]] inline Mat<A, 3> sum(const Mat<A, 3>& a, const Mat<A, 3>& b) {
  Mat<A, 3> out;
  for_three([&](int j) PLUMB_INLINE { for_three([&](int i) PLUMB_INLINE { out(i, j) = a(i, j) + b(i, j); }); });
  return out;
}
/// to ← to + s x̃
template <class S, class A, class B>
[[gnu::always_inline]] inline void add_skew(const S& s, const Vec<A, 3>& x, Mat<B, 3>& to) {
  const Vec<B, 3> by = scaled(s, x);
  to(2, 1) += by[0];
  to(1, 2) -= by[0];
  to(0, 2) += by[1];
  to(2, 0) -= by[1];
  to(1, 0) += by[2];
  to(0, 1) -= by[2];
}

/// columns ← columns n, for three columns of any length; Eigen would use its algorithm for large matrices.
template <class Columns, class A>
void multiply_columns(Columns&& columns, const Mat<A, 3>& n) {
  for (Eigen::Index i = 0; i < columns.rows(); ++i) {
    const A x = columns(i, 0), y = columns(i, 1), z = columns(i, 2);
    for_three([&](int j) PLUMB_INLINE { columns(i, j) = x * n(0, j) + y * n(1, j) + z * n(2, j); });
  }
}
/// to ← to + columns n
template <class Columns, class A, class To>
void add_columns(const Columns& columns, const Mat<A, 3>& n, To&& to) {
  for (Eigen::Index i = 0; i < columns.rows(); ++i) {
    const A x = columns(i, 0), y = columns(i, 1), z = columns(i, 2);
    for_three([&](int j) PLUMB_INLINE { to(i, j) += x * n(0, j) + y * n(1, j) + z * n(2, j); });
  }
}
/// rows ← n rows
template <class A, class Rows>
void multiply_rows(const Mat<A, 3>& n, Rows&& rows) {
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    const Vec<A, 3> column = product(n, Vec<A, 3>(rows(0, j), rows(1, j), rows(2, j)));
    for_three([&](int i) PLUMB_INLINE { rows(i, j) = column[i]; });
  }
}

#undef PLUMB_INLINE

}  // namespace plumb::three
