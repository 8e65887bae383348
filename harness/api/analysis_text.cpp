#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/api/analysis_report.hpp"
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

}  // namespace plumb
