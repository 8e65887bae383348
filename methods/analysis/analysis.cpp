#include "methods/analysis/analysis.hpp"

#include <cmath>

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

}  // namespace

Analysis analyze(const Method& method, const Parameters& parameters, const AnalysisOptions& options) {
  Analysis out{.method = method.info.name};
  add_orders(method, parameters, out);
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
  out.curve = curve(method, parameters, options.omegas, options.damping_ratio, out.reason);
  if (!infinity.failure.empty()) out.reason = "at infinity: " + infinity.failure;
  if (!limit.failure.empty()) out.reason = limit.failure;
  return out;
}

}  // namespace plumb
