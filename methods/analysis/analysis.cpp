#include "methods/analysis/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/analysis/laws.hpp"
#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {
namespace {

// Returns the tableau of a method; none if it has no tableau.
std::optional<TableauData> tableau_of(const Method& method, const Parameters& parameters) {
  if (method.tableau) return method.tableau(parameters);
  return {};
}

std::optional<double> in_double(const std::optional<quad>& x) {
  return x ? std::optional(static_cast<double>(*x)) : std::nullopt;
}

// Returns nullopt if the digits do not determine the number. An infinite value is impossible for order 2: no method
// of this order preserves strong stability at every step (Spijker 1983).
std::optional<Bound> if_decided(const Bound& ssp, int order) {
  const bool is_impossible = std::isinf(ssp.value) && order > 1;
  return std::isinf(ssp.within) || is_impossible ? std::nullopt : std::optional(ssp);
}

void add_orders(const Method& method, const Parameters& parameters, const Digits& digits, Analysis& out) {
  if (const auto tableau = tableau_of(method, parameters)) {
    out.conditions = order_report(*tableau, digits);
    out.order = out.conditions->order;
    out.is_order_decided =
        *out.order == largest_tree || out.conditions->is_decided[static_cast<std::size_t>(*out.order) + 1];
    out.stage_order = out.conditions->stage_order;
    out.structure = structure(*tableau, digits);
    out.algebraically_stable = is_algebraically_stable(*tableau, digits);
    out.ssp_coefficient = if_decided(ssp_coefficient(*tableau, digits), *out.order);
    out.digits = in_words(decided(digits, *tableau));
  } else if (method.multistep) {
    const auto data = method.multistep(parameters);
    const auto formula = multistep_formula(data, digits);
    out.order = order_of(formula);
    out.structure = structure(data, digits);
    out.is_order_decided = is_order_decided(formula, *out.order);
    out.ssp_coefficient = if_decided(ssp_coefficient(data, digits), *out.order);
    out.digits = formula.of_fractions ? "decimals are replaced by the fractions that they round"
                                      : in_words(decided(digits, data));
  } else if (const auto proven = method.proven_order(parameters); proven.position > 0) {
    out.order = proven.position;
    out.proven = proven;
  }
}

void add_observed_order(const Method& method, const Parameters& parameters, Analysis& out) {
  const auto shown = linear_order(method, parameters);
  if (!shown.failure.empty()) return;
  out.linear_order = shown.position();
  if (std::isfinite(shown.velocity)) out.velocity_order = shown.velocity;
}

// Adds the results that do not depend on the given damping. `undamped` is the limit without damping, if it is already
// known.
void add_verdicts(const Method& method, const Parameters& parameters, const StabilityLimit* undamped, Analysis& out) {
  add_observed_order(method, parameters, out);
  const auto infinity = rho_infinity(method, parameters);
  out.rho_infinity = in_double(infinity.value);
  out.zero_stable = zero_stable(method, parameters);
  out.a_stable = a_stable(method, parameters, undamped);
  if (out.a_stable == false)
    out.l_stable = false;
  else if (out.a_stable && out.rho_infinity)
    out.l_stable = *out.rho_infinity < static_cast<double>(resolution(method).infinity);
  if (!infinity.failure.empty()) out.reason = "at infinity: " + infinity.failure;
}

void add_stability(const Method& method, const Parameters& parameters, const quad& xi, Analysis& out) {
  std::string failure;
  const auto stable = stable_intervals(method, parameters, failure, xi);
  const StabilityLimit limit{stable.limit(), stable.list.empty() ? failure : ""};
  out.stability_limit = limit.limit;
  out.limit_known = limit.failure.empty();
  out.intervals = stable.list;
  add_verdicts(method, parameters, xi == 0 ? &limit : nullptr, out);
  if (!limit.failure.empty()) out.reason = limit.failure;
}

void add_stability(const StabilityByFormula& formula, const quad& xi, Analysis& out) {
  const auto stable = formula.intervals(xi);
  out.linear_order = std::max(formula.linear_order, out.order.value_or(0));  // order conditions include those of R(z)
  if (const auto& c = formula.error_constant) out.error_constant = Bound{static_cast<double>(c->value), c->within};
  out.phase = formula.phase;
  out.rho_infinity = in_double(formula.rho_infinity);
  out.rho_infinity_within = formula.rho_infinity_within;
  out.zero_stable = formula.zero_stable;
  out.irreducible = formula.irreducible;
  out.ignored = std::max(stable.ignored, formula.ignored);
  out.a_stable = formula.a_stable;
  out.l_stable = formula.l_stable;
  out.sector = formula.sector;
  if (formula.real_axis.is_known) out.real_axis = formula.real_axis;
  if (stable.is_known) {
    out.intervals = stable.list;
    out.intervals_known_until = stable.known_until;
    out.stability_limit = stable.limit();
    out.limit_known = true;
  }
  if (!stable.is_known || !out.a_stable)
    out.reason = "the coefficients have too few digits to decide whether a step amplifies the solution";
}

constexpr Eigen::Index large_matrix = 48;  // number of rows from which the eigenvalues in quad take about a second

// Returns the roots of the stepper at the points of the curve. The principal pair is the pair nearest to the pair of
// the formula. For a large matrix only the point in the middle of the curve is computed.
std::vector<std::optional<PrincipalRoot>> confirmed(const RootsAt& stepper, bool is_large,
                                                    const std::vector<std::optional<PrincipalRoot>>& formula) {
  std::vector<std::optional<PrincipalRoot>> out(formula.size());
  for (std::size_t i = 0; i < formula.size(); ++i)
    if (formula[i] && (!is_large || i == formula.size() / 2))
      if (auto found = stepper(formula[i]->omega_h); found.failure.empty())
        out[i] = nearest_pair(*formula[i], std::move(found.values));
  return out;
}

// Returns the points of the curve as Ω; adds them as Δt/(nT) to `out`.
std::vector<double> abscissas(const AnalysisOptions& options, Analysis& out) {
  const double turn = 2 * std::numbers::pi * out.stages;
  auto omegas = options.omegas;
  for (const double omega : omegas) out.dt_nt.push_back(omega / turn);
  for (const double x : options.dt_nt) {
    out.dt_nt.push_back(x);
    omegas.push_back(turn * x);
  }
  return omegas;
}

void add_curve(const RootsAt& stepper, const AnalysisOptions& options, Analysis& out) {
  const auto omegas = abscissas(options, out);
  const auto& xi = options.damping_ratio;
  out.curve = curve(principal_roots(stepper, omegas, xi, out.reason), omegas, xi);
}

// `probe` is the amplification matrix of the stepper at any point.
void add_curve(const StabilityByFormula& formula, const RootsAt& stepper, const Amplification& probe,
               const AnalysisOptions& options, Analysis& out) {
  const auto omegas = abscissas(options, out);
  const auto& xi = options.damping_ratio;
  const auto roots = principal_roots(formula.roots(xi), omegas, xi, out.reason);
  out.curve = curve(roots, omegas, xi);
  if (!probe.ok()) return;
  const auto steps = confirmed(stepper, probe.matrix.rows() >= large_matrix, roots);
  out.formula_difference = largest_difference(steps, roots, xi);
  out.formula_distance = largest_distance(steps, roots);
  out.open = formula.open;
}

// Methods in user code count their implicit stages. Steppers of the catalogue without coefficients have at most one
// implicit stage.
void count_stages(const Amplification& probe, const Method& method, Analysis& out) {
  const bool in_code = method.info.double_only && method.info.fixed_step;
  out.implicit_stages = in_code ? probe.implicit_stages : std::min(probe.implicit_stages, 1);
  out.stages = std::max(out.implicit_stages, 1);
}

}  // namespace

Analysis conditions(const Method& method, const Parameters& parameters, const Digits& digits) {
  Analysis out{.method = method.info.name};
  add_orders(method, parameters, digits, out);
  return out;
}

Analysis analyze(const Method& method, const Parameters& parameters, const AnalysisOptions& options) {
  auto out = conditions(method, parameters, options.digits);
  const auto& xi = options.damping_ratio;
  out.stages = stages_per_step(method, parameters);
  if (const auto tableau = tableau_of(method, parameters); tableau && !options.embedded.empty())
    out.embedded = order_report({tableau->stages, tableau->a, options.embedded, tableau->c}, options.digits);
  const auto formula = stability_by_formula(method, parameters, options.digits);
  if (formula) add_stability(*formula, xi, out);
  const auto stepper = roots_of_stepper(method, parameters, xi);
  const auto probe = amplification_matrix(method, parameters, quad(1) / 10, xi);
  if (const auto by_coefficients = implicit_stages(method, parameters))
    out.implicit_stages = *by_coefficients;
  else
    count_stages(probe, method, out);
  if (formula) {
    add_curve(*formula, stepper, probe, options, out);
  } else if (probe.ok()) {
    add_curve(stepper, options, out);
    add_stability(method, parameters, xi, out);
  }
  if (!formula && !probe.ok() && xi != 0 && amplification_matrix(method, parameters, quad(1) / 10).ok())
    add_verdicts(method, parameters, nullptr, out);
  if (!probe.ok()) out.reason = "cannot be linearised: " + probe.failure;
  drop_contradictions(out);
  return out;
}

}  // namespace plumb
