#include "methods/analysis/laws.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

bool never_ends(const std::vector<StableInterval>& intervals) {
  return !intervals.empty() && std::isinf(intervals.back().to);
}

bool has_a_point(const std::vector<StableInterval>& intervals) {
  for (const auto& i : intervals)
    if (!i.has_length()) return true;
  return false;
}

bool has_intervals_of_a_formula(const Analysis& a) { return a.real_axis || a.error_constant || a.sector; }

// Removes all results that come from the formula, except orders by trees.
void forget_formula(Analysis& a) {
  a.linear_order = {};
  a.error_constant = {};
  a.phase = {};
  a.rho_infinity = {};
  a.rho_infinity_within = 0;
  a.real_axis = {};
  a.sector = {};
  a.ssp_coefficient = {};
  a.algebraically_stable = a.zero_stable = a.a_stable = a.l_stable = {};
  a.stability_limit = {};
  a.limit_known = false;
  a.intervals.clear();
  a.ignored = 0;
  for (auto& p : a.curve) p = {.omega_dt = p.omega_dt};
}

}  // namespace

bool is_apart(const Analysis& a) {
  constexpr double of_rounding = 1e-6;
  return a.formula_distance && !(*a.formula_distance <= std::max(of_rounding, 10 * std::sqrt(a.open)));
}

std::vector<std::string> violated_laws(const Analysis& a) {
  std::vector<std::string> out;
  const auto law = [&out](bool is_broken, const char* words) {
    if (is_broken) out.emplace_back(words);
  };
  const bool is_a = a.a_stable == true, is_unbounded = a.rho_infinity && std::isinf(*a.rho_infinity);
  law(a.algebraically_stable == true && !is_a, "algebraically stable, but not A-stable");
  law(a.l_stable == true && !is_a, "L-stable, but not A-stable");
  law(is_a && a.rho_infinity > 1, "A-stable, but rho > 1 at infinity");
  law(is_a && a.limit_known && a.stability_limit, "A-stable, but with a stability limit");
  law(is_a && a.real_axis && !a.real_axis->everywhere(), "A-stable, but not on the whole negative real axis");
  law(is_unbounded && is_a, "rho unbounded at infinity, but A-stable");
  law(is_unbounded && never_ends(a.intervals), "rho unbounded at infinity, but an interval of stability is unbounded");
  law(is_unbounded && a.real_axis && never_ends(a.real_axis->list),
      "rho unbounded at infinity, but the real stability interval is unbounded");
  const bool never = a.limit_known && never_ends(a.intervals);
  law(never && a.rho_infinity > 1 + 2 * a.rho_infinity_within,
      "rho > 1 at infinity, but an interval of stability is unbounded");
  law(a.ssp_coefficient && std::isinf(a.ssp_coefficient->value) && a.order > 1,
      "order 2 or more, but an infinite SSP coefficient");
  law(has_a_point(a.intervals) || (a.real_axis && has_a_point(a.real_axis->list)),
      "an interval of stability of length 0");
  law(a.order && a.linear_order && a.conditions && *a.linear_order < *a.order,
      "the order on the test equation is lower than the order");
  law(a.error_constant && !a.linear_order, "an error constant, but no order on the test equation");
  law(is_apart(a) && has_intervals_of_a_formula(a),
      "formula and stepper disagree, but intervals from the formula are used");
  return out;
}

void drop_contradictions(Analysis& a) {
  if (is_apart(a)) {
    forget_formula(a);
    a.reason = "formula and stepper do not agree: with coefficients of this size, rounding leaves no correct digits";
    return;
  }
  if (a.open > 0 && a.algebraically_stable == true && a.a_stable != true) a.algebraically_stable = {};
  if (a.a_stable == true && a.rho_infinity > 1 && *a.rho_infinity <= 1 + 2 * a.rho_infinity_within) a.rho_infinity = 1;
  if (const auto broken = violated_laws(a); !broken.empty()) {
    forget_formula(a);
    a.reason = "the computed properties contradict each other: " + broken.front();
  }
}

}  // namespace plumb
