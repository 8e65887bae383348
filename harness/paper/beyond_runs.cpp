#include "harness/paper/beyond_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "contract/expression.hpp"
#include "harness/paper/linear.hpp"
#include "harness/paper/view.hpp"
#include "harness/run/build_info.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/implicit/prediction.hpp"

namespace plumb {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A number out of a run's samples; none: infinite.
using Reading = std::function<std::optional<double>(const RunResult&, const Trajectory&)>;

Measured from_samples(const Quantity& q, const std::string& metric, Store* store, const StopRequest& stop,
                      const Reading& read) {
  const auto& cell = q.cells.front();
  const auto fingerprint = build_info().fingerprint;
  std::optional<RunResult> run;
  if (store)
    if (auto stored = store->find(cell.id(), fingerprint); stored && stored->result.metrics.contains(metric))
      run = stored->result;
  if (!run) {
    Trajectory trajectory;
    run = run_cell(cell, stop, &trajectory);
    if (stop != Status::ok) return {{}, "did not run", false};
    const bool blew_up = run->status == Status::non_finite && !trajectory.samples.empty();
    if (run->status != Status::ok && !blew_up) return {{}, fmt::format("{} {}", name(run->status), run->reason)};
    run->metrics[metric] = read(*run, trajectory);
    if (store) store->put(cell.text(), fingerprint, *run);
  }
  return {run->metrics[metric].value_or(infinite), {}};
}

/// First sample time at which an output is further from the exact solution than allowed; none if it never is.
std::optional<double> first_deviation(const Quantity& q, const RunResult& run, const Trajectory& trajectory) {
  View view(q.cells.front());
  const auto threshold = number_from_text<double>(q.threshold);
  for (const auto& x : trajectory.samples)
    if (!(abs(view.of(q.name, x) - view.of(q.name, view.exact(x.t))) <= threshold)) return static_cast<double>(x.t);
  if (run.status == Status::non_finite) return run.t_reached;  // beyond it there are no numbers at all
  return {};
}

std::optional<double> largest(const Quantity& q, const RunResult& run, const Trajectory& trajectory) {
  View view(q.cells.front());
  quad most = 0;
  for (const auto& x : trajectory.samples) most = std::max<quad>(most, abs(view.of(q.name, x)));
  if (run.status != Status::ok) return {};
  return static_cast<double>(most);
}

/// The end, or the largest or smallest value with its sign; nothing of a run that did not arrive.
std::optional<double> extreme(const Quantity& q, const RunResult& run, const Trajectory& trajectory) {
  if (run.status != Status::ok) return {};
  View view(q.cells.front());
  quad out = view.of(q.name, q.kind == QuantityKind::at_end ? trajectory.samples.back() : view.initial());
  for (const auto& x : trajectory.samples) {
    const quad value = view.of(q.name, x);
    if (q.kind == QuantityKind::maximum) out = std::max(out, value);
    if (q.kind == QuantityKind::minimum) out = std::min(out, value);
  }
  return static_cast<double>(out);
}

Measured radius(const Quantity& q) {
  const auto& method = method_named(q.method.name);
  const Parameters parameters(method.parameters, q.method.given);
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
  const auto& method = method_named(q.method.name);
  const auto found =
      stability_limit(method, Parameters(method.parameters, q.method.given), number_from_text<quad>(q.damping));
  if (!found.failure.empty()) return {{}, found.failure};
  return {found.limit.value_or(infinite), found.limit ? "" : "no limit up to omega h = 1e4"};
}

template <class T>
Measured known(const std::optional<T>& x, const std::string& otherwise) {
  if (!x) return {{}, otherwise.empty() ? "not known" : otherwise};
  return {static_cast<double>(*x), {}};
}

Measured known(const Radius& x) {
  return x.value ? Measured{static_cast<double>(*x.value), {}} : Measured{{}, x.failure};
}

// Of what `plumb analyze` says only what is asked for: the scans of A-stability take most of its time.
Measured property(const Quantity& q) {
  const auto& method = method_named(q.method.name);
  const Parameters p(method.parameters, q.method.given);
  if (q.name == "order") return known(conditions(method, p).order, "no order is known");
  if (q.name == "stage_order") return known(conditions(method, p).stage_order, "the method has no tableau");
  if (q.name == "linear_order") {
    const auto shown = linear_order(method, p);
    return shown.failure.empty() ? Measured{shown.root, {}} : Measured{{}, shown.failure};
  }
  const auto infinity = q.name == "rho_infinity" || q.name == "l_stable" ? rho_infinity(method, p) : Radius{};
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
    if (!out || (q.smallest ? x < *out : x > *out)) out = x, where = q.dt_nt[i];
  }
  return {out, points.size() > 1 ? fmt::format("at dt/(nT) = {}", where) : ""};
}

/// The text of an entry "NAME[i]", counted from `first`; null if the name is another one or there is no such entry.
const std::string* entry(const std::string& wanted, const char* name, const std::vector<std::string>& list, int first) {
  int i = 0;
  if (std::sscanf(wanted.c_str(), fmt::format("{}[%d]", name).c_str(), &i) != 1) return nullptr;
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
  return {{}, fmt::format("'{}' is no coefficient of a tableau of {} stages", name, tableau.stages)};
}

// Scaled to α_0 = 1, with the past on the other side.
Measured multistep_coefficient(const std::string& name, const MultistepData& formula) {
  const bool is_alpha = name.starts_with("alpha");
  const auto* text = is_alpha ? entry(name, "alpha", formula.alpha, 0) : entry(name, "beta", formula.beta, 0);
  if (!text || name == "alpha[0]")
    return {{}, fmt::format("'{}' is no coefficient of a formula of {} steps", name, formula.steps())};
  const auto value = expression_value<quad>(*text) / expression_value<quad>(formula.alpha[0]);
  return {static_cast<double>(is_alpha ? quad(-value) : value), {}};
}

Measured coefficient(const Quantity& q) {
  const auto& method = method_named(q.method.name);
  const Parameters parameters(method.parameters, q.method.given);
  if (method.multistep) return multistep_coefficient(q.name, method.multistep(parameters));
  if (method.tableau) return tableau_coefficient(q.name, method.tableau(parameters));
  return {{}, "the method has neither a tableau nor a multistep formula"};
}

// zhang2022, eqs. (12), (16) with h = t_N − t_{N−1}; α_j = h/(t_{N−j} − t_{N−j−1}).
Measured prediction(const Quantity& q) {
  std::vector<quad> offsets = {-1};
  for (const auto& alpha : q.dt_nt) offsets.push_back(offsets.back() - 1 / number_from_text<quad>(alpha));
  const RatePrediction<quad> weights(offsets);
  int i = 0;
  const bool is_m = std::sscanf(q.name.c_str(), "m[%d]", &i) == 1;
  if ((!is_m && std::sscanf(q.name.c_str(), "n[%d]", &i) != 1) || i < 0 || i >= weights.points())
    return {{}, fmt::format("'{}' is no weight of a prediction from {} points", q.name, weights.points())};
  return {static_cast<double>(is_m ? weights.m[i] : weights.n[i]), {}};
}

}  // namespace

const std::vector<std::string>& property_names() {
  static const std::vector<std::string> names = {"order",       "stage_order", "linear_order", "rho_infinity",
                                                 "zero_stable", "a_stable",    "l_stable"};
  return names;
}

Measured measured_beyond_run(const Quantity& q, Store* store, const StopRequest& stop) {
  switch (q.kind) {
    case QuantityKind::deviation_time: {
      auto out = from_samples(q, fmt::format("deviation.{}>{}", q.name, q.threshold), store, stop,
                              [&](const auto& run, const auto& t) { return first_deviation(q, run, t); });
      if (out.number && std::isinf(*out.number))
        out.note = fmt::format("not within {} s", q.cells.front().text().t_end);
      return out;
    }
    case QuantityKind::largest:
      return from_samples(q, "largest." + q.name, store, stop,
                          [&](const auto& run, const auto& t) { return largest(q, run, t); });
    case QuantityKind::maximum:
    case QuantityKind::minimum:
    case QuantityKind::at_end: {
      const auto what = q.kind == QuantityKind::maximum   ? "maximum"
                        : q.kind == QuantityKind::minimum ? "minimum"
                                                          : "end";
      return from_samples(q, fmt::format("{} of {}", what, q.name), store, stop,
                          [&](const auto& run, const auto& t) { return extreme(q, run, t); });
    }
    case QuantityKind::spectral_radius: return radius(q);
    case QuantityKind::stability_limit: return limit(q);
    case QuantityKind::linear: return linear(q);
    case QuantityKind::prediction: return prediction(q);
    case QuantityKind::property: return property(q);
    case QuantityKind::coefficient: return coefficient(q);
    default: return {{}, "no quantity beyond a run", false};
  }
}

}  // namespace plumb
