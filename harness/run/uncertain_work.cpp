#include "harness/run/uncertain_work.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {

std::optional<double> work_uncertainty(const RunResult& run, std::string_view metric) {
  if (!run.work || !metric.starts_with("energy.")) return {};
  return run.work->uncertainty;
}

bool is_below_uncertainty(const RunResult& run, const std::string& metric) {
  const auto number = metric_of(run, metric), uncertainty = work_uncertainty(run, metric);
  return number && uncertainty && !(*number > *uncertainty);
}

std::string uncertain_text(double number, double uncertainty) {
  return fmt::format("{} ± {}", significant(number, 1), significant(uncertainty, 1));
}

}  // namespace plumb
