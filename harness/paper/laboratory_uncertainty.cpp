// Uncertainty of a quantity, from the uncertainties of its runs (uncertainty.hpp).

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/paper/criterion.hpp"
#include "harness/paper/laboratory.hpp"
#include "harness/run/build_info.hpp"
#include "text/json.hpp"

namespace plumb {
namespace {

constexpr auto origins = {&Uncertainty::reference, &Uncertainty::rounding, &Uncertainty::newton};

constexpr Uncertainty unknown{unbounded, unbounded, unbounded};

/// Returns the uncertainty of a quantity read from samples. Rounding errors grow along the motion, so they are infinite
/// here, and only repeat runs can measure them. There is no reference part, because no reference is used.
Uncertainty of_samples(const Quantity& q) {
  return {
      .reference = 0, .rounding = unbounded, .newton = q.cells.front().text().newton_tol ? quad(unbounded) : quad(0)};
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

std::string Laboratory::part_of_uncertainty(const Quantity& q) { return "uncertainty of " + q.key(); }

Uncertainty Laboratory::of_metric(const Quantity& q) const {
  const auto& cell = q.cells.front();
  try {
    return measured_uncertainty(cell, q.name, *result(cell));
  } catch (const std::invalid_argument&) {  // no reference for these data
    return unknown;
  }
}

/// Returns all points of a slope, or the points in the window of an order.
std::vector<OrderPoint> Laboratory::fitted_points(const Quantity& q) const {
  if (q.kind == QuantityKind::slope) return points(q);
  std::vector<OrderPoint> out;
  for (const auto& point : observed_order(points(q)).points)
    if (point.in_window) out.push_back(point.point);
  return out;
}

// slope = Σ w ln(error), w = (x − mean x) / Σ (x − mean x)², x = ln h. The bound is the sum of the effects of all
// errors, as the worst case.
Uncertainty Laboratory::of_fit(const Quantity& q) const {
  const auto window = fitted_points(q);
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
  if (is_over_steps(q)) return of_fit(q);
  const auto of_error = of_metric(q);
  if (q.kind == QuantityKind::metric) return of_error;
  const auto error = metric(q).number;  // uncertainty of a logarithm of a ratio
  if (!error || !(*error > 0) || !std::isfinite(*error)) return unknown;
  return of_error * (1 / abs(quad(*error) * log(q.cells.front().step<quad>())));
}

/// Returns the uncertainty if it requires no long computation.
std::optional<Uncertainty> Laboratory::known_uncertainty(const Quantity& q) {
  if (is_read_from_samples(q)) return of_samples(q);
  if (!is_rounded(q)) return Uncertainty{};
  if (std::ranges::any_of(q.cells, [&](const auto& cell) { return !result(cell); })) return unknown;
  const auto part = part_of_uncertainty(q);
  if (const auto known = uncertainty_cache.find(part); known != uncertainty_cache.end()) return known->second;
  const auto stored = options.store ? options.store->derived(part, build_info().fingerprint) : std::nullopt;
  if (!stored) return {};
  return uncertainty_cache.emplace(part, uncertainty_from_json(Json::parse(*stored))).first->second;
}

/// Returns the cells whose estimates rely on certified digits. The motions must have been computed.
std::vector<const ResolvedCell*> Laboratory::to_be_certified(const Quantity& q) const {
  std::vector<const ResolvedCell*> out;
  for (const auto& cell : q.cells) try {
      if (counts_on_certified_digits(cell, q.name, *result(cell))) out.push_back(&cell);
    } catch (const std::invalid_argument&) {  // no reference for these data
    }
  return out;
}

Uncertainty Laboratory::uncertainty(const Quantity& q) {
  if (const auto known = known_uncertainty(q)) return *known;
  const auto part = part_of_uncertainty(q);
  const auto json = to_json(estimated(q));
  if (options.store) options.store->put_derived(part, build_info().fingerprint, json.dump());
  return uncertainty_cache.emplace(part, uncertainty_from_json(json)).first->second;
}

std::optional<RepeatRuns> Laboratory::values(const RepeatQuantities& repeats) {
  RepeatRuns out;
  for (const auto& [repeat, number] :
       {std::pair{&repeats.longer, &out.longer}, std::pair{&repeats.converged, &out.converged}}) {
    if (!*repeat) continue;
    const auto measured = value(**repeat);
    if (!measured.ran) return {};
    if (measured.number && std::isfinite(*measured.number)) *number = measured.number;
  }
  return out;
}

}  // namespace plumb
