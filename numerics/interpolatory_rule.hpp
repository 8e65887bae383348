#pragma once
// Weights of the quadrature that integrates the polynomial through given values.

#include <array>
#include <cmath>
#include <cstddef>

#include "numerics/scalar.hpp"

namespace plumb {

/// Σ_j w_j p(x_j) = ∫ p ds from 0 to 1 for every polynomial p of degree < count; x_j the points from `first` on, which
/// differ, and w_j at the same places, 0 elsewhere. By Gauss's rule of five points, whose terms do not cancel as those of
/// monomials would: exact up to degree 9.
template <class T, std::size_t most>
std::array<T, most> interpolatory_weights(const std::array<T, most>& x, std::size_t first, std::size_t count) {
  static_assert(most <= 10);
  using std::sqrt;
  const T root = sqrt(T(10) / 7), even = T(322) / 900, odd = 13 * sqrt(T(70)) / 900;
  const T near = sqrt(5 - 2 * root) / 3, far = sqrt(5 + 2 * root) / 3;
  const std::array<T, 5> node = {-far, -near, T(0), near, far};
  const std::array<T, 5> weight = {even - odd, even + odd, T(128) / 225, even + odd, even - odd};
  std::array<T, most> out{};
  for (std::size_t j = first; j < first + count; ++j) {
    for (std::size_t k = 0; k < node.size(); ++k) {
      const T s = (1 + node[k]) / 2;
      T basis = weight[k] / 2;
      for (std::size_t m = first; m < first + count; ++m)
        if (m != j) basis *= (s - x[m]) / (x[j] - x[m]);
      out[j] += basis;
    }
  }
  return out;
}

}  // namespace plumb
