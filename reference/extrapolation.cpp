#include "reference/extrapolation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace plumb {
namespace {

constexpr int row_count = highest_extrapolated_order / 2, first_target = 4, lowest_target = 2;

// The numbers n_k of substeps.
template <class T>
constexpr std::array<int, row_count> substeps = {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24};
template <>
constexpr std::array<int, row_count> substeps<double_double> = {2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};

template <class T>
bool all_finite(const std::vector<T>& rates) {
  return std::ranges::all_of(rates, [](const T& r) { return isfinite(r); });
}

}  // namespace

template <class T>
ExtrapolatedMidpoint<T>::ExtrapolatedMidpoint(const T& tolerance) : tolerance_(tolerance), target_(first_target) {
  double cost = 1;  // number of evaluations; the one at the start is shared by all rows
  for (int k = 0; k < row_count; ++k) {
    const int n_k = substeps<T>[static_cast<std::size_t>(k)];
    Row row{.substeps = n_k, .cost = cost += n_k, .weights = {}};
    const T n = row.substeps;
    for (const auto& before : rows_) {
      const T m = before.substeps;
      row.weights.push_back(m * m / (n * n - m * m));
    }
    rows_.push_back(std::move(row));
  }
}

template <class T>
bool ExtrapolatedMidpoint<T>::try_step(const Rates& rates, State& x, quad& t, quad& h) {
  for (auto* state : {&rate_at_start_, &rate_, &at_, &before_}) state->resize(x.size());
  rates(x, rate_at_start_, T(t));
  if (!all_finite(rate_at_start_)) {
    h = std::numeric_limits<quad>::quiet_NaN();
    return false;
  }
  bool accepted = false;
  const int last = rows_tried(rates, x, T(t), T(h), accepted);
  if (accepted) {
    t += h;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += rows_.front().extrapolated[i];
  }
  h *= next_factor(last, accepted);
  is_first_ = false;
  was_rejected_ = !accepted;
  return accepted;
}

// Computes rows until one of them ends the step, or until success is unlikely. Returns the index of the last computed
// row. The first step has no target, so any row may end it.
template <class T>
int ExtrapolatedMidpoint<T>::rows_tried(const Rates& rates, const State& x, const T& t, const T& h, bool& accepted) {
  const int most = std::min(target_ + 1, row_count - 1);
  midpoint(rates, x, t, h, rows_[0]);
  for (int k = 1;; ++k) {
    auto& row = rows_[static_cast<std::size_t>(k)];
    midpoint(rates, x, t, h, row);
    row.error = extrapolate(static_cast<std::size_t>(k), x, h);
    const bool may_end = is_first_ || k >= target_ - 1;
    accepted = may_end && row.error < 1;
    if (accepted || k == most || !std::isfinite(row.error) || (may_end && is_hopeless(k))) return k;
  }
}

template <class T>
void ExtrapolatedMidpoint<T>::midpoint(const Rates& rates, const State& x, const T& t, const T& h, Row& row) {
  const T step = h / row.substeps, twice = 2 * step;
  auto& now = row.extrapolated;
  now.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    before_[i] = 0;
    now[i] = step * rate_at_start_[i];
  }
  for (int m = 1; m < row.substeps; ++m) {
    for (std::size_t i = 0; i < x.size(); ++i) at_[i] = x[i] + now[i];
    rates(at_, rate_, t + m * step);
    for (std::size_t i = 0; i < x.size(); ++i) {
      before_[i] += twice * rate_[i];
      std::swap(before_[i], now[i]);
    }
  }
  // Gragg's smoothing also evaluates the rates at the end of the step, earlier by roundings of the time so that a
  // discontinuity at the end stays outside. Without this evaluation a kink after the last midpoint would not be
  // detected. If the rates are not finite there, smoothing is skipped, and the next step finds the singularity.
  for (std::size_t i = 0; i < x.size(); ++i) at_[i] = x[i] + now[i];
  rates(at_, rate_, t + (1 - 4 * std::numeric_limits<T>::epsilon()) * h);
  if (!all_finite(rate_)) return;
  for (std::size_t i = 0; i < x.size(); ++i) now[i] = (now[i] + before_[i] + step * rate_[i]) / 2;
}

// Computes row k of the tableau. Returns the difference of its last two entries, as a multiple of the tolerance.
template <class T>
double ExtrapolatedMidpoint<T>::extrapolate(std::size_t k, const State& x, const T& h) {
  const auto& weights = rows_[k].weights;
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    T correction = 0;
    for (std::size_t j = k; j-- > 0;) {
      const T& from = rows_[j + 1].extrapolated[i];
      auto& to = rows_[j].extrapolated[i];
      correction = weights[j] * (from - to);
      to = from + correction;
    }
    const T size = 1 + abs(x[i]) + abs(h * rate_at_start_[i]);
    const auto error = static_cast<double>(abs(correction) / (tolerance_ * size));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

/// Returns whether even the row after the target is unlikely to meet the tolerance.
template <class T>
bool ExtrapolatedMidpoint<T>::is_hopeless(int k) const {
  double gain = 1;  // expected factor on the error by the remaining rows
  for (int j = k + 1; j <= target_ + 1 && j < row_count; ++j)
    gain *= std::pow(rows_[static_cast<std::size_t>(j)].substeps / rows_.front().substeps, 2);
  return !is_first_ && rows_[static_cast<std::size_t>(k)].error > gain;
}

/// Returns the factor by which h must be multiplied for row k to end the step.
template <class T>
double ExtrapolatedMidpoint<T>::factor(int k) const {
  const double error = std::max(rows_[static_cast<std::size_t>(k)].error, 1e-60);
  return std::clamp(0.94 * std::pow(0.65 / error, 1. / (2 * k + 1)), 0.02, 4.);
}

/// Returns the number of evaluations for an interval as long as the last trial, if every step ends with row k.
template <class T>
double ExtrapolatedMidpoint<T>::work(int k) const {
  return rows_[static_cast<std::size_t>(k)].cost / factor(k);
}

/// Returns the factor for h after a trial that ended with row k, and chooses the next target. A trial that was given up
/// early keeps the target, since lower orders would need much shorter steps.
template <class T>
double ExtrapolatedMidpoint<T>::next_factor(int k, bool accepted) {
  if (!std::isfinite(rows_[static_cast<std::size_t>(k)].error)) return 0.25;
  if (!accepted) k = std::min(k, target_);
  int next = accepted ? k : target_;
  if (next == k && k > 1 && work(k - 1) < 0.8 * work(k))
    next = k - 1;
  else if (k > 1 && accepted && !was_rejected_ && work(k) < 0.9 * work(k - 1))
    next = k + 1;
  target_ = std::clamp(next, lowest_target, row_count - 2);
  const auto cost = [this](int row) { return rows_[static_cast<std::size_t>(row)].cost; };
  const double longer = target_ <= k ? factor(target_) : factor(k) * cost(target_) / cost(k);
  return accepted && !was_rejected_ ? longer : std::min(longer, accepted ? 1. : 0.9);
}

template class ExtrapolatedMidpoint<quad>;
template class ExtrapolatedMidpoint<double_double>;

}  // namespace plumb
