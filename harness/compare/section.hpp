#pragma once
// The page of one method has these parts: tables, with sentences below that say what they show.

#include <string>
#include <vector>

#include "harness/compare/seconds.hpp"
#include "harness/compare/standings.hpp"
#include "text/table.hpp"

namespace plumb {

/// The page of one judged entrant is made of these. All have to outlive it.
struct Subjects {
  const Standings& standings;
  std::size_t judged;
  const std::vector<SecondsAtGoal>& seconds;  // empty: times were not asked for
  std::string command = {};                   // makes the page again

  const Campaign& campaign() const { return standings.campaign(); }
  const Entrant& entrant() const { return campaign().plan.entrants[judged]; }
};

struct Section {
  std::string id;  // "cost", as in JSON
  Table table;     // its caption is the title, its notes are the sentences
};

/// Returns "@trbdf2.toml" for "@examples/methods/trbdf2.toml", and other names unchanged.
std::string short_name(const Spec& spec);

/// Returns the entrants of the profiles: the judged one, those beside it, and the representative of each family.
std::vector<std::size_t> solvers_of(const Subjects& of);

/// Shows orders, stability, dissipation and error constants, and the findings of the whole page as sentences.
Section theory_section(const Subjects& of);
/// Shows measured orders by problem, part and formulation, with their windows.
Section order_section(const Subjects& of);
/// Shows costs at equal accuracy, goal by goal.
Section cost_section(const Subjects& of);
/// Shows the families beside the method, and performance profiles of all of them.
Section family_section(const Subjects& of);
/// Shows the largest working step, work a step, and failures with their reasons.
Section robustness_section(const Subjects& of);
/// Shows energy and constraints over a long run, and over one of ten times its length.
Section long_run_section(const Subjects& of);
/// Shows seconds at equal accuracy.
Section seconds_section(const Subjects& of);

/// Shows which program made the page: version, commit, date, machine, compiler, command.
Section provenance_section(const Subjects& of);

/// Say in a sentence what the orders show in all, and what costs, failures and long runs show.
std::string order_finding(const Subjects& of);
std::vector<std::string> cost_findings(const Subjects& of);
std::string failure_finding(const Subjects& of);
std::string long_run_finding(const Subjects& of);

}  // namespace plumb
