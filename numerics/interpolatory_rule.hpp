#pragma once
// Weights of the quadrature that integrates the polynomial through given values.

#include <array>
#include <cmath>
#include <cstddef>

#include "numerics/scalar.hpp"

namespace plumb {

/// Integrates ∫ p ds from 0 to 1 for polynomials p of degree < 2n, by nodes and by weights that sum to 1.
template <class T, std::size_t n>
struct GaussRule {
  std::array<T, n> nodes{}, weights{};

  // Finds the roots of the Legendre polynomial P_n on (−1, 1) by Newton's iteration; w = 2/((1 − x²) P_n'(x)²).
  GaussRule() {
    using std::abs, std::cos;
    for (std::size_t k = 0; k < n; ++k) {
      T x = T(cos(3.14159265358979 * (static_cast<double>(k) + 0.75) / (static_cast<double>(n) + 0.5)));
      for (int iteration = 0; iteration < 10; ++iteration) x -= legendre(x).value / legendre(x).slope;
      const T slope = legendre(x).slope;
      nodes[k] = (1 + x) / 2;
      weights[k] = 1 / ((1 - x * x) * slope * slope);
    }
  }

 private:
  struct Legendre {
    T value, slope;
  };
  static Legendre legendre(const T& x) {
    T before = 1, value = x;
    for (std::size_t k = 2; k <= n; ++k) {
      const T next = (T(2 * k - 1) * x * value - T(k - 1) * before) / T(k);
      before = value;
      value = next;
    }
    return {value, T(n) * (x * value - before) / (x * x - 1)};
  }
};

/// Weights with Σ_j w_j p(x_j) = ∫ p ds from 0 to 1 for every polynomial p of degree < count, for the `count` points
/// from x[first] on, which must differ. The weights of all other points are 0. A weight is the integral of a Lagrange
/// polynomial, computed by Gauss's rule; sums of integrated monomials would cancel.
template <class T, std::size_t most>
std::array<T, most> interpolatory_weights(const std::array<T, most>& x, std::size_t first, std::size_t count) {
  static const GaussRule<T, (most + 1) / 2> gauss;
  std::array<T, most> out{};
  for (std::size_t j = first; j < first + count; ++j) {
    for (std::size_t k = 0; k < gauss.nodes.size(); ++k) {
      T basis = gauss.weights[k];
      for (std::size_t m = first; m < first + count; ++m)
        if (m != j) basis *= (gauss.nodes[k] - x[m]) / (x[j] - x[m]);
      out[j] += basis;
    }
  }
  return out;
}

}  // namespace plumb
