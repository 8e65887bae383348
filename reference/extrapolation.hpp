#pragma once
// The extrapolated midpoint rule in quad or in double-doubles, with variable step and variable order up to 24 (Gragg;
// Bulirsch & Stoer). The choice of order and step follows Hairer, Norsett & Wanner I, section II.9.
//
//   y_(m+1) = y_(m-1) + 2 h f(t_m, y_m),   h = H / n_k,   n_k = 2, 4, 6, ...
//   T_k1 = (y_(n_k) + y_(n_k - 1) + h f(t + H, y_(n_k))) / 2
//   T_k,j+1 = T_kj + (T_kj - T_(k-1),j) / ((n_k / n_(k-j))² - 1)
//
// An accuracy of thirty digits needs high orders. The rule of Boost.Odeint ends at order 16, and takes two to eight
// times the evaluations. However, the weights of the T_k1 in the result grow with the order, to 10³ at order 24, and
// amplify the roundings of the T_k1. Therefore the sums contain the increments of a step; sums of the state itself lose
// one to two digits of accuracy. Double-doubles have no digits to spare, so they use n_k = 2, 4, 6, 8, 12, 16, 24, ...
// (Bulirsch), where weights stay below 10. This sequence takes 1.7 times the evaluations and saves two digits.

#include <functional>
#include <vector>

#include "numerics/double_double.hpp"
#include "numerics/quad.hpp"

namespace plumb {

inline constexpr int highest_extrapolated_order = 24;

/// Rates are computed in T = quad or double_double. Times are in quad, since a sum of steps in T would accumulate
/// roundings.
template <class T>
class ExtrapolatedMidpoint {
 public:
  using State = std::vector<T>;
  using Rates = std::function<void(const State& x, State& rate, const T& t)>;

  /// The tolerance of a step is absolute, and relative to each component and to its change over the step.
  explicit ExtrapolatedMidpoint(const T& tolerance);

  /// Tries a step of length `h` from x at t and returns whether it was accepted. If so, x and t are set to its end. h
  /// becomes the length of the next trial, or NaN if the rates at x are not finite, so that no step is possible.
  bool try_step(const Rates& rates, State& x, quad& t, quad& h);

 private:
  /// A row of the tableau: T_k1 and its cost and error.
  struct Row {
    int substeps;
    double cost;              // number of evaluations of a step that accepts this row
    double error = 0;         // error of the last trial, as a multiple of the tolerance
    std::vector<T> weights;   // weights 1 / ((n_k / n_i)² - 1) of the previous rows
    State extrapolated = {};  // last entry of the diagonal through this row, without x
  };

  int rows_tried(const Rates& rates, const State& x, const T& t, const T& h, bool& accepted);
  void midpoint(const Rates& rates, const State& x, const T& t, const T& h, Row& row);
  double extrapolate(std::size_t k, const State& x, const T& h);
  bool is_hopeless(int k) const;
  double factor(int k) const;
  double work(int k) const;
  double next_factor(int k, bool accepted);

  T tolerance_;
  std::vector<Row> rows_;
  int target_;  // index of the row that is expected to end a step
  bool is_first_ = true, was_rejected_ = false;
  State rate_at_start_, rate_, at_, before_;
};

}  // namespace plumb
