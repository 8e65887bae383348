#pragma once
// A function x defined by an equation r(x) = 0, with its derivatives with respect to all quantities on which r depends.
//
// Newton's iteration computes the value. Then one step in dual numbers for each level, always with the Jacobian at the
// solution, computes the derivatives: each step makes the derivatives of one more order exact.
//
//   x ← x − J⁻¹ r(x),   J = ∂r/∂x
//
// Source: Griewank & Walther 2008, Evaluating Derivatives, section 15.3.

#include <cmath>
#include <limits>

#include "numerics/dual.hpp"
#include "numerics/partial_lu.hpp"

namespace plumb {

/// The scalar type below all levels of a nested dual number, and the number of levels; 0 for a plain scalar.
template <class X>
struct BaseOf {
  using Number = X;
  static constexpr int levels = 0;
  static const X& value(const X& x) { return x; }
};
template <class X, int n>
struct BaseOf<Dual<X, n>> {
  using Number = typename BaseOf<X>::Number;
  static constexpr int levels = BaseOf<X>::levels + 1;
  static const Number& value(const Dual<X, n>& x) { return BaseOf<X>::value(x.value); }
};
template <class X>
using BaseNumber = typename BaseOf<X>::Number;

/// Returns the vector of the values, without derivatives.
template <class X, int n>
Vec<BaseNumber<X>, n> base_values(const Vec<X, n>& x) {
  Vec<BaseNumber<X>, n> out;
  for (int i = 0; i < n; ++i) out[i] = BaseOf<X>::value(x[i]);
  return out;
}

namespace implicit_function_detail {

// Replaces x by the nearby root. Returns false if there is none.
template <class T, int m, class Linearise>
bool find_root(Vec<T, m>& x, PartialLu<T, m>& jacobian, Linearise linearise) {
  using std::pow;
  constexpr int most_steps = 60;
  // Convergence is quadratic, so the error after a step of this size is below rounding. One more step provides the
  // Jacobian for the derivatives.
  const T small = pow(std::numeric_limits<T>::epsilon(), T(2) / 3);
  bool is_last = false;
  for (int k = 0; k < most_steps; ++k) {
    Vec<T, m> r;
    linearise(x, r, jacobian.matrix);
    if (!jacobian.factor()) return false;
    jacobian.solve(r);
    x -= r;
    if (is_last) return true;
    is_last = r.cwiseAbs().maxCoeff() <= small * (1 + x.cwiseAbs().maxCoeff());
  }
  return false;
}

}  // namespace implicit_function_detail

/// Returns the root near `start` in numbers X. linearise(x, r, J) evaluates r and its Jacobian in base numbers,
/// residual(x) evaluates r in X. The error is at rounding level; the result is NaN if no root is found.
template <class X, int m, class Linearise, class Residual>
Vec<X, m> implicit_function(const Vec<BaseNumber<X>, m>& start, Linearise linearise, Residual residual) {
  using T = BaseNumber<X>;
  Vec<T, m> root = start;
  PartialLu<T, m> jacobian;
  if (!implicit_function_detail::find_root<T, m>(root, jacobian, linearise))
    root.setConstant(std::numeric_limits<T>::quiet_NaN());
  Vec<X, m> x = constants<X>(root);
  if constexpr (BaseOf<X>::levels > 0) {
    Mat<T, m> inverse;
    for (int j = 0; j < m; ++j) {
      Vec<T, m> column = zeros<Vec<T, m>>();
      column[j] = 1;
      jacobian.solve(column);
      inverse.col(j) = column;
    }
    for (int level = 0; level < BaseOf<X>::levels; ++level) {
      const Vec<X, m> r = residual(x);
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < m; ++j) x[i] = x[i] - inverse(i, j) * r[j];
    }
  }
  return x;
}

}  // namespace plumb
