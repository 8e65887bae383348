#include "harness/paper/analysed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "contract/expression.hpp"
#include "harness/paper/criterion.hpp"
#include "harness/paper/linear.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/implicit/prediction.hpp"

namespace plumb {
namespace {

Measured radius(const Quantity& q) {
  const auto& method = method_named(q.method);
  const Parameters parameters(method.parameters, q.method.parameters);
  quad most = 0;
  for (const auto& omega_dt : q.omega_dt) {
    const auto radius =
        spectral_radius(method, parameters, number_from_text<quad>(omega_dt), number_from_text<quad>(q.damping));
    if (!radius.value) return {{}, radius.failure};
    most = std::max(most, *radius.value);
  }
  return {static_cast<double>(most), {}};
}

Measured limit(const Quantity& q) {
  const auto& method = method_named(q.method);
  const auto found =
      stability_limit(method, Parameters(method.parameters, q.method.parameters), number_from_text<quad>(q.damping));
  if (!found.failure.empty()) return {{}, found.failure};
  return {found.limit.value_or(unbounded), found.limit ? "" : "no limit up to omega h = 1e4"};
}

template <class T>
Measured known(const std::optional<T>& x, const std::string& otherwise) {
  if (!x) return {{}, otherwise.empty() ? "not known" : otherwise};
  return {static_cast<double>(*x), {}};
}

Measured known(const Radius& x) {
  return x.value ? Measured{static_cast<double>(*x.value), {}} : Measured{{}, x.failure};
}

// Returns the smallest Δt/(nT) beyond which the spectral radius stays within 0.05 of ρ∞, on a grid of 50 points per
// decade.
Measured filtered_from(const Quantity& q, const Radius& infinity) {
  if (!infinity.value) return {{}, infinity.failure};
  std::vector<double> dt_nt;
  for (int k = -100; k <= 300; ++k) dt_nt.push_back(std::pow(10, k / 50.));
  std::string failure;
  const auto points = linear_curve(q.method, dt_nt, 0, failure);
  if (!failure.empty()) return {{}, failure};
  const auto last = static_cast<double>(*infinity.value);
  std::size_t first = points.size();
  while (first > 0 && std::abs(points[first - 1].spectral_radius.value_or(unbounded) - last) <= 0.05) --first;
  if (first == points.size()) return {{}, "not up to dt/(nT) = 1e6"};
  return {dt_nt[first], {}};
}

// Computes only the requested property of `plumb analyze`, because the scans of A-stability take most of its time.
Measured property(const Quantity& q) {
  const auto& method = method_named(q.method);
  const Parameters p(method.parameters, q.method.parameters);
  if (q.name == "order") return known(conditions(method, p).order, "the order is unknown");
  if (q.name == "stage_order") return known(conditions(method, p).stage_order, "the method has no tableau");
  if (q.name == "error_norm") {
    const auto known = conditions(method, p).conditions;
    if (!known || known->order >= largest_tree) return {{}, "the error norm is unknown"};
    return {known->norm[static_cast<std::size_t>(known->order) + 1], {}};
  }
  if (q.name == "linear_order") {
    const auto shown = linear_order(method, p);
    return shown.failure.empty() ? Measured{shown.root, {}} : Measured{{}, shown.failure};
  }
  const bool is_at_infinity = q.name == "rho_infinity" || q.name == "l_stable" || q.name == "filtered_from";
  const auto infinity = is_at_infinity ? rho_infinity(method, p) : Radius{};
  if (q.name == "filtered_from") return filtered_from(q, infinity);
  if (q.name == "rho_infinity") return known(infinity);
  if (q.name == "zero_stable") return known(zero_stable(method, p), "it cannot be linearised");
  const auto stable = a_stable(method, p);
  if (q.name == "a_stable" || !stable || !*stable) return known(stable, "it cannot be linearised");
  return infinity.value ? Measured{*infinity.value < 1e-8 ? 1. : 0., {}} : known(infinity);
}

Measured linear(const Quantity& q) {
  std::vector<double> dt_nt;
  for (const auto& x : q.dt_nt) dt_nt.push_back(number_from_text<double>(x));
  const auto damping = number_from_text<quad>(q.damping);
  std::string failure;
  const auto points = linear_curve(q.method, dt_nt, damping, failure);
  const auto less = q.minus ? linear_curve(*q.minus, dt_nt, damping, failure) : std::vector<CurvePoint>{};
  if (!failure.empty()) return {{}, failure};
  std::optional<double> out;
  std::string where;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto value = linear_output(points[i], q.name);
    const auto other = q.minus ? linear_output(less[i], q.name) : std::optional(0.);
    if (!value || !other) return {{}, fmt::format("not defined at dt/(nT) = {}", q.dt_nt[i])};
    const double x = *value - *other;
    if (!out || (q.smallest ? x < *out : x > *out)) {
      out = x;
      where = q.dt_nt[i];
    }
  }
  return {out, points.size() > 1 ? fmt::format("at dt/(nT) = {}", where) : ""};
}

/// Returns the text of an entry "NAME[i]", counted from `first`. Null if the name differs or the entry does not exist.
const std::string* entry(const std::string& requested, const char* name, const std::vector<std::string>& list,
                         int first) {
  int i = 0;
  if (std::sscanf(requested.c_str(), fmt::format("{}[%d]", name).c_str(), &i) != 1) return nullptr;
  const auto at = i - first;
  return i >= first && at < static_cast<int>(list.size()) ? &list[static_cast<std::size_t>(at)] : nullptr;
}

Measured tableau_coefficient(const std::string& name, const TableauData& tableau) {
  int row = 0, column = 0;
  const auto in_range = [&](int i) { return i >= 1 && i <= tableau.stages; };
  const std::string* text = entry(name, "b", tableau.b, 1);
  if (!text) text = entry(name, "c", tableau.c, 1);
  if (std::sscanf(name.c_str(), "a[%d,%d]", &row, &column) == 2 && in_range(row) && in_range(column))
    text = &tableau.a.at(static_cast<std::size_t>((row - 1) * tableau.stages + column - 1));
  if (text) return {expression_value<double>(*text), *text};
  if (std::sscanf(name.c_str(), "r[%d]", &row) == 1 && in_range(row)) {
    const auto infinity = StabilityFunction(tableau).stages_at_infinity();
    if (!infinity) return {{}, "a stage other than the first is explicit"};
    return {static_cast<double>(abs((*infinity)[row - 1])), {}};
  }
  return {{}, fmt::format("'{}' is not a coefficient of a tableau of {} stages", name, tableau.stages)};
}

// The formula is scaled to α_0 = 1, and its past values are moved to the right-hand side, so alpha[j] is −α_j.
Measured multistep_coefficient(const std::string& name, const MultistepData& formula) {
  const bool is_alpha = name.starts_with("alpha");
  const auto* text = is_alpha ? entry(name, "alpha", formula.alpha, 0) : entry(name, "beta", formula.beta, 0);
  if (!text || name == "alpha[0]")
    return {{}, fmt::format("'{}' is not a coefficient of a formula of {} steps", name, formula.steps())};
  const auto value = expression_value<quad>(*text) / expression_value<quad>(formula.alpha[0]);
  return {static_cast<double>(is_alpha ? quad(-value) : value), {}};
}

Measured coefficient(const Quantity& q) {
  const auto& method = method_named(q.method);
  const Parameters parameters(method.parameters, q.method.parameters);
  if (method.multistep) return multistep_coefficient(q.name, method.multistep(parameters));
  if (method.tableau) return tableau_coefficient(q.name, method.tableau(parameters));
  return {{}, "the method has neither a tableau nor a multistep formula"};
}

// The prediction is by zhang2022, eqs. (12), (16) with h = t_N − t_{N−1}; α_j = h/(t_{N−j} − t_{N−j−1}).
Measured prediction(const Quantity& q) {
  std::vector<quad> offsets = {-1};
  for (const auto& alpha : q.dt_nt) offsets.push_back(offsets.back() - 1 / number_from_text<quad>(alpha));
  const RatePrediction<quad> weights(offsets);
  int i = 0;
  const bool is_m = std::sscanf(q.name.c_str(), "m[%d]", &i) == 1;
  if ((!is_m && std::sscanf(q.name.c_str(), "n[%d]", &i) != 1) || i < 0 || i >= weights.points())
    return {{},
            fmt::format("'{}' is not a weight of a prediction from {} points: m[i] or n[i]", q.name, weights.points())};
  return {static_cast<double>(is_m ? weights.m[i] : weights.n[i]), {}};
}

}  // namespace

const std::vector<std::string>& property_names() {
  static const std::vector<std::string> names = {"order",        "stage_order",  "error_norm",
                                                 "linear_order", "rho_infinity", "filtered_from",
                                                 "zero_stable",  "a_stable",     "l_stable"};
  return names;
}

double expected_seconds_of_analysis(const Quantity& q) {
  constexpr double of_a_linearisation = 1e-3, of_a_scan = 3;  // typical times in the catalogue [s]
  switch (q.kind) {
    case QuantityKind::spectral_radius: return of_a_linearisation * static_cast<double>(q.omega_dt.size());
    case QuantityKind::linear: return 2 * of_a_linearisation * static_cast<double>(q.dt_nt.size());
    case QuantityKind::stability_limit: return 100 * of_a_linearisation;
    case QuantityKind::property: return q.name == "a_stable" || q.name == "l_stable" ? of_a_scan : of_a_linearisation;
    default: return of_a_linearisation;
  }
}

Measured analysed(const Quantity& q) {
  switch (q.kind) {
    case QuantityKind::spectral_radius: return radius(q);
    case QuantityKind::stability_limit: return limit(q);
    case QuantityKind::linear: return linear(q);
    case QuantityKind::prediction: return prediction(q);
    case QuantityKind::property: return property(q);
    case QuantityKind::coefficient: return coefficient(q);
    default: return {{}, "no analysis", false};
  }
}

}  // namespace plumb
