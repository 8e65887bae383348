#pragma once
// Embedded weights: a second solution of lower order from the stages of a Runge-Kutta step, whose distance from the
// first one estimates the error.
//
//   ŷ = y + h (Σ b̂_i k_i + b̂_end f(t + h, y⁺))
//
// Source: Hairer, Nørsett & Wanner, Solving ODEs I, section II.4. The rate at the end of the step is the first stage of
// the next one.

#include <string>
#include <vector>

#include "methods/coefficients/tableau.hpp"

namespace plumb {

template <int n>
struct EmbeddedWeights {
  int order = 0;                 // order of the embedded solution ŷ
  std::array<Coefficient, n> b;  // embedded weights b̂
  Coefficient end = {};          // embedded weight b̂_end
};

/// Embedded weights for a tableau of any size, as exact text.
struct EmbeddedData {
  int power = 1;               // exponent of h in the error estimate ‖e‖
  std::vector<std::string> b;  // embedded weights b̂, one for each stage
  std::string end = "0";       // embedded weight b̂_end
};

/// The method with the result ŷ: the stages of `tableau`, a further stage at the end of the step, and the embedded
/// weights.
template <int n>
constexpr Tableau<n + 1> embedded_method(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
  Tableau<n + 1> out{.info = tableau.info, .a = {}, .b = {}, .c = {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) out.a[i][j] = tableau.a[i][j];
    out.a[n][i] = tableau.b[i];
    out.b[i] = weights.b[i];
    out.c[i] = tableau.c[i];
  }
  out.b[n] = weights.end;
  out.c[n] = Coefficient{1};
  return out;
}

/// The exponent of h in ‖e‖ = O(h^k): one more than the order of ŷ.
template <int n>
constexpr int power_of_estimate(const EmbeddedWeights<n>& weights) {
  return weights.order + 1;
}
/// The exponent of h in ‖e‖²/sqrt(‖e‖² + ‖f‖²/100) for small h, where f is the estimate of lower order.
template <int n>
constexpr int power_of_estimate(const EmbeddedWeights<n>& e, const EmbeddedWeights<n>& f) {
  return 2 * power_of_estimate(e) - power_of_estimate(f);
}

/// b − b̂ in a working precision, the weight of the end last: the estimate is the sum of the stages with these weights.
template <class T, int n>
std::vector<T> error_weights(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
  std::vector<T> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(tableau.b[i].template as<T>() - weights.b[i].template as<T>());
  out.push_back(-weights.end.template as<T>());
  return out;
}
template <class T>
std::vector<T> error_weights(const TableauData& tableau, const EmbeddedData& weights) {
  std::vector<T> out;
  for (std::size_t i = 0; i < tableau.b.size(); ++i)
    out.push_back(expression_value<T>(tableau.b[i]) - expression_value<T>(weights.b[i]));
  out.push_back(-expression_value<T>(weights.end));
  return out;
}

}  // namespace plumb
