#pragma once
// Sections of the page of one method: tables with their findings as sentences below.

#include <string>
#include <vector>

#include "harness/compare/seconds.hpp"
#include "harness/compare/standings.hpp"
#include "text/table.hpp"

namespace plumb {

/// Data for the page of one judged entrant. All must outlive it.
struct Subjects {
  const Standings& standings;
  std::size_t judged;
  const std::vector<SecondsAtGoal>& seconds;  // measured times; empty: not requested
  std::string command = {};                   // command line that reproduces the page

  const Campaign& campaign() const { return standings.campaign(); }
  const Entrant& entrant() const { return campaign().plan.entrants[judged]; }
};

struct Section {
  std::string id;  // identifier in JSON: "cost"
  Table table;     // table; its caption is the title, its notes are the findings
};

/// Returns "@trbdf2.toml" for "@examples/methods/trbdf2.toml", and other names unchanged.
std::string short_name(const Spec& spec);

/// Returns the entrants of the profiles: the judged one, the methods from --with, and the representative of each
/// family.
std::vector<std::size_t> solvers_of(const Subjects& of);

/// Orders, stability, dissipation and error constants, with the findings of the whole page.
Section theory_section(const Subjects& of);
/// Measured orders by problem, component class and formulation, with their windows.
Section order_section(const Subjects& of);
/// Costs at equal accuracy for each goal.
Section cost_section(const Subjects& of);
/// Families compared with the method, and performance profiles of all of them.
Section family_section(const Subjects& of);
/// Largest working step, work for each step, and failures with their reasons.
Section robustness_section(const Subjects& of);
/// Costs of equal errors of q, v and lambda, and drift, in all formulations of a problem. It has no rows if no problem
/// was run in two.
Section formulation_section(const Subjects& of);
/// Energy and constraints over a long run, and over a run that is ten times longer.
Section long_run_section(const Subjects& of);
/// Seconds at equal accuracy.
Section seconds_section(const Subjects& of);

/// Provenance of the page: version, commit, date, machine, compiler, command.
Section provenance_section(const Subjects& of);

/// Return sentences on the measured orders, costs, failures and long runs.
std::string order_finding(const Subjects& of);
std::vector<std::string> cost_findings(const Subjects& of);
std::string failure_finding(const Subjects& of);
std::string long_run_finding(const Subjects& of);

}  // namespace plumb
