#pragma once
// Real polynomials in 100 digits whose coefficients are known to some digits only, and their roots.

#include <vector>

#include "methods/coefficients/digits.hpp"
#include "numerics/quad.hpp"

namespace plumb {

/// Exact; back it is rounded to the last unit or two. By three doubles, so for numbers that a double can hold.
Digits100 digits100(const quad& x);
quad in_quad(const Digits100& x);

struct Complex100 {
  Digits100 re = 0, im = 0;
};
Complex100 operator+(const Complex100& x, const Complex100& y);
Complex100 operator-(const Complex100& x, const Complex100& y);
Complex100 operator*(const Complex100& x, const Complex100& y);
Complex100 operator/(const Complex100& x, const Complex100& y);
Digits100 modulus(const Complex100& x);

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

/// Coefficients of a polynomial that is complex, the constant first.
using ComplexCoefficients = std::vector<Complex100>;

/// All roots by the iteration of Aberth and Ehrlich, from `start` if it has as many.
std::vector<Complex100> complex_roots(const ComplexCoefficients& p, std::vector<Complex100> start = {});

/// Roots with their multiplicities: those that lie so near each other that the digits allow one multiple root.
std::vector<MultipleRoot> multiple_roots(const Polynomial& p);

}  // namespace plumb
