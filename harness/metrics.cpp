#include "harness/metrics.hpp"

#include <cassert>
#include <cmath>
#include <functional>

namespace plumb {
namespace {

Metric finite(const quad& value) {
  if (!isfinite(value)) return std::nullopt;
  const double rounded = value.convert_to<double>();
  return std::isfinite(rounded) ? Metric(rounded) : std::nullopt;
}

quad sum_of_squares(std::span<const quad> values) {
  quad sum = 0;
  for (const auto& x : values) sum += x * x;
  return sum;
}

std::vector<quad> difference(Series x, Series r) {
  assert(x.values.size() == r.values.size() && x.components == r.components);
  std::vector<quad> out(x.values.begin(), x.values.end());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= r.values[i];
  return out;
}

// max |error_i| / weight(r_i), where 0/0 is no error; not a number as soon as one term is none.
quad largest_ratio(Series y, Series r, const std::function<quad(const quad&)>& weight) {
  const auto error = difference(y, r);
  quad largest = 0;
  for (std::size_t i = 0; i < error.size(); ++i) {
    if (error[i] == 0) continue;
    const quad ratio = abs(error[i]) / weight(r.values[i]);
    if (!isfinite(ratio)) return std::numeric_limits<quad>::quiet_NaN();
    if (ratio > largest) largest = ratio;
  }
  return largest;
}

Metric digits(const quad& error_ratio) { return error_ratio > 0 ? finite(-log10(error_ratio)) : std::nullopt; }

}  // namespace

Metric relative_error(Series x, Series r) {
  const quad size = sum_of_squares(r.values);
  return size > 0 ? finite(sqrt(sum_of_squares(difference(x, r)) / size)) : std::nullopt;
}

Metric rms_error(Series x, Series r) {
  if (x.times() == 0) return std::nullopt;
  return finite(sqrt(sum_of_squares(difference(x, r)) / quad(x.times())));
}

Metric norm_over_times(Series x, Series r) {
  if (x.times() == 0) return std::nullopt;
  return finite(sqrt(sum_of_squares(difference(x, r))) / quad(x.times()));
}

Metric end_error(Series x, Series r) {
  if (x.times() == 0) return std::nullopt;
  const auto error = difference(x, r);
  return finite(sqrt(sum_of_squares(std::span(error).last(x.components))));
}

Metric significant_correct_digits(Series y, Series r) {
  return digits(largest_ratio(y, r, [](const quad& reference) { return abs(reference); }));
}

Metric mixed_error_correct_digits(Series y, Series r, quad scale) {
  assert(scale > 0);
  return digits(largest_ratio(y, r, [&](const quad& reference) { return quad(scale + abs(reference)); }));
}

Metric max_abs(Series values) {
  if (values.values.empty()) return std::nullopt;
  quad largest = 0;
  for (const auto& x : values.values) {
    if (!isfinite(x)) return std::nullopt;
    if (abs(x) > largest) largest = abs(x);
  }
  return finite(largest);
}

}  // namespace plumb
