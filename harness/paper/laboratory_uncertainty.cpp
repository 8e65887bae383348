// What is not known of quantities: the service of runs (uncertainty.hpp) asked for what a quantity is made of.

#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/paper/laboratory.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/text/json.hpp"

namespace plumb {
namespace {

constexpr auto origins = {&Uncertainty::reference, &Uncertainty::rounding, &Uncertainty::newton};

/// Of what is read from samples: the metric of a run that is rounded likewise.
std::string metric_beside(const Quantity& q) {
  if (q.name == "energy") return "energy.end";
  const std::string_view violation = "violation.";
  if (q.name.starts_with(violation)) return "drift." + q.name.substr(violation.size());
  return "end." + q.name;
}

Json to_json(const Uncertainty& u) {
  Json out = Json::array();
  for (const auto of : origins) {
    const auto x = static_cast<double>(u.*of);
    out.push_back(std::isinf(x) ? Json("infinite") : number_or_null(x));
  }
  return out;
}

Uncertainty uncertainty_from_json(const Json& json) {
  Uncertainty out;
  std::size_t i = 0;
  for (const auto of : origins) {
    const auto& x = json.at(i++);
    out.*of = x.is_string() ? std::numeric_limits<quad>::infinity()
              : x.is_null() ? std::numeric_limits<quad>::quiet_NaN()
                            : quad(x.get<double>());
  }
  return out;
}

}  // namespace

Uncertainty Laboratory::of_metric(const Quantity& q, const std::string& metric) const {
  const auto& cell = q.cells.front();
  const auto* run = result(cell);
  if (!run || !metric_column(Subject(cell), metric)) return {};
  try {
    return measured_uncertainty(cell, metric, *run);
  } catch (const std::invalid_argument&) {  // data without a reference
    return {};
  }
}

// slope = Σ w ln(error), w = (x − mean x) / Σ (x − mean x)², x = ln h: all errors off in the worst direction.
Uncertainty Laboratory::of_order(const Quantity& q) const {
  std::vector<OrderPoint> window;
  for (const auto& point : observed(q).points)
    if (point.in_window) window.push_back(point.point);
  quad mean = 0, squares = 0;
  for (const auto& point : window) mean += log(point.h) / static_cast<double>(window.size());
  for (const auto& point : window) squares += (log(point.h) - mean) * (log(point.h) - mean);
  Uncertainty out;
  for (const auto& point : window) {
    const auto moved = point.floor * (abs(log(point.h) - mean) / squares / point.error);
    for (const auto of : origins) out.*of += moved.*of;
  }
  return out;
}

Uncertainty Laboratory::estimated(const Quantity& q) const {
  if (q.kind == QuantityKind::order) return of_order(q);
  if (q.kind == QuantityKind::metric) return of_metric(q, q.name);
  if (q.kind == QuantityKind::log_ratio) {
    const auto error = metric(q).number;
    if (!error || !(*error > 0) || !std::isfinite(*error)) return {};
    return of_metric(q, q.name) * (1 / abs(quad(*error) * log(q.cells.front().step<quad>())));
  }
  if (source_of(q.kind) != QuantitySource::samples || q.kind == QuantityKind::deviation_time) return {};
  auto out = of_metric(q, metric_beside(q));
  out.reference = 0;  // they are compared with none
  return out;
}

Uncertainty Laboratory::uncertainty(const Quantity& q) {
  const auto part = "uncertainty of " + q.key();
  if (const auto known = asked.find(part); known != asked.end()) return known->second;
  const auto stored = options.store ? options.store->derived(part, build_info().fingerprint) : std::nullopt;
  const auto json = stored ? Json::parse(*stored) : to_json(estimated(q));
  if (options.store && !stored) options.store->put_derived(part, build_info().fingerprint, json.dump());
  return asked.emplace(part, uncertainty_from_json(json)).first->second;
}

std::optional<Twins> Laboratory::values(const TwinQuantities& twins) {
  Twins out;
  for (const auto& [twin, number] :
       {std::pair{&twins.longer, &out.longer}, std::pair{&twins.converged, &out.converged}}) {
    if (!*twin) continue;
    const auto measured = value(**twin);
    if (!measured.ran) return {};
    if (measured.number && std::isfinite(*measured.number)) *number = measured.number;
  }
  return out;
}

}  // namespace plumb
