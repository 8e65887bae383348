// Section on the properties of a method that follow from its coefficients or its steps on linear problems.

#include <fmt/format.h>

#include "harness/cell/method_file.hpp"
#include "harness/compare/section.hpp"
#include "harness/judge/analysis_words.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

void add_orders(Table& card, const Analysis& a, bool is_claim) {
  const auto line = [&](const char* name, const std::string& value) { card.rows.push_back({name, value}); };
  line("order", order_text(a, is_claim) + (a.conditions ? " (order conditions)" : ""));
  if (a.stage_order) line("stage order", std::to_string(*a.stage_order));
  if (a.linear_order) line("on the oscillator", oscillator_text(a));
  if (a.error_constant) line("error constant", bound_text(*a.error_constant, 4));
  if (a.error_constant) line("phase", phase_text(a.phase));
  if (a.embedded) line("embedded weights", fmt::format("order {}", a.embedded->order));
}

void add_stability(Table& card, const Analysis& a) {
  const auto line = [&](const char* name, const std::string& value) { card.rows.push_back({name, value}); };
  auto stable = fmt::format("A-stable {}, L-stable {}", yes_no(a.a_stable), yes_no(a.l_stable));
  if (a.algebraically_stable) stable += fmt::format(", algebraically {}", yes_no(a.algebraically_stable));
  if (a.zero_stable == false) stable += ", not zero-stable";
  line("stability", stable);
  if (a.sector && a.a_stable == false) line("A(alpha)", bound_text(*a.sector, 5) + " degrees");
  line("limit of omega h", limit_text(a));
  if (a.real_axis) line("negative real axis", real_axis_text(*a.real_axis));
  if (a.rho_infinity) line("rho at infinity", bound_text({*a.rho_infinity, a.rho_infinity_within}, 4));
  if (a.ssp_coefficient) line("SSP coefficient", bound_text(*a.ssp_coefficient, 4));
}

}  // namespace

Section theory_section(const Subjects& subjects) {
  Section out{.id = "theory", .table = {.columns = {{"theory"}, {""}}, .rows = {}}};
  auto& notes = out.table.notes;
  if (const auto& a = subjects.campaign().theory[subjects.judged]) {
    add_orders(out.table, *a, from_outside(subjects.entrant().spec.name));
    add_stability(out.table, *a);
    if (!a->reason.empty()) notes.push_back("Theory: unknown, because " + a->reason + ".");
  } else {
    notes.emplace_back("Theory: the analysis did not finish.");
  }
  if (names_file(subjects.entrant().spec.name) && !method_file(subjects.entrant().spec.name).note.empty())
    notes.push_back("Claim: " + method_file(subjects.entrant().spec.name).note + ".");
  return out;
}

}  // namespace plumb
