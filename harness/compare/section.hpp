#pragma once
// Sections of the page about one judged method: tables, with the findings as sentences below them.

#include <string>
#include <vector>

#include "harness/compare/seconds.hpp"
#include "harness/compare/standings.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

/// Data for the page about one judged entrant. The referenced objects must outlive this object.
struct Subjects {
  const Standings& standings;
  std::size_t judged;                         // index of the judged entrant
  const std::vector<SecondsAtGoal>& seconds;  // measured times; empty: not requested
  std::string command = {};                   // command line that reproduces the page

  const Campaign& campaign() const { return standings.campaign(); }
  const Entrant& entrant() const { return campaign().plan.entrants[judged]; }
};

struct Section {
  std::string id;           // identifier in JSON: "cost"
  Table table;              // table; its caption is the title, its notes are the findings; no columns: only text
  Json data = nullptr;      // further data for JSON, under the key "data"; null: none
  std::string figure = {};  // figure for LaTeX (PGFPlots); empty: none
};

/// Returns the entrants of the performance profiles: the judged entrant, the methods of --beside, and the
/// representative of each family.
std::vector<std::size_t> solvers_of(const Subjects& subjects);

/// The findings of the whole page in one paragraph: orders, cost, robustness, energy, and anything that was not tested.
Section summary_section(const Subjects& subjects);
/// Orders, stability, dissipation and error constants.
Section theory_section(const Subjects& subjects);
/// Measured orders by problem, component class and formulation, with their windows.
Section order_section(const Subjects& subjects);
/// Costs for each goal. A goal is an accuracy in an arena (arena.hpp: a problem in one formulation).
Section cost_section(const Subjects& subjects);
/// The method compared with each family, and performance profiles of the method and the families' representatives.
Section family_section(const Subjects& subjects);
/// Largest working step size, work per step, and failures with their reasons.
Section robustness_section(const Subjects& subjects);
/// Costs at equal errors of q, v and lambda, and drift, in all formulations of a problem. The table has no rows unless
/// a problem ran in at least two formulations.
Section formulation_section(const Subjects& subjects);
/// Energy errors and constraint drift of a long run, and of a run that is ten times longer.
Section long_run_section(const Subjects& subjects);
/// Empirical distributions of the cost over all pairs of problem and target error (runtime_distribution.hpp).
Section distribution_section(const Subjects& subjects);
/// CPU times that the methods need for equal accuracy (seconds.hpp).
Section seconds_section(const Subjects& subjects);

/// Provenance of the page: version, commit, date, machine, compiler, command.
Section provenance_section(const Subjects& subjects);

/// Returns a figure for LaTeX: error over cost in each arena with goals, with bands of uncertainty. Empty: no curves.
std::string work_precision_figure(const Subjects& subjects);

/// Return sentences on the measured orders, costs, failures, largest steps and long runs, and on anything that the
/// comparison did not test.
std::string order_finding(const Subjects& subjects);
std::vector<std::string> cost_findings(const Subjects& subjects);
std::string failure_finding(const Subjects& subjects);
std::string step_finding(const Subjects& subjects);
std::string long_run_finding(const Subjects& subjects);
std::string untested_finding(const Subjects& subjects);
/// Returns the component classes without a measured order, by form: "a for index2 and ggl".
std::vector<std::string> orders_not_measured(const Subjects& subjects);

}  // namespace plumb
