#include "harness/judge/order_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/run/metric_column.hpp"
#include "harness/text/exit_codes.hpp"

namespace plumb {
namespace {

quad error(const RunResult* run, std::string_view metric) {
  const quad unknown = std::numeric_limits<quad>::quiet_NaN();
  if (!run) return unknown;
  if (run->status == Status::non_finite || run->status == Status::newton_diverged)
    return std::numeric_limits<quad>::infinity();
  const auto value = run->status == Status::ok ? metric_of(*run, metric) : std::nullopt;
  return value ? quad(*value) : unknown;
}

std::optional<double> expected_order(const ResolvedCell& subject, const std::string& components) {
  const auto proven = subject.method().proven_order(subject.options(), subject.formulation().form);
  const auto known = [](int order) { return order == 0 ? std::nullopt : std::optional<double>(order); };
  if (components == "lambda") return known(proven.multiplier);
  if (components != "q" && components != "v") return {};
  const bool depends = subject.problem().in_double.system(subject.data(), subject.formulation()).velocity_dependent();
  return known(components == "q" ? proven.of_position(depends) : proven.of_velocity(depends));
}

// Before anything is run: what is asked of data without a reference is refused.
void require_reference(const ResolvedCell& cell) {
  try {
    uncertainty(cell, "end.q");
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string("order: ") + e.what());
  }
}

}  // namespace

std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs) {
  const auto floors = uncertainties(cells, metric, runs);
  std::vector<OrderPoint> out;
  for (std::size_t i = 0; i < cells.size(); ++i)
    out.push_back({cells[i].step<quad>(), error(runs[i], metric), floors[i]});
  return out;
}

OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes) {
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto& a, const auto& b) { return a.template step<quad>() > b.template step<quad>(); });
  require_reference(cells.front());
  OrderMeasurement out{std::move(cells), {}, {}};
  const auto& subject = out.cells.front();
  auto outcome = run_matrix(out.cells, options);
  out.results = std::move(outcome.results);
  out.interrupted = outcome.interrupted;
  std::vector<const RunResult*> runs;
  for (const auto& result : out.results) runs.push_back(result ? &*result : nullptr);
  for (const auto& component_class : classes) {
    const auto points = order_points(out.cells, "end." + component_class, runs);
    const auto components = component_class.substr(0, component_class.find('.'));
    out.classes.push_back({component_class, observed_order(points, {.expected = expected_order(subject, components),
                                                                    .tolerance = slope_tolerance})});
  }
  return out;
}

}  // namespace plumb
