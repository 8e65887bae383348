#pragma once
// Real polynomials in 100 digits whose coefficients have uncertainties, and their roots.

#include <cmath>
#include <concepts>
#include <vector>

#include "methods/coefficients/digits.hpp"
#include "numerics/quad.hpp"

namespace plumb {

/// Rounds to one or two units of the last place. Precondition: the number is in the range of double.
quad in_quad(const Digits100& x);

template <class Real>
struct ComplexOf {
  Real re = 0, im = 0;

  friend ComplexOf operator+(const ComplexOf& x, const ComplexOf& y) { return {x.re + y.re, x.im + y.im}; }
  friend ComplexOf operator-(const ComplexOf& x, const ComplexOf& y) { return {x.re - y.re, x.im - y.im}; }
  friend ComplexOf operator*(const ComplexOf& x, const ComplexOf& y) {
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
  }
  friend ComplexOf operator/(const ComplexOf& x, const ComplexOf& y) {
    const Real norm = y.re * y.re + y.im * y.im;
    return {(x.re * y.re + x.im * y.im) / norm, (x.im * y.re - x.re * y.im) / norm};
  }
  friend Real modulus(const ComplexOf& x) {
    using std::sqrt;
    return sqrt(Real(x.re * x.re + x.im * x.im));
  }
};
using Complex100 = ComplexOf<Digits100>;

/// The value of a polynomial with real coefficients, the constant first.
template <class Real>
ComplexOf<Real> value(const std::vector<Real>& p, const ComplexOf<Real>& z) {
  ComplexOf<Real> out;
  for (auto k = p.size(); k-- > 0;) {
    out = out * z;
    out.re += p[k];
  }
  return out;
}

template <class Real>
struct PolynomialValue {
  ComplexOf<Real> value, slope;  // p(z) and p'(z)
  Real terms = 0;                // Σ |p_k| |z|^k, the scale of the rounding error of the value
};

/// The same for complex coefficients, with the derivative.
template <class Real>
PolynomialValue<Real> value_and_slope(const std::vector<ComplexOf<Real>>& p, const ComplexOf<Real>& z) {
  using std::abs;
  PolynomialValue<Real> out;
  const Real r = modulus(z);
  for (auto k = p.size(); k-- > 0;) {
    out.slope = out.slope * z + out.value;
    out.value = out.value * z + p[k];
    out.terms = out.terms * r + abs(p[k].re) + abs(p[k].im);
  }
  return out;
}

struct Polynomial {
  std::vector<Digits100> coefficients = {};  // coefficients from the constant term up
  std::vector<double> within = {};           // uncertainty of each coefficient, in the same order

  bool is_zero() const { return coefficients.empty(); }
  int degree() const { return static_cast<int>(coefficients.size()) - 1; }
  Digits100 operator()(const Digits100& x) const;
  Complex100 operator()(const Complex100& x) const { return value(coefficients, x); }
  double slack(double size) const;  // uncertainty Σ within_k size^k of the value at a point of modulus `size`
  Polynomial derivative() const;
};

/// The coefficients in another precision, the constant first.
template <class Real>
std::vector<Real> coefficients_in(const Polynomial& p) {
  std::vector<Real> out;
  for (const auto& x : p.coefficients)
    if constexpr (std::same_as<Real, quad>)
      out.push_back(in_quad(x));
    else
      out.push_back(static_cast<Real>(x));
  return out;
}

/// Sets coefficients within their uncertainty to 0, and removes leading zeros.
Polynomial snapped(Polynomial p);
Polynomial operator*(const Polynomial& p, const Polynomial& q);
Polynomial operator+(const Polynomial& p, const Polynomial& q);
Polynomial operator-(const Polynomial& p, const Polynomial& q);
Polynomial scaled(Polynomial p, const Digits100& factor);

/// Divides by the highest power of x − root that is a factor within the uncertainty; 0 stays 0.
Polynomial without_root(Polynomial p, const Digits100& root);

/// Returns every real root in an interval, ascending, computed from the roots of the derivatives. A point where the
/// value touches 0 within its uncertainty is a root too. Precondition: `p` is not 0.
std::vector<Digits100> real_roots(const Polynomial& p, const Digits100& low, const Digits100& high);
/// Returns an upper bound of the moduli of all roots (Cauchy).
Digits100 root_bound(const Polynomial& p);

struct MultipleRoot {
  Complex100 value;
  int multiplicity = 1;
  double within = 0;  // uncertainty of the value
};

/// Returns all roots of a complex polynomial (the constant first) by the iteration of Aberth and Ehrlich. The iteration
/// starts from `start` if it has one entry for each root. In 100 digits, quad or double, simple roots are accurate to a
/// few units of the last place.
template <class Real>
std::vector<ComplexOf<Real>> complex_roots(std::vector<ComplexOf<Real>> p, std::vector<ComplexOf<Real>> start = {});
std::vector<Complex100> complex_roots(const Polynomial& p);

/// Returns the roots with their multiplicities. Roots that lie close together count as one if a multiple root is within
/// the uncertainty.
std::vector<MultipleRoot> multiple_roots(const Polynomial& p);

}  // namespace plumb
