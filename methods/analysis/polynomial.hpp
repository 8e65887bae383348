#pragma once
// Real polynomials in 100 digits whose coefficients are known to some digits only, and their roots.

#include <cmath>
#include <vector>

#include "methods/coefficients/digits.hpp"
#include "numerics/quad.hpp"

namespace plumb {

/// digits100() is exact; in_quad() rounds to the last unit or two. Both use three doubles, so that numbers have to fit
/// one.
Digits100 digits100(const quad& x);
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

struct Polynomial {
  std::vector<Digits100> coefficients = {};  // the constant first
  std::vector<double> within = {};           // of the same size: the uncertainty of each

  bool is_zero() const { return coefficients.empty(); }
  int degree() const { return static_cast<int>(coefficients.size()) - 1; }
  Digits100 operator()(const Digits100& x) const;
  Complex100 operator()(const Complex100& x) const;
  double slack(double size) const;  // Σ within_k size^k: how far the value at a point of that modulus may be off
  Polynomial derivative() const;
};

/// Sets to 0 the coefficients that are not larger than their uncertainty, and removes leading ones.
Polynomial snapped(Polynomial p);
Polynomial operator*(const Polynomial& p, const Polynomial& q);
Polynomial operator+(const Polynomial& p, const Polynomial& q);
Polynomial operator-(const Polynomial& p, const Polynomial& q);
Polynomial scaled(Polynomial p, const Digits100& factor);

/// Divides by the highest power of x − root that the uncertainty allows; 0 stays 0.
Polynomial without_root(Polynomial p, const Digits100& root);

/// Every real root in between, ascending, by the roots of the derivatives. A point where the value touches 0 within its
/// uncertainty is a root, too. Precondition: `p` is not 0.
std::vector<Digits100> real_roots(const Polynomial& p, const Digits100& low, const Digits100& high);
/// No root has a larger modulus than this (Cauchy).
Digits100 root_bound(const Polynomial& p);

struct MultipleRoot {
  Complex100 value;
  int multiplicity = 1;
  double within = 0;  // its uncertainty
};

/// All roots of a complex polynomial, the constant first, by the iteration of Aberth and Ehrlich, which begins at
/// `start` if that has as many. In 100 digits, quad or double, they are right to a few units of the last place where
/// they are simple.
template <class Real>
std::vector<ComplexOf<Real>> complex_roots(std::vector<ComplexOf<Real>> p, std::vector<ComplexOf<Real>> start = {});

/// Roots with their multiplicities: roots that lie close together are one if the uncertainty allows one multiple root.
std::vector<MultipleRoot> multiple_roots(const Polynomial& p);

}  // namespace plumb
