#pragma once
// Real polynomials in 100 digits whose coefficients are known to some digits only, and their roots.

#include <cmath>
#include <vector>

#include "methods/coefficients/digits.hpp"
#include "numerics/quad.hpp"

namespace plumb {

/// Exact; back it is rounded to the last unit or two. By three doubles, so for numbers that a double can hold.
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
  std::vector<double> within = {};           // of the same size: how far each may be from the one meant

  bool is_zero() const { return coefficients.empty(); }
  int degree() const { return static_cast<int>(coefficients.size()) - 1; }
  Digits100 operator()(const Digits100& x) const;
  Complex100 operator()(const Complex100& x) const;
  double slack(double size) const;  // Σ within_k size^k: how far the value at a point of that modulus may be off
  Polynomial derivative() const;
};

/// What is not larger than its digits leave is 0, and so are leading coefficients that are.
Polynomial snapped(Polynomial p);
Polynomial operator*(const Polynomial& p, const Polynomial& q);
Polynomial operator+(const Polynomial& p, const Polynomial& q);
Polynomial operator-(const Polynomial& p, const Polynomial& q);
Polynomial scaled(Polynomial p, const Digits100& factor);

/// Divided by the highest power of x − root that the digits allow; 0 stays 0.
Polynomial without_root(Polynomial p, const Digits100& root);

/// Every real root between, ascending, by the roots of the derivatives; a point where the value touches 0 within its
/// digits is one too. `p` is not 0.
std::vector<Digits100> real_roots(const Polynomial& p, const Digits100& low, const Digits100& high);
/// No root is larger in modulus (Cauchy).
Digits100 root_bound(const Polynomial& p);

struct MultipleRoot {
  Complex100 value;
  int multiplicity = 1;
  double within = 0;  // how far the digits leave it open
};

/// All roots of a complex polynomial, the constant first, by the iteration of Aberth and Ehrlich, from `start` if it
/// has as many. In 100 digits, quad or double, to a few units of the last place where they are simple.
template <class Real>
std::vector<ComplexOf<Real>> complex_roots(std::vector<ComplexOf<Real>> p, std::vector<ComplexOf<Real>> start = {});

/// Roots with their multiplicities: those that lie so near each other that the digits allow one multiple root.
std::vector<MultipleRoot> multiple_roots(const Polynomial& p);

}  // namespace plumb
