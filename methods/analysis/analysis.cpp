#include "methods/analysis/analysis.hpp"

#include <cmath>
#include <numbers>

namespace plumb {
namespace {

// The tableau of methods that offer one.
std::optional<TableauData> tableau_of(const Method& method, const Parameters& parameters) {
  if (method.tableau) return method.tableau(parameters);
  return {};
}

std::optional<double> in_double(const std::optional<quad>& x) {
  return x ? std::optional(static_cast<double>(*x)) : std::nullopt;
}

void add_orders(const Method& method, const Parameters& parameters, Analysis& out) {
  if (const auto tableau = tableau_of(method, parameters)) {
    out.conditions = order_report(*tableau);
    out.order = out.conditions->order;
    out.stage_order = out.conditions->stage_order;
  } else if (const auto proven = method.proven_order(parameters).position; proven > 0) {
    out.order = proven;
  }
}

void add_linear_order(const Method& method, const Parameters& parameters, Analysis& out) {
  const auto shown = linear_order(method, parameters);
  if (!shown.failure.empty()) return;
  out.linear_order = shown.root;
  if (std::isfinite(shown.velocity)) out.velocity_order = shown.velocity;
}

// The curve over both abscissas, by the stepper and, where the method has one, by its formula.
void add_curve(const Method& method, const Parameters& parameters, const AnalysisOptions& options, Analysis& out) {
  const double turn = 2 * std::numbers::pi * out.stages;
  auto omegas = options.omegas;
  for (const double omega : omegas) out.dt_nt.push_back(omega / turn);
  for (const double x : options.dt_nt) {
    out.dt_nt.push_back(x);
    omegas.push_back(turn * x);
  }
  const auto& xi = options.damping_ratio;
  const auto stepped = principal_roots(roots_of_stepper(method, parameters, xi), omegas, xi, out.reason);
  out.curve = curve(stepped, omegas, xi);
  if (const auto formula = roots_by_formula(method, parameters, xi)) {
    std::string ignored;  // what the stepper's failure says already
    out.formula_difference = largest_difference(stepped, principal_roots(formula, omegas, xi, ignored), xi);
  }
}

}  // namespace

Analysis conditions(const Method& method, const Parameters& parameters) {
  Analysis out{.method = method.info.name};
  add_orders(method, parameters, out);
  return out;
}

Analysis analyze(const Method& method, const Parameters& parameters, const AnalysisOptions& options) {
  auto out = conditions(method, parameters);
  out.stages = stages_per_step(method, parameters);
  if (const auto probe = amplification_matrix(method, parameters, quad(1) / 10, options.damping_ratio); !probe.ok()) {
    out.reason = "cannot be linearised: " + probe.failure;
    return out;
  }
  add_linear_order(method, parameters, out);
  const auto limit = stability_limit(method, parameters, options.damping_ratio);
  const auto infinity = rho_infinity(method, parameters);
  out.stability_limit = limit.limit;
  out.limit_known = limit.failure.empty();
  out.rho_infinity = in_double(infinity.value);
  out.zero_stable = zero_stable(method, parameters);
  out.a_stable = a_stable(method, parameters);
  if (out.a_stable && out.rho_infinity) out.l_stable = *out.a_stable && *out.rho_infinity < 1e-8;
  add_curve(method, parameters, options, out);
  if (!infinity.failure.empty()) out.reason = "at infinity: " + infinity.failure;
  if (!limit.failure.empty()) out.reason = limit.failure;
  return out;
}

}  // namespace plumb
