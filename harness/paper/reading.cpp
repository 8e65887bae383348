#include "harness/paper/reading.hpp"

#include <algorithm>
#include <limits>

namespace plumb {

bool Reading::reads(QuantityKind kind) { return source_of(kind) == QuantitySource::samples; }

namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-12;  // relative rounding error of times

quad time_or(const std::string& text, const quad& fallback) {
  return text.empty() ? fallback : number_from_text<quad>(text);
}

}  // namespace

Reading::Reading(const Quantity& quantity)
    : kind(quantity.kind),
      name(quantity.name),
      view(quantity.cells.front()),
      from(time_or(quantity.from, -no_time)),
      until(time_or(quantity.until, no_time)),
      most(-no_time),
      least(no_time) {
  from -= rounding * abs(from);
  until += rounding * abs(until);
  if (kind == QuantityKind::deviation_time) threshold = number_from_text<double>(quantity.threshold);
  if (kind == QuantityKind::largest) read = 0;
  const bool includes_start =
      kind == QuantityKind::maximum || kind == QuantityKind::minimum || kind == QuantityKind::range;
  const bool counts = quantity.cells.front().problem().begin<quad>() >= from;  // the start of many bodies takes long
  if (includes_start && counts) add(view.initial());
}

void Reading::add(const Sample<quad>& sample) {
  if (sample.t < from || sample.t > until) return;
  const bool is_deviation = kind == QuantityKind::deviation_time;
  if (is_deviation && (read || lost_at())) return;  // only the first such time counts
  quad value = view.of(name, sample);
  if (is_deviation) {
    const auto exact = view.exact(sample.t);
    if (exact && !lost_at() && !(abs(value - view.next_to(name, value, view.of(name, *exact))) <= threshold))
      read = sample.t;
    return;
  }
  if (kind != QuantityKind::at_end) before = value = view.next_to(name, before, value);
  if (kind == QuantityKind::largest) read = std::max<quad>(*read, abs(value));
  most = std::max(most, value);
  least = std::min(least, value);
  if (kind == QuantityKind::maximum) read = most;
  if (kind == QuantityKind::minimum) read = least;
  if (kind == QuantityKind::range) read = most - least;
  if (kind == QuantityKind::at_end) read = value;
}

std::optional<double> Reading::value(const RunResult& run) const {
  if (kind == QuantityKind::deviation_time) {
    if (read) return static_cast<double>(*read);
    if (lost_numbers(run.status)) return run.t_reached;
    return {};
  }
  if (run.status != Status::ok || !read) return {};
  return static_cast<double>(*read);
}

}  // namespace plumb
