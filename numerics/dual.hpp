#pragma once
// Dual<T, n>: a number with its derivatives along n directions, x + Σ d_i ε_i with ε_i ε_j = 0: forward automatic
// differentiation, exact to rounding. T may be a dual number itself, for derivatives of higher order.
//
//   f(x + Σ d_i ε_i) = f(x) + Σ f'(x) d_i ε_i
//
// Source: Griewank & Walther 2008, Evaluating Derivatives, chapter 3.
//
// Libraries do not support the third derivatives that constraints need in all three precisions. Over `quad`, Eigen's
// AutoDiffScalar accepts no integers at the second level; at the third level it accepts no constants, and its atan2
// allocates. Boost's autodiff makes a series of every variable instead of a gradient, and compiles twice as long.
//
// Comparisons use values only, so that a model branches as it does without derivatives. Therefore dual numbers that
// compare equal may have different derivatives, and a model must not look up cached results by comparing arguments.

#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include "numerics/scalar.hpp"

namespace plumb {

/// A constant for dual numbers over T, at any level.
template <class A, class T>
concept ConstantFor = std::convertible_to<A, T>;

/// A number with n derivatives. T is a real number or a dual number.
template <class T, int n>
class Dual {
 public:
  T value = T(0);
  std::array<T, n> derivatives = {};

  Dual() = default;
  template <ConstantFor<T> A>
  Dual(const A& x) : value(x) {}
  /// Returns the i-th independent variable at x.
  static Dual variable(const T& x, int i = 0) {
    Dual out(x);
    out.derivatives[static_cast<std::size_t>(i)] = T(1);
    return out;
  }

  Dual& operator+=(const Dual& y) { return *this = *this + y; }
  Dual& operator-=(const Dual& y) { return *this = *this - y; }
  Dual& operator*=(const Dual& y) { return *this = *this * y; }
  Dual& operator/=(const Dual& y) { return *this = *this / y; }
  Dual operator+() const { return *this; }
  Dual operator-() const {
    Dual out(-value);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = -derivatives[i];
    return out;
  }

  friend Dual operator+(const Dual& x, const Dual& y) {
    Dual out(x.value + y.value);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = x.derivatives[i] + y.derivatives[i];
    return out;
  }
  friend Dual operator-(const Dual& x, const Dual& y) {
    Dual out(x.value - y.value);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = x.derivatives[i] - y.derivatives[i];
    return out;
  }
  friend Dual operator*(const Dual& x, const Dual& y) {
    Dual out(x.value * y.value);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = x.derivatives[i] * y.value + x.value * y.derivatives[i];
    return out;
  }
  friend Dual operator/(const Dual& x, const Dual& y) {
    const T ratio = x.value / y.value;
    Dual out(ratio);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = (x.derivatives[i] - ratio * y.derivatives[i]) / y.value;
    return out;
  }

  // Overloads for constants, which avoid products with the zero derivatives of a constant.
  template <ConstantFor<T> A>
  friend Dual operator+(const Dual& x, const A& c) {
    return {x.value + c, x.derivatives};
  }
  template <ConstantFor<T> A>
  friend Dual operator+(const A& c, const Dual& x) {
    return {c + x.value, x.derivatives};
  }
  template <ConstantFor<T> A>
  friend Dual operator-(const Dual& x, const A& c) {
    return {x.value - c, x.derivatives};
  }
  template <ConstantFor<T> A>
  friend Dual operator-(const A& c, const Dual& x) {
    Dual out(c - x.value);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = -x.derivatives[i];
    return out;
  }
  template <ConstantFor<T> A>
  friend Dual operator*(const Dual& x, const A& c) {
    Dual out(x.value * c);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = x.derivatives[i] * c;
    return out;
  }
  template <ConstantFor<T> A>
  friend Dual operator*(const A& c, const Dual& x) {
    return x * c;
  }
  template <ConstantFor<T> A>
  friend Dual operator/(const Dual& x, const A& c) {
    Dual out(x.value / c);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = x.derivatives[i] / c;
    return out;
  }
  template <ConstantFor<T> A>
  friend Dual operator/(const A& c, const Dual& x) {
    const T ratio = c / x.value;
    return chain(x, ratio, -ratio / x.value);
  }

  friend bool operator==(const Dual& x, const Dual& y) { return x.value == y.value; }
  friend bool operator<(const Dual& x, const Dual& y) { return x.value < y.value; }
  friend bool operator>(const Dual& x, const Dual& y) { return x.value > y.value; }
  friend bool operator<=(const Dual& x, const Dual& y) { return x.value <= y.value; }
  friend bool operator>=(const Dual& x, const Dual& y) { return x.value >= y.value; }

  friend Dual abs(const Dual& x) { return x.value < 0 ? -x : x; }
  friend Dual fabs(const Dual& x) { return abs(x); }
  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const T root = sqrt(x.value);
    return chain(x, root, 1 / (2 * root));
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const T power = exp(x.value);
    return chain(x, power, power);
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return chain(x, log(x.value), 1 / x.value);
  }
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    const T sine = sin(x.value), cosine = cos(x.value);
    return chain(x, sine, cosine);
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    const T sine = sin(x.value), cosine = cos(x.value);
    return chain(x, cosine, -sine);
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const T tangent = tan(x.value);
    return chain(x, tangent, 1 + tangent * tangent);
  }
  friend Dual asin(const Dual& x) {
    using std::asin, std::sqrt;
    return chain(x, asin(x.value), 1 / sqrt(1 - x.value * x.value));
  }
  friend Dual acos(const Dual& x) {
    using std::acos, std::sqrt;
    return chain(x, acos(x.value), -1 / sqrt(1 - x.value * x.value));
  }
  friend Dual atan(const Dual& x) {
    using std::atan;
    return chain(x, atan(x.value), 1 / (1 + x.value * x.value));
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T r2 = x.value * x.value + y.value * y.value;
    Dual out(atan2(y.value, x.value));
    for (std::size_t i = 0; i < n; ++i)
      out.derivatives[i] = (x.value * y.derivatives[i] - y.value * x.derivatives[i]) / r2;
    return out;
  }
  friend Dual sinh(const Dual& x) {
    using std::cosh, std::sinh;
    return chain(x, sinh(x.value), cosh(x.value));
  }
  friend Dual cosh(const Dual& x) {
    using std::cosh, std::sinh;
    return chain(x, cosh(x.value), sinh(x.value));
  }
  friend Dual tanh(const Dual& x) {
    using std::tanh;
    const T tangent = tanh(x.value);
    return chain(x, tangent, 1 - tangent * tangent);
  }
  friend Dual hypot(const Dual& x, const Dual& y) { return sqrt(x * x + y * y); }
  /// The power with a constant exponent.
  template <ConstantFor<T> A>
  friend Dual pow(const Dual& x, const A& p) {
    using std::pow;
    return chain(x, pow(x.value, p), p * pow(x.value, p - 1));
  }
  friend bool isfinite(const Dual& x) {
    using std::isfinite;
    bool all = isfinite(x.value);
    for (const T& d : x.derivatives) all = all && isfinite(d);
    return all;
  }

 private:
  Dual(const T& x, const std::array<T, n>& along) : value(x), derivatives(along) {}
  // Returns f(x), where f'(x) = slope.
  static Dual chain(const Dual& x, const T& f, const T& slope) {
    Dual out(f);
    for (std::size_t i = 0; i < n; ++i) out.derivatives[i] = slope * x.derivatives[i];
    return out;
  }
};

/// Converts a vector of fixed size to the scalar X; if X is a dual number, the derivatives are 0.
template <class X, class From>
auto constants(const From& x) {
  static_assert(From::RowsAtCompileTime >= 0, "the number of components is known at compile time");
  Vec<X, From::RowsAtCompileTime> out;
  for (int i = 0; i < From::RowsAtCompileTime; ++i) out[i] = X(x[i]);
  return out;
}
/// Returns the vector as n independent variables.
template <class T, int n>
Vec<Dual<T, n>, n> variables(const Vec<T, n>& x) {
  Vec<Dual<T, n>, n> out;
  for (int i = 0; i < n; ++i) out[i] = Dual<T, n>::variable(x[i], i);
  return out;
}
/// Row i has the derivatives of x_i.
template <class T, int n, int rows>
Mat<T, rows, n> gradients(const Vec<Dual<T, n>, rows>& x) {
  Mat<T, rows, n> out;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j) out(i, j) = x[i].derivatives[static_cast<std::size_t>(j)];
  return out;
}

/// Numbers along a curve with the parameter ε: their values at ε = 0, with their first and second derivatives.
template <class T>
using Curved = Dual<Dual<T, 1>, 1>;
/// Returns the parameter ε at ε = 0, as an independent variable.
template <class T>
Curved<T> curve_parameter() {
  return Curved<T>::variable(Dual<T, 1>::variable(T(0)));
}
template <class T, int rows>
Vec<T, rows> second_derivative(const Vec<Curved<T>, rows>& x) {
  Vec<T, rows> out;
  for (int i = 0; i < rows; ++i) out[i] = x[i].derivatives[0].derivatives[0];
  return out;
}

}  // namespace plumb

template <class T, int n>
struct std::numeric_limits<plumb::Dual<T, n>> : std::numeric_limits<T> {};

template <class T, int n>
struct Eigen::NumTraits<plumb::Dual<T, n>> : Eigen::GenericNumTraits<plumb::Dual<T, n>> {
  using Literal = typename NumTraits<T>::Literal;
  enum { RequireInitialization = 1, ReadCost = 1 + n, AddCost = 4 * (1 + n), MulCost = 8 * (1 + n) };
  static int digits10() { return NumTraits<T>::digits10(); }
  static plumb::Dual<T, n> dummy_precision() { return NumTraits<T>::dummy_precision(); }
};
template <class T, int n, plumb::ConstantFor<T> A, class Operation>
struct Eigen::ScalarBinaryOpTraits<plumb::Dual<T, n>, A, Operation> {
  using ReturnType = plumb::Dual<T, n>;
};
template <class T, int n, plumb::ConstantFor<T> A, class Operation>
struct Eigen::ScalarBinaryOpTraits<A, plumb::Dual<T, n>, Operation> {
  using ReturnType = plumb::Dual<T, n>;
};
