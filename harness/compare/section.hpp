#pragma once
// The parts of the page of one method: tables, with what they say in sentences below.

#include <string>
#include <vector>

#include "harness/compare/seconds.hpp"
#include "harness/compare/standings.hpp"
#include "text/table.hpp"

namespace plumb {

/// What the page of one judged entrant is made of; all have to outlive it.
struct Subjects {
  const Standings& standings;
  std::size_t judged;
  const std::vector<SecondsAtGoal>& seconds;  // empty: times were not asked for

  const Campaign& campaign() const { return standings.campaign(); }
  const Entrant& entrant() const { return campaign().plan.entrants[judged]; }
};

struct Section {
  std::string id;  // "cost", of JSON
  Table table;     // its caption is the title, its notes are the sentences
};

/// "@trbdf2.toml" of "@examples/methods/trbdf2.toml", other names as they are.
std::string short_name(const Spec& spec);

/// The entrants of the profiles: the judged one, those beside it, and who stands for each family.
std::vector<std::size_t> solvers_of(const Subjects& of);

/// Orders, stability, dissipation and error constants, with the findings of the whole page as sentences.
Section theory_section(const Subjects& of);
/// Measured orders by problem, part and formulation, with their windows.
Section order_section(const Subjects& of);
/// Costs at equal accuracy, goal by goal.
Section cost_section(const Subjects& of);
/// The families beside the method, and performance profiles of all of them.
Section family_section(const Subjects& of);
/// Largest working step, work a step, and failures with their reasons.
Section robustness_section(const Subjects& of);
/// Energy and constraints over a long run and one of ten times its length.
Section long_run_section(const Subjects& of);
/// Seconds at equal accuracy.
Section seconds_section(const Subjects& of);

/// What the orders say in all, in a sentence; so of costs, failures and long runs.
std::string order_finding(const Subjects& of);
std::vector<std::string> cost_findings(const Subjects& of);
std::string failure_finding(const Subjects& of);
std::string long_run_finding(const Subjects& of);

}  // namespace plumb
