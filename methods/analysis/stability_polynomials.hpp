#pragma once
// The stability function R(z) = P(z)/Q(z) of a Runge-Kutta tableau as polynomials, and its series.
//
//   Q(z) = det(I − zA),   R(z) = 1 + Σ_k z^k bᵀA^{k−1}e,   P(z) = Q(z) R(z), of degree n
//   e^z − R(z) = C z^{q+1} + O(z^{q+2})
//
// Sources: Hairer & Wanner, Solving ODEs II, section IV.3; Faddeev & LeVerrier for determinants and, by adjugates,
// their derivatives.

#include <optional>

#include "methods/analysis/polynomial.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

class StabilityPolynomials {
 public:
  /// Throws std::invalid_argument if a text is not a number.
  StabilityPolynomials(const TableauData& data, const Digits& digits);

  const Polynomial& numerator() const { return p; }
  const Polynomial& denominator() const { return q; }

  /// Coefficients of R(z), as many as are needed for every order that the number of stages allows.
  const std::vector<Known>& series() const { return moments; }
  /// The largest q with R(z) = e^z + O(z^{q+1}) as far as the accuracy of the coefficients decides it.
  int linear_order() const;
  /// The error constant C. It is 0 if the computed series has no term of this degree, and nullopt if the coefficients
  /// are too inaccurate to distinguish C from 0 or to determine the order.
  std::optional<Known> error_constant() const;

  /// The largest possible error of a coefficient; 0 if there are only rounding errors.
  double open() const;

  bool is_explicit() const;
  /// Returns whether A is triangular and no entry of its diagonal is negative: then no pole of R lies in the left half
  /// plane.
  bool has_nonnegative_diagonal() const;

 private:
  class Moments;
  using Numbers = std::vector<Known>;

  bool is_open() const;  // whether a coefficient is uncertain by more than rounding
  bool is_triangular() const;
  Polynomial product_of_diagonal() const;
  Polynomial series_times_denominator() const;
  Polynomial determinant(bool with_weights) const;
  bool is_determined(std::size_t k, const Digits100& meant) const;

  Numbers a, b, moments;
  std::vector<double> roundings;  // rounding errors of the moments
  std::size_t n;
  Polynomial p, q;
};

}  // namespace plumb
