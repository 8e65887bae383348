#pragma once
// The extrapolated midpoint rule in quad or in double-doubles, of variable step and of variable order up to 24 (Gragg;
// Bulirsch & Stoer; Hairer, Norsett & Wanner I, section II.9, which chooses order and step as it is done here):
//
//   y_(m+1) = y_(m-1) + 2 h f(t_m, y_m),   h = H / n_k,   n_k = 2, 4, 6, ...
//   T_k1 = (y_(n_k) + y_(n_k - 1) + h f(t + H, y_(n_k))) / 2
//   T_k,j+1 = T_kj + (T_kj - T_(k-1),j) / ((n_k / n_(k-j))² - 1)
//
// Thirty digits need high orders. Boost.Odeint's rule ends at order 16, and takes two to eight times the evaluations.
// But the weights of the T_k1 in the result grow with the order, to 10³ at order 24, and with them the roundings of the
// T_k1. Therefore the sums are of what a step adds to the state; sums of the state itself have one to two digits fewer.
// Double-doubles have no digits to spare: there n_k = 2, 4, 6, 8, 12, 16, 24, ... (Bulirsch), by which weights stay
// below 10. That takes 1.7 times the evaluations and leaves two digits more.

#include <functional>
#include <vector>

#include "numerics/double_double.hpp"
#include "numerics/quad.hpp"

namespace plumb {

inline constexpr int highest_extrapolated_order = 24;

/// Rates are computed in T = quad or double_double. Times are in quad, since they would gather the roundings of all
/// steps.
template <class T>
class ExtrapolatedMidpoint {
 public:
  using State = std::vector<T>;
  using Rates = std::function<void(const State& x, State& rate, const T& t)>;

  /// The tolerance of a step is both absolute, and relative to each component and to its change over the step.
  explicit ExtrapolatedMidpoint(const T& tolerance);

  /// Tries a step of `h` from x at t and returns whether it was accepted; x and t then are at its end. h becomes the
  /// step of the next trial. It is not a number if no step helps, since the rates at x are not numbers.
  bool try_step(const Rates& rates, State& x, quad& t, quad& h);

 private:
  /// A row of the tableau: T_k1 and what is known of it.
  struct Row {
    int substeps;
    double cost;              // the evaluations of a step that ends with this row
    double error = 0;         // that of the last trial, in tolerances
    std::vector<T> weights;   // 1 / ((n_k / n_i)² - 1) for the rows before
    State extrapolated = {};  // the last entry of the diagonal through this row, without x
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
  int target_;  // the row that is expected to be the last one of a step
  bool is_first_ = true, was_rejected_ = false;
  State rate_at_start_, rate_, at_, before_;
};

}  // namespace plumb
