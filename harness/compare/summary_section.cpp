// Section with the findings of the page in one paragraph, the first that a reader needs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/cell/resolve.hpp"
#include "harness/compare/form_orders.hpp"
#include "harness/compare/section.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string title_of(const Entrant& entrant) {
  const auto& info = method_named(entrant.spec).info;
  auto out = fmt::format("{}  {}", short_name(entrant.spec), info.title);
  if (!info.source.empty() && info.source != "not given") out += fmt::format("  [{}]", info.source);
  return out;
}

/// Returns whether a run of the method in this form of the equations was planned.
bool was_tried_on(const Subjects& subjects, std::string_view form) {
  return std::ranges::any_of(subjects.campaign().tracks, [&](const Track& track) {
    const auto& arena = subjects.campaign().plan.arenas[track.arena];
    return track.entrant == subjects.judged &&
           formulation_named(problem_named(arena.problem.name), arena.formulation).family() == form;
  });
}

/// Returns the forms of the equations that the method supports and that no arena has.
std::vector<std::string> forms_not_tested(const Subjects& subjects) {
  std::vector<std::string> out;
  for (const char* form : {"ode", "momenta", "index1", "projected", "index2", "ggl", "index3"})
    if (method_named(subjects.entrant().spec).fits(form) && !was_tried_on(subjects, form)) out.emplace_back(form);
  return out;
}

/// Returns the numbers of goals without a known cost, by reason: "3 finer not tried".
std::vector<std::string> goals_without_cost(const Subjects& subjects) {
  std::map<std::string, int> counts;
  for (std::size_t g = 0; g < subjects.standings.goals().size(); ++g)
    if (const auto& cost = subjects.standings.cost(subjects.judged, g); !cost.is_ranked())
      ++counts[std::string(name(cost.reach))];
  std::vector<std::string> out;
  for (const auto& [reason, count] : counts) out.push_back(fmt::format("{} {}", count, reason));
  return out;
}

std::size_t ranked_problems(const Subjects& subjects) {
  return static_cast<std::size_t>(std::ranges::count_if(subjects.campaign().plan.arenas, &Arena::ranked));
}

}  // namespace

std::string untested_finding(const Subjects& subjects) {
  const auto& plan = subjects.campaign().plan;
  std::vector<std::string> parts;
  if (const auto forms = forms_not_tested(subjects); !forms.empty())
    parts.push_back(fmt::format("the formulation{} {}", forms.size() == 1 ? "" : "s", enumerated(forms)));
  if (!has_fixed_step(subjects.entrant().spec))
    parts.emplace_back("orders, because the method chooses its steps");
  else if (const auto missing = orders_not_measured(subjects); !missing.empty())
    parts.push_back(fmt::format("orders of {} (too few usable steps)", fmt::join(missing, "; ")));
  if (const auto missing = goals_without_cost(subjects); !missing.empty())
    parts.push_back(fmt::format("the exact cost at some goals ({})", fmt::join(missing, ", ")));
  parts.push_back(fmt::format("errors below {}", shortest(plan.accuracies.back())));
  parts.push_back(fmt::format("runs that are expected to take more than {} s", shortest(plan.longest_run)));
  parts.push_back(fmt::format("costs on problems other than the {} of this page",
                              counted(ranked_problems(subjects), "combination") + " of problem and formulation"));
  parts.emplace_back("energy on problems other than the pendulum, and after 200 s");
  if (subjects.seconds.empty()) parts.emplace_back("run times (--timed measures them)");
  return fmt::format("Not tested: {}.", fmt::join(parts, "; "));
}

Section summary_section(const Subjects& subjects) {
  Section out{.id = "summary", .table = {.columns = {}, .rows = {}, .caption = title_of(subjects.entrant())}};
  out.data = {{"method", short_name(subjects.entrant().spec)}};
  auto& notes = out.table.notes;
  notes.push_back(order_finding(subjects));
  for (const auto& finding : cost_findings(subjects)) notes.push_back(finding);
  for (const auto& finding :
       {failure_finding(subjects), step_finding(subjects), long_run_finding(subjects), untested_finding(subjects)})
    notes.push_back(finding);
  return out;
}

}  // namespace plumb
