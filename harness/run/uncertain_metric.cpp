#include "harness/run/uncertain_metric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {

std::optional<double> metric_uncertainty(const RunResult& run, std::string_view metric) {
  if (run.work && metric.starts_with("energy.")) return run.work->uncertainty;
  const auto of_reference = run.reference_uncertainty.find(std::string(metric));
  if (of_reference == run.reference_uncertainty.end()) return {};
  return of_reference->second;
}

bool is_below_uncertainty(const RunResult& run, const std::string& metric) {
  const auto number = metric_of(run, metric), uncertainty = metric_uncertainty(run, metric);
  return number && uncertainty && !(*number > *uncertainty);
}

std::string uncertain_text(double number, double uncertainty) {
  return fmt::format("{} ± {}", significant(number, 1), significant(uncertainty, 1));
}

int meaningful_digits_of(double number, double uncertainty, int most) {
  if (!(uncertainty > 0)) return most;
  return std::clamp(static_cast<int>(std::log10(number / uncertainty)), 1, most);
}

}  // namespace plumb
