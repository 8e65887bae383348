#pragma once
// The integral of a function that is given point by point, for example the power of forces along a computed motion.
//
//   W_n = ∫ f dt from t_0 to t_n:  over each step the polynomial of degree 15 through the sixteen points around it
//
// In the middle of the points the rule is symmetric, in the first and the last seven steps one-sided; with fewer points
// than sixteen it uses all of them. Its order is far above the order of the methods that compute the motion,
// because their errors have small constants: a rule of order 10 would hide dop853, of order 8.
//
// The rule is compared with rules with two, four and six points fewer around the same step. If the differences from
// rule to rule shrink at least fourfold, or down to rounding, f is resolved, and the last difference bounds the error
// from far above. Otherwise f jumps, has a discontinuous derivative, or is sampled too sparsely. Then the bound is 64
// times the largest difference, so that the sum over the steps bounds the error of a discontinuity at any position. The
// sum of these bounds is the uncertainty of W.

#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/compensated_sum.hpp"
#include "numerics/interpolatory_rule.hpp"

namespace plumb {

template <class T>
class RunningIntegral {
 public:
  static constexpr std::size_t most = 16;  // largest number of points of a quadrature rule

  RunningIntegral(const T& t0, const T& f0) : latest(t0) { f[0] = f0; }

  /// Adds the value of f at the next point; t must be larger than all times before. The integral W up to a point is
  /// computed as soon as enough later points are known: then `settle(W)` is called, once for each point after the
  /// first, in their order.
  template <class Settle>
  void add(const T& t, const T& value, Settle settle) {
    if (count == most) drop_first();
    spacing[count] = spacing_to(t);
    f[count] = value;
    latest = t;
    ++count;
    if (count == most) integrate_to(most / 2, settle);
  }
  /// Calls `settle` for the remaining points. No point may be added afterwards.
  template <class Settle>
  void finish(Settle settle) {
    integrate_to(count - 1, settle);
  }

  T value() const { return sum.value(); }  // integral W up to the last settled point
  T uncertainty() const { return doubt; }

 private:
  using Points = std::array<T, most>;
  static constexpr std::size_t rule_count = 4;

  void drop_first() {
    std::copy(f.begin() + 1, f.end(), f.begin());
    std::copy(spacing.begin() + 1, spacing.end(), spacing.begin());
    --count;
    --settled;
  }

  // Returns t − latest, or the previous spacing if the two differ only by the rounding of the times.
  T spacing_to(const T& t) const {
    using std::abs;
    const T length = t - latest;
    const bool same = count > 1 && abs(length - spacing[count - 1]) <= 4 * unit_roundoff<T>() * abs(t);
    return same ? spacing[count - 1] : length;
  }

  template <class Settle>
  void integrate_to(std::size_t point, Settle settle) {
    while (settled < point) {
      take_rules();
      std::array<T, rule_count> mean{};  // mean of f over the step, by each rule
      for (std::size_t r = 0; r < rule_count; ++r)
        for (std::size_t k = 0; k < count; ++k) mean[r] += rules[r][k] * f[k];
      const T& h = spacing[settled + 1];
      sum.add(h * mean[0]);
      doubt += h * uncertainty_of(mean, rounding());
      ++settled;
      settle(sum.value());
    }
  }

  static T uncertainty_of(const std::array<T, rule_count>& mean, const T& rounding) {
    using std::abs;
    const T last = abs(mean[0] - mean[1]), before = abs(mean[1] - mean[2]), first = abs(mean[2] - mean[3]);
    if (last <= rounding || (4 * last <= before && 4 * before <= first)) return last;
    return 64 * std::max({last, before, first});
  }
  // The rounding error of the difference of two rules.
  T rounding() const {
    using std::abs;
    T size = 0;
    for (std::size_t k = 0; k < count; ++k) size += abs(rules[0][k] * f[k]);
    return 8 * unit_roundoff<T>() * size;
  }

  // Computes the weights of the rules for the current step. The weights of the previous step are reused if the points
  // are equidistant and the step has the same position among them.
  void take_rules() {
    const bool uniform =
        std::all_of(spacing.begin() + 1, spacing.begin() + count, [&](const T& h) { return h == spacing[1]; });
    if (uniform && rules_uniform && rules_settled == settled && rules_points == count) return;
    rules_uniform = uniform;
    rules_settled = settled;
    rules_points = count;
    const auto x = points_by_step();
    for (std::size_t r = 0; r < rule_count; ++r) {
      const std::size_t points = count > 2 * r ? count - 2 * r : 1, before = (points - 1) / 2;
      const std::size_t first = settled > before ? std::min(settled - before, count - points) : 0;
      rules[r] = interpolatory_weights(x, first, points);
    }
  }

  // The points on an axis on which the current step is the interval from 0 to 1.
  Points points_by_step() const {
    Points x{};
    const T& h = spacing[settled + 1];
    for (std::size_t k = settled; k > 0; --k) x[k - 1] = x[k] - spacing[k] / h;
    for (std::size_t k = settled + 1; k < count; ++k) x[k] = x[k - 1] + spacing[k] / h;
    return x;
  }

  Points f{}, spacing{};               // spacing[k]: distance between points k − 1 and k
  std::size_t count = 1, settled = 0;  // number of stored points; index of the last point whose integral is known
  T latest;
  CompensatedSum<T> sum;
  T doubt = 0;
  std::array<Points, rule_count> rules{};
  bool rules_uniform = false;
  std::size_t rules_settled = 0, rules_points = 0;
};

}  // namespace plumb
