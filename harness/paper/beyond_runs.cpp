#include "harness/paper/beyond_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "harness/build_info.hpp"
#include "harness/paper/view.hpp"
#include "methods/analysis/analysis.hpp"

namespace plumb {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A number out of a run's samples; none: infinite.
using Reading = std::function<std::optional<double>(const Cell&, const RunResult&, const Trajectory&)>;

Measured from_samples(const Quantity& q, const std::string& metric, Store* store, const StopRequest& stop,
                      const Reading& read) {
  const auto& cell = q.cells.front();
  const auto fingerprint = build_info().source_fingerprint;
  std::optional<RunResult> run;
  if (store)
    if (auto stored = store->find(id(cell), fingerprint); stored && stored->result.metrics.contains(metric))
      run = stored->result;
  if (!run) {
    Trajectory trajectory;
    run = run_cell(cell, stop, &trajectory);
    if (stop != Status::ok) return {{}, "did not run", false};
    const bool blew_up = run->status == Status::non_finite && !trajectory.samples.empty();
    if (run->status != Status::ok && !blew_up) return {{}, fmt::format("{} {}", name(run->status), run->reason)};
    run->metrics[metric] = read(cell, *run, trajectory);
    if (store) store->put(cell, fingerprint, *run);
  }
  return {run->metrics[metric].value_or(infinite), {}};
}

/// First sample time at which an output is further from the exact solution than allowed; none if it never is.
std::optional<double> first_deviation(const Quantity& q, const RunResult& run, const Trajectory& trajectory) {
  View view(q.cells.front());
  const auto threshold = number_from_text<double>(q.threshold);
  for (const auto& x : trajectory.samples)
    if (!(abs(view.of(q.name, x) - view.of(q.name, view.exact(x.t))) <= threshold)) return x.t.convert_to<double>();
  if (run.status == Status::non_finite) return run.t_reached;  // beyond it there are no numbers at all
  return {};
}

std::optional<double> largest(const Quantity& q, const RunResult& run, const Trajectory& trajectory) {
  View view(q.cells.front());
  quad most = 0;
  for (const auto& x : trajectory.samples) most = std::max<quad>(most, abs(view.of(q.name, x)));
  if (run.status != Status::ok) return {};
  return most.convert_to<double>();
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
  return {most.convert_to<double>(), {}};
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

Measured property(const Quantity& q) {
  const auto& method = method_named(q.method.name);
  AnalysisOptions options{.damping_ratio = number_from_text<quad>(q.damping)};
  options.omegas = {1};
  const auto a = analyze(method, Parameters(method.parameters, q.method.given), options);
  if (q.name == "order") return known(a.order, a.reason);
  if (q.name == "stage_order") return known(a.stage_order, a.reason);
  if (q.name == "linear_order") return known(a.linear_order, a.reason);
  if (q.name == "rho_infinity") return known(a.rho_infinity, a.reason);
  if (q.name == "zero_stable") return known(a.zero_stable, a.reason);
  return q.name == "a_stable" ? known(a.a_stable, a.reason) : known(a.l_stable, a.reason);
}

Measured coefficient(const Quantity& q) {
  const auto& method = method_named(q.method.name);
  if (!method.tableau) return {{}, "the method is no Runge-Kutta method"};
  const auto tableau = method.tableau(Parameters(method.parameters, q.method.given));
  int row = 0, column = 0;
  const auto stages = tableau.stages;
  const auto in_range = [&](int i) { return i >= 1 && i <= stages; };
  const std::string* text = nullptr;
  if (std::sscanf(q.name.c_str(), "a[%d,%d]", &row, &column) == 2 && in_range(row) && in_range(column))
    text = &tableau.a.at(static_cast<std::size_t>((row - 1) * stages + column - 1));
  else if (std::sscanf(q.name.c_str(), "b[%d]", &row) == 1 && in_range(row))
    text = &tableau.b.at(static_cast<std::size_t>(row - 1));
  else if (std::sscanf(q.name.c_str(), "c[%d]", &row) == 1 && in_range(row))
    text = &tableau.c.at(static_cast<std::size_t>(row - 1));
  if (!text) return {{}, fmt::format("'{}' is no coefficient of a tableau of {} stages", q.name, stages)};
  return {number_from_text<double>(*text), *text};
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
                              [&](const Cell&, const auto& run, const auto& t) { return first_deviation(q, run, t); });
      if (out.number && std::isinf(*out.number)) out.note = fmt::format("not within {} s", q.cells.front().t_end);
      return out;
    }
    case QuantityKind::largest:
      return from_samples(q, "largest." + q.name, store, stop,
                          [&](const Cell&, const auto& run, const auto& t) { return largest(q, run, t); });
    case QuantityKind::spectral_radius: return radius(q);
    case QuantityKind::stability_limit: return limit(q);
    case QuantityKind::property: return property(q);
    case QuantityKind::coefficient: return coefficient(q);
    default: return {{}, "no quantity beyond a run", false};
  }
}

}  // namespace plumb
