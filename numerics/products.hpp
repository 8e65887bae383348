#pragma once
// Products, reciprocals and sizes of real and complex numbers for the inner loops of factorisations.

#include <cmath>
#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

/// Returns a b. The complex product of the standard library tests for NaN and infinity, which costs more than the
/// multiplications.
template <class T>
T product(const T& a, const T& b) {
  return a * b;
}
template <class T>
std::complex<T> product(const std::complex<T>& a, const std::complex<T>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Returns 1/x, for complex numbers by Smith's formula.
template <class T>
T reciprocal(const T& x) {
  return T(1) / x;
}
template <class T>
std::complex<T> reciprocal(const std::complex<T>& x) {
  using std::abs;
  if (abs(x.real()) >= abs(x.imag())) {
    const T ratio = x.imag() / x.real(), inverse = 1 / (x.real() + x.imag() * ratio);
    return {inverse, -ratio * inverse};
  }
  const T ratio = x.real() / x.imag(), inverse = 1 / (x.imag() + x.real() * ratio);
  return {ratio * inverse, -inverse};
}

/// Returns |x|, for complex numbers |Re x| + |Im x|, which is at most √2 times as large.
template <class T>
T magnitude(const T& x) {
  using std::abs;
  return abs(x);
}
template <class T>
T magnitude(const std::complex<T>& x) {
  using std::abs;
  return abs(x.real()) + abs(x.imag());
}

}  // namespace plumb
