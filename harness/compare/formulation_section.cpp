// Section on the formulations of a problem with constraints: the cost at equal errors of q, v, lambda, and the drift.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "harness/compare/section.hpp"
#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::array<const char*, 3> classes = {"q", "v", "lambda"};
constexpr std::array<double, 2> accuracies = {1e-3, 1e-6};

/// The costs in one formulation, by accuracy and component class, and the drift of the coarsest run that reaches the
/// first accuracy in q.
struct InFormulation {
  std::string name;
  std::array<std::array<CostAt, classes.size()>, accuracies.size()> costs = {};
  std::optional<double> drift_position = {}, drift_velocity = {};
};

std::vector<Point> points_of(const Track& track, const char* component_class) {
  std::vector<Point> out;
  for (const auto* rung : runs_of(track)) out.push_back(point_of(*rung, error_metrics(rung->cell, component_class)));
  return out;
}

/// Returns the run that reaches the accuracy of this cost; null if there is none.
const Rung* accurate_run(const Track& track, const CostAt& cost) {
  return cost.is_reached() ? runs_of(track)[cost.place] : nullptr;
}

InFormulation in_formulation(const Track& track, const std::string& formulation) {
  InFormulation out{.name = formulation};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const auto points = points_of(track, classes[c]);
    for (std::size_t a = 0; a < accuracies.size(); ++a) out.costs[a][c] = cost_at(points, accuracies[a]);
  }
  if (const auto* rung = accurate_run(track, out.costs[0][0])) {
    out.drift_position = metric_of(*rung->result, "drift.position");
    out.drift_velocity = metric_of(*rung->result, "drift.velocity");
  }
  return out;
}

/// Returns the formulations by label of the problem, for all problems on which the method ran in at least two
/// formulations. Problems whose reference contains only outputs are left out, because errors of v and lambda are
/// missing.
std::map<std::string, std::vector<InFormulation>> by_problem(const Subjects& subjects) {
  std::map<std::string, std::vector<InFormulation>> out;
  for (const auto& track : subjects.campaign().tracks) {
    if (track.entrant != subjects.judged || runs_of(track).empty()) continue;
    if (output_alone(runs_of(track).front()->cell)) continue;
    const auto& arena = subjects.campaign().plan.arenas[track.arena];
    out[arena.label].push_back(in_formulation(track, arena.formulation));
  }
  std::erase_if(out, [](const auto& problem) { return problem.second.size() < 2; });
  return out;
}

Entry cost_entry(const CostAt& cost) {
  if (cost.is_ranked()) return Entry::number(cost.cost, 2);
  if (cost.reach == Reach::beyond) return fmt::format("< {}", significant(cost.cost, 2));
  if (cost.reach == Reach::unfinished) return fmt::format("> {}", significant(cost.low, 2));
  return {};
}

/// Returns the names of the formulations with the least cost, including ties, at this accuracy for component class c.
std::vector<std::string> cheapest(const std::vector<InFormulation>& formulations, std::size_t accuracy, std::size_t c) {
  const InFormulation* best = nullptr;
  for (const auto& one : formulations) {
    const auto& cost = one.costs[accuracy][c];
    if (cost.is_ranked() && (!best || cost.cost < best->costs[accuracy][c].cost)) best = &one;
  }
  std::vector<std::string> out;
  if (!best) return out;
  for (const auto& one : formulations)
    if (one.costs[accuracy][c].is_ranked() && compared(one.costs[accuracy][c], best->costs[accuracy][c]) == Order::tie)
      out.push_back(one.name);
  return out;
}

/// Returns "On slider-crank an error of 1e-6 costs least in q with index1, in v with index1 and in lambda with index2."
std::string finding(const std::string& problem, const std::vector<InFormulation>& formulations) {
  for (auto a = accuracies.size(); a-- > 0;) {
    std::vector<std::string> parts;
    for (std::size_t c = 0; c < classes.size(); ++c)
      if (const auto names = cheapest(formulations, a, c); !names.empty())
        parts.push_back(fmt::format("in {} with {}", classes[c], fmt::join(names, " or ")));
    if (!parts.empty())
      return fmt::format("On {} an error of {} costs least {}.", problem, shortest(accuracies[a]),
                         fmt::join(parts, ", "));
  }
  return {};
}

Row row_of(const std::string& problem, const InFormulation& one) {
  Row out = {problem + " " + one.name};
  for (const auto& at_accuracy : one.costs)
    for (const auto& cost : at_accuracy) out.push_back(cost_entry(cost));
  out.push_back(Entry::number(one.drift_position, 2));
  out.push_back(Entry::number(one.drift_velocity, 2));
  return out;
}

}  // namespace

Section formulation_section(const Subjects& subjects) {
  Section out{.id = "formulations", .table = {.columns = {{"formulations"}}, .rows = {}}};
  for (const auto accuracy : accuracies)
    for (const auto* name : classes)
      out.table.columns.push_back({fmt::format("{} {}", name, shortest(accuracy)), Align::right});
  out.table.columns.push_back({"drift q", Align::right});
  out.table.columns.push_back({"drift v", Align::right});
  const auto problems = by_problem(subjects);
  for (const auto& [problem, formulations] : problems)
    for (const auto& one : formulations) out.table.rows.push_back(row_of(problem, one));
  if (out.table.rows.empty()) return out;
  out.table.notes = {
      "q 1e-3: cost [evaluations] of a relative error of 1e-3 in q over the run; <, >: the first run is more accurate, "
      "the finest is less accurate; a dash: the error is not reached. drift: largest violation of the constraints and "
      "of their rates [SI units] in the coarsest run with an error of q of at most 1e-3."};
  for (const auto& [problem, formulations] : problems)
    if (auto text = finding(problem, formulations); !text.empty()) out.table.notes.push_back(std::move(text));
  return out;
}

}  // namespace plumb
