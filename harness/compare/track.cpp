#include "harness/compare/track.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/work_cost.hpp"
#include "harness/run/metric_column.hpp"
#include "reference/stored_outputs.hpp"

namespace plumb {
namespace {

constexpr double far_above_every_floor = 1e-6;

/// Returns the largest uncertainty of these metrics, in the unit of the error.
Uncertainty uncertainty_of(const Rung& rung, const std::vector<std::string>& metrics) {
  Uncertainty out;
  for (const auto& metric : metrics) {
    const auto one = measured_uncertainty(rung.cell, metric, *rung.result);
    if (one.bound() > out.bound()) out = one;
  }
  return out;
}

/// Returns the fineness by which the runs of a track are sorted: the number of steps, or 1/rtol.
double fineness(const ResolvedCell& cell) {
  if (cell.method().info.fixed_step) return static_cast<double>(cell.steps());
  return 1 / cell.options().number<double>("rtol");
}

std::optional<double> largest_of(const std::vector<std::string>& metrics, const RunResult& result) {
  if (result.status != Status::ok) return {};
  double out = 0;
  for (const auto& name : metrics) {
    const auto error = metric_of(result, name);
    if (!error) return {};
    out = std::max(out, *error);
  }
  return out;
}

}  // namespace

std::optional<std::string> output_alone(const ResolvedCell& cell) {
  const auto stored = stored_outputs(cell.problem(), physical_data(cell.problem(), cell.data()));
  return stored ? std::optional(stored->record().outputs.front().name) : std::nullopt;
}

std::vector<std::string> error_metrics(const ResolvedCell& cell) {
  if (const auto output = output_alone(cell)) return {"re." + *output};
  return error_metrics(cell, "q");
}

std::vector<std::string> error_metrics(const ResolvedCell& cell, std::string_view component_class) {
  if (component_class == "lambda") return {"re.lambda"};
  const Subject subject(cell);
  std::vector<std::string> out;
  for (const auto& kind : subject.kinds) {
    const bool has_size = component_class != "q" || kind.kind != PartKind::rotation;
    out.push_back(fmt::format("{}.{}", has_size ? "re" : "rms", component_class));
    if (subject.kinds.size() > 1) out.back() += fmt::format(".{}", name(kind.kind));
  }
  return out;
}

std::optional<double> error_of(const ResolvedCell& cell, const RunResult& result) {
  return largest_of(error_metrics(cell), result);
}

bool works(const Rung& rung) {
  const auto error = rung.result ? error_of(rung.cell, *rung.result) : std::nullopt;
  return error && *error <= useful_error;
}

Point point_of(const Rung& rung) { return point_of(rung, error_metrics(rung.cell)); }

Point point_of(const Rung& rung, const std::vector<std::string>& metrics) {
  const auto& run = *rung.result;
  Point out{.fineness = fineness(rung.cell), .status = run.status};
  const auto error = largest_of(metrics, run);
  out.error = error.value_or(std::numeric_limits<double>::infinity());
  out.cost = work_cost(rung.cell, run);
  out.evaluations = static_cast<double>(evaluations(run.counters));
  if (run.counters.factorizations) out.factorizations = static_cast<double>(*run.counters.factorizations);
  if (!error || *error > far_above_every_floor) return out;
  const auto unknown = uncertainty_of(rung, metrics);
  out.uncertainty = static_cast<double>(unknown.bound());
  out.origin = unknown.origin();
  return out;
}

std::vector<const Rung*> runs_of(const Track& track) {
  std::vector<const Rung*> out;
  for (const auto* list : {&track.ladder, &track.between})
    for (const auto& rung : *list)
      if (rung.result) out.push_back(&rung);
  std::ranges::stable_sort(out, {}, [](const Rung* rung) { return fineness(rung->cell); });
  return out;
}

LargestStep largest_step(const Track& track) {
  LargestStep out;
  for (const auto* rung : runs_of(track)) {
    const auto h = rung->cell.step<double>();
    if (!works(*rung))
      out = {.works = {}, .fails = h};
    else if (!out.works)
      out.works = h;
  }
  return out;
}

}  // namespace plumb
