#include "harness/run/lost_reference.hpp"

#include <fmt/format.h>

#include "harness/run/metric_column.hpp"
#include "harness/run/uncertain_metric.hpp"
#include "text/number_text.hpp"

namespace plumb {

std::optional<double> lost_at(const RunResult& run, const std::string& metric) {
  const bool is_lost = run.reference_until && run.metrics.contains(metric) && !metric_of(run, metric);
  return is_lost ? run.reference_until : std::nullopt;
}

std::string lost_text(double at) { return fmt::format("lost at {} s", significant(at, 3)); }

Entry metric_entry(const RunResult& run, const std::string& metric, int digits) {
  if (const auto at = lost_at(run, metric)) return Entry(lost_text(*at));
  if (is_below_uncertainty(run, metric))
    return Entry(uncertain_text(*metric_of(run, metric), *metric_uncertainty(run, metric)));
  const auto number = metric_of(run, metric);
  const double uncertainty = metric_uncertainty(run, metric).value_or(0);
  return Entry::number(number, number ? meaningful_digits_of(*number, uncertainty, digits) : digits);
}

}  // namespace plumb
