#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/api/analysis_study.hpp"
#include "harness/judge/analysis_words.hpp"
#include "text/number_text.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

std::string parasitic_text(const CurvePoint& p) {
  std::string out;
  for (const auto& z : p.parasitic) {
    if (std::abs(z) < 1e-12) continue;
    const auto re = significant(z.real(), 4), im = significant(std::abs(z.imag()), 4);
    out += (out.empty() ? "" : ", ") + re;
    if (std::abs(z.imag()) > 1e-12) out += (z.imag() < 0 ? " - " : " + ") + im + "i";
  }
  return out;
}

// Returns the number with all digits if it has at most 8 characters, else with six digits.
std::string abscissa(double x) {
  const auto all_digits = shortest(x);
  return all_digits.size() <= 8 ? all_digits : significant(x, 6);
}

Table curve_table(const Analysis& a) {
  Table table{.columns = {{"omega_dt", Align::right},
                          {"dt/(nT)", Align::right},
                          {"spectral_radius", Align::right},
                          {"ad_percent", Align::right},
                          {"pe_percent", Align::right},
                          {"aliased"},
                          {"parasitic roots"}},
              .rows = {}};
  for (std::size_t i = 0; i < a.curve.size(); ++i) {
    const auto& p = a.curve[i];
    const auto roots = parasitic_text(p);
    table.rows.push_back({abscissa(p.omega_dt), abscissa(a.dt_nt[i]), Entry::number(p.spectral_radius, 8),
                          Entry::number(p.ad_percent, 4), Entry::number(p.pe_percent, 4),
                          p.aliased ? Entry(yes_no(p.aliased)) : Entry(), roots.empty() ? Entry() : Entry(roots)});
  }
  return table;
}

// Returns a remark if the coefficients narrowly miss the conditions of the next order; else "".
std::string missing_text(const OrderReport& report) {
  const auto nearly = report.nearly();
  if (nearly.order == 0) return "";
  const auto p = static_cast<std::size_t>(report.order) + 1;
  return fmt::format("; order {} is missed by {}, but the accuracy of the coefficients allows {}", nearly.order,
                     significant(nearly.missing, 2), significant(report.tolerance[p], 2));
}

std::string tree_text(const OrderReport& report) {
  std::string out = fmt::format("order conditions    order {}, stage order {}", report.order, report.stage_order);
  if (report.order < largest_tree)
    out += fmt::format("; principal error norm {}",
                       significant(report.norm[static_cast<std::size_t>(report.order) + 1], 4));
  double off = 0, allowed = 0;
  for (int p = 1; p <= report.order; ++p) {
    off = std::max(off, report.residual[static_cast<std::size_t>(p)]);
    allowed = std::max(allowed, report.tolerance[static_cast<std::size_t>(p)]);
  }
  if (off > 1e-40)
    out += fmt::format("; satisfied within {}; the accuracy of the coefficients allows {}", significant(off, 2),
                       significant(allowed, 2));
  return out + missing_text(report) + "\n";
}

std::string line(const char* name, const std::string& value) { return fmt::format("{:<20}{}\n", name, value); }

// Returns the lines of the properties that mechanics needs: conservation of the symplectic form, reversibility.
std::string structure_text(const Analysis& a) {
  const auto& s = *a.structure;
  if (!a.conditions) return line("symmetric", yes_no(s.symmetric));
  return line("symplectic", yes_no(s.symplectic)) + line("symmetric", yes_no(s.symmetric)) +
         line("assumptions", fmt::format("B({}), C({}), D({}): simplifying assumptions that hold", s.b, s.c, s.d));
}

std::string orders_text(const AnalyzedMethod& method) {
  const auto& a = method.analysis;
  auto out = line("order", order_text(a, method.is_library));
  if (!method.claim.empty()) out += line("claim", method.claim);
  if (!method.same_as.empty())
    out += line("the same method", "on linear problems a step has the characteristic polynomial of " + method.same_as);
  if (method.is_file && !a.digits.empty()) out += line("coefficients", a.digits);
  if (a.conditions) out += tree_text(*a.conditions);
  if (a.structure) out += structure_text(a);
  if (a.irreducible == false) out += line("irreducible", "no: rho and sigma have a common factor");
  if (a.linear_order) out += line("on the oscillator", oscillator_text(a));
  if (a.error_constant) {
    out += line("error constant", bound_text(*a.error_constant, 6));
    out += line("phase", phase_text(a.phase));
  }
  if (a.embedded)
    out += line("embedded weights", fmt::format("order {}{}", a.embedded->order, missing_text(*a.embedded)));
  return out;
}

std::string unknown_axis_text(const Analysis& a) {
  return a.digits.empty() ? "not computed: it needs the coefficients of a tableau or of a multistep formula"
                          : "unknown: the coefficients have too few digits";
}

std::string step_limit_text(const StepLimit& limit) {
  if (limit.seconds)
    return fmt::format("{} s: with larger steps constraint errors grow", significant(*limit.seconds, 5));
  if (!limit.is_stable) return "unknown";
  return *limit.is_stable ? "no limit: constraint errors decay for every step size"
                          : "0 s: constraint errors grow for every step size";
}

std::string stability_text(const Analysis& a, const std::string& damping, const std::optional<StepLimit>& limit) {
  auto out = line("stability limit", fmt::format("{} (omega dt, damping ratio {})", limit_text(a), damping));
  if (limit) out += line("step limit", fmt::format("{} ({})", step_limit_text(*limit), limit->formulation));
  const bool has_more = a.intervals.size() > 1 || !std::isinf(a.intervals_known_until);
  if (!a.intervals.empty() && (has_more || a.intervals.front().from > 0))
    out += line("stable for", intervals_text(a.intervals, a.intervals_known_until));
  out += line("negative real axis", a.real_axis ? real_axis_text(*a.real_axis) : unknown_axis_text(a));
  out += line("zero-stable", yes_no(a.zero_stable));
  out += line("A-stable", stable_text(a.a_stable, a.ignored));
  out += line("L-stable", yes_no(a.l_stable));
  if (a.sector && a.a_stable == false) out += line("A(alpha)-stable", bound_text(*a.sector, 8) + " degrees");
  if (a.conditions) out += line("algebraically", yes_no(a.algebraically_stable));
  if (a.ssp_coefficient)
    out += line("SSP coefficient", bound_text(*a.ssp_coefficient, 8));
  else if (!a.digits.empty())
    out += line("SSP coefficient", "unknown: the coefficients have too few digits");
  out += line("rho at infinity", a.rho_infinity ? bound_text({*a.rho_infinity, a.rho_infinity_within}, 6) : "unknown");
  return out;
}

}  // namespace

std::string analysis_text(const AnalyzedMethod& method, const std::string& damping) {
  const auto& a = method.analysis;
  auto out = method.name + "\n\n" + orders_text(method) + stability_text(a, damping, method.step_limit);
  out += line("implicit stages", fmt::format("{} per step", a.implicit_stages));
  if (a.formula_difference)
    out += line("by formula", fmt::format("formula and stepper agree to {}", significant(*a.formula_difference, 2)));
  if (!a.reason.empty()) out += line("not known because", a.reason);
  return out + "\n" + as_text(curve_table(a));
}

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
