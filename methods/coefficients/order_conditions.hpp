#pragma once
// Order conditions checked by the compiler: the highest order up to 5 that a rational tableau satisfies.
//
// One condition Φ(τ) = 1/γ(τ) for each rooted tree τ (Hairer, Nørsett & Wanner, Solving ODEs I, theorem II.2.13). A
// tree [τ_1 … τ_k] has the stage weights Π_l (A Φ_l)_i; trees are written as products of such vectors. Orders beyond 5
// are checked at run time, in 50-digit arithmetic and over all trees (methods/analysis).

#include "methods/coefficients/tableau.hpp"

namespace plumb {

template <int n>
using StageVector = std::array<double, n>;

/// The highest order p <= 5 whose conditions hold to 1e-13; 0 if the rows of A do not sum to c.
template <int n>
constexpr int verified_order(const Tableau<n>& tableau) {
  using Stages = StageVector<n>;
  const auto value = [](const Coefficient& x) {
    if (!x.decimal.empty()) return expression_value<double>(x.decimal);
    return static_cast<double>(x.numerator) / static_cast<double>(x.denominator);
  };
  const auto times = [](Stages x, const Stages& y) {
    for (std::size_t i = 0; i < n; ++i) x[i] *= y[i];
    return x;
  };
  const auto apply = [&](const Stages& x) {  // A x
    Stages out{};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) out[i] += value(tableau.a[i][j]) * x[j];
    return out;
  };
  const auto holds = [&](const Stages& x, double gamma) {  // bᵀ x = 1/γ
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += value(tableau.b[i]) * x[i];
    const double error = sum - 1 / gamma;
    return error < 1e-13 && error > -1e-13;
  };
  Stages one{}, c{};
  for (std::size_t i = 0; i < n; ++i) {
    one[i] = 1;
    c[i] = value(tableau.c[i]);
  }
  const Stages row_sums = apply(one);
  for (std::size_t i = 0; i < n; ++i) {
    const double error = row_sums[i] - c[i];
    if (error > 1e-13 || error < -1e-13) return 0;
  }
  const Stages cc = times(c, c), ccc = times(cc, c), ac = apply(c), acc = apply(cc), aac = apply(ac);
  if (!holds(one, 1)) return 0;
  if (!holds(c, 2)) return 1;
  if (!holds(cc, 3) || !holds(ac, 6)) return 2;
  if (!holds(ccc, 4) || !holds(times(c, ac), 8) || !holds(acc, 12) || !holds(aac, 24)) return 3;
  if (!holds(times(cc, cc), 5) || !holds(times(cc, ac), 10) || !holds(times(c, acc), 15) || !holds(times(c, aac), 30) ||
      !holds(times(ac, ac), 20) || !holds(apply(ccc), 20) || !holds(apply(times(c, ac)), 40) ||
      !holds(apply(acc), 60) || !holds(apply(aac), 120))
    return 4;
  return 5;
}

}  // namespace plumb
