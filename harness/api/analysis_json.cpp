#include <cmath>

#include "harness/api/analysis_report.hpp"

namespace plumb {
namespace {

template <class T>
Json value_or_null(const std::optional<T>& x) {
  return x ? Json(*x) : Json(nullptr);
}

Json intervals_json(const std::vector<StableInterval>& intervals) {
  Json out = Json::array();
  for (const auto& i : intervals) out.push_back({i.from, number_or_null(i.to)});
  return out;
}

Json uncertainties_json(const std::vector<StableInterval>& intervals) {
  Json out = Json::array();
  for (const auto& i : intervals) out.push_back({i.from_within, number_or_null(i.to_within)});
  return out;
}

Json limit_within(const Analysis& a) {
  if (!a.limit_known || !a.stability_limit) return nullptr;
  return *a.stability_limit == 0 || a.intervals.empty() ? 0. : a.intervals.front().to_within;
}

/// Returns a bound and its uncertainty. An infinite bound is the text "infinite", because null means unknown.
Json bound_json(const std::optional<Bound>& x) {
  if (!x) return nullptr;
  return {{"value", std::isinf(x->value) ? Json("infinite") : Json(x->value)}, {"within", x->within}};
}

Json residuals_json(const std::optional<OrderReport>& conditions) {
  if (!conditions) return nullptr;
  Json out = Json::array();
  for (std::size_t p = 1; p <= largest_tree; ++p)
    out.push_back({{"order", p},
                   {"residual", conditions->residual[p]},
                   {"norm", conditions->norm[p]},
                   {"digits_allow", conditions->tolerance[p]}});
  return out;
}

Json curve_json(const Analysis& a) {
  Json out = Json::array();
  for (std::size_t i = 0; i < a.curve.size(); ++i) {
    const auto& p = a.curve[i];
    out.push_back({{"omega_dt", p.omega_dt},
                   {"dt_nt", a.dt_nt[i]},
                   {"spectral_radius", number_or_null(p.spectral_radius)},
                   {"ad_percent", number_or_null(p.ad_percent)},
                   {"pe_percent", number_or_null(p.pe_percent)},
                   {"phase", number_or_null(p.phase)},
                   {"aliased", value_or_null(p.aliased)}});
  }
  return out;
}

Json proven_json(const ProvenOrder& p) {
  return {{"position", p.position}, {"velocity", p.velocity}, {"velocity_dependent", p.of_velocity(true)}};
}

Json structure_json(const Analysis& a) {
  if (!a.structure) return nullptr;
  Json out = {{"symplectic", value_or_null(a.structure->symplectic)},
              {"symmetric", value_or_null(a.structure->symmetric)}};
  if (a.conditions) out.update({{"b", a.structure->b}, {"c", a.structure->c}, {"d", a.structure->d}});
  return out;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json step_limit_json(const std::optional<StepLimit>& limit) {
  if (!limit) return nullptr;
  return {{"formulation", limit->formulation},
          {"seconds", number_or_null(limit->seconds)},
          {"stable_at_every_step", value_or_null(limit->is_stable)}};
}

}  // namespace

Json analysis_json(const AnalyzedMethod& method) {
  const auto& a = method.analysis;
  return {{"method", method.name},
          {"order", value_or_null(a.order)},
          {"order_decided", a.is_order_decided},
          {"proven", a.proven && !method.is_library ? proven_json(*a.proven) : Json(nullptr)},
          {"claim", text_or_null(method.claim)},
          {"same_amplification_as", text_or_null(method.same_as)},
          {"stage_order", value_or_null(a.stage_order)},
          {"structure", structure_json(a)},
          {"linear_order", number_or_null(a.linear_order)},
          {"error_constant", bound_json(a.error_constant)},
          {"dispersion_order", value_or_null(a.phase.dispersion)},
          {"dissipation_order", value_or_null(a.phase.dissipation)},
          {"embedded_order", a.embedded ? Json(a.embedded->order) : Json(nullptr)},
          {"embedded_residuals", residuals_json(a.embedded)},
          {"rho_infinity", number_or_null(a.rho_infinity)},
          {"rho_infinity_within", a.rho_infinity_within},
          {"zero_stable", value_or_null(a.zero_stable)},
          {"a_stable", value_or_null(a.a_stable)},
          {"l_stable", value_or_null(a.l_stable)},
          {"a_alpha_degrees", a.sector ? Json(a.sector->value) : Json(nullptr)},
          {"a_alpha_within", a.sector ? Json(a.sector->within) : Json(nullptr)},
          {"algebraically_stable", value_or_null(a.algebraically_stable)},
          {"ssp_coefficient", bound_json(a.ssp_coefficient)},
          {"real_axis_intervals", a.real_axis ? intervals_json(a.real_axis->list) : Json(nullptr)},
          {"real_axis_known_until", a.real_axis ? number_or_null(a.real_axis->known_until) : Json(nullptr)},
          {"stability_limit", number_or_null(a.stability_limit)},
          {"stability_limit_within", limit_within(a)},
          {"stability_limit_known", a.limit_known},
          {"stability_intervals", a.limit_known ? intervals_json(a.intervals) : Json(nullptr)},
          {"stability_known_until", a.limit_known ? number_or_null(a.intervals_known_until) : Json(nullptr)},
          {"stability_intervals_within", a.limit_known ? uncertainties_json(a.intervals) : Json(nullptr)},
          {"real_axis_intervals_within", a.real_axis ? uncertainties_json(a.real_axis->list) : Json(nullptr)},
          {"within", a.ignored},
          {"digits", text_or_null(a.digits)},
          {"order_residuals", residuals_json(a.conditions)},
          {"irreducible", value_or_null(a.irreducible)},
          {"implicit_stages", a.implicit_stages},
          {"stages_per_step", a.stages},
          {"formula_difference", number_or_null(a.formula_difference)},
          {"curve", curve_json(a)},
          {"step_limit", step_limit_json(method.step_limit)},
          {"reason", text_or_null(a.reason)}};
}

}  // namespace plumb
