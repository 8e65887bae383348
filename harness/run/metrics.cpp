#include "harness/run/metrics.hpp"

#include <cassert>
#include <cmath>
#include <functional>

namespace plumb {
namespace {

Metric finite(const quad& value) {
  if (!isfinite(value)) return std::nullopt;
  const double rounded = static_cast<double>(value);
  return std::isfinite(rounded) ? Metric(rounded) : std::nullopt;
}

std::vector<quad> difference(Series x, Series r) {
  assert(x.values.size() == r.values.size() && x.components == r.components);
  std::vector<quad> out(x.values.begin(), x.values.end());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= r.values[i];
  return out;
}

ErrorSums sums(Series x, Series r) {
  assert(x.values.size() == r.values.size() && x.components == r.components);
  ErrorSums out;
  for (std::size_t i = 0; i < x.times(); ++i)
    out.add(x.values.subspan(i * x.components, x.components), r.values.subspan(i * x.components, x.components));
  return out;
}

// Returns max |error_i| / weight(r_i), where 0/0 counts as 0. Returns NaN if a term is not finite.
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

void ErrorSums::add(std::span<const quad> x, std::span<const quad> r) {
  assert(x.size() == r.size() && (times == 0 || x.size() == components));
  last_errors = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const quad error = x[i] - r[i];
    errors += error * error;
    last_errors += error * error;
    sizes += r[i] * r[i];
  }
  components = x.size();
  ++times;
}

Metric ErrorSums::relative() const { return sizes > 0 ? finite(sqrt(errors / sizes)) : std::nullopt; }
Metric ErrorSums::rms() const { return times == 0 ? std::nullopt : finite(sqrt(errors / quad(times))); }
Metric ErrorSums::end() const { return times == 0 ? std::nullopt : finite(sqrt(last_errors)); }

Metric relative_error(Series x, Series r) { return sums(x, r).relative(); }
Metric end_error(Series x, Series r) { return sums(x, r).end(); }

Metric significant_correct_digits(Series y, Series r) {
  return digits(largest_ratio(y, r, [](const quad& reference) { return abs(reference); }));
}

Metric mixed_error_correct_digits(Series y, Series r, quad scale) {
  assert(scale > 0);
  return digits(largest_ratio(y, r, [&](const quad& reference) { return quad(scale + abs(reference)); }));
}

}  // namespace plumb
