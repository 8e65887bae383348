// Work-precision diagrams have one row for each run. If the figure sets `coordinates`, all errors are in these
// coordinates.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "harness/cell/resolve.hpp"
#include "harness/judge/motion_of_cell.hpp"
#include "harness/judge/uncertainty.hpp"
#include "harness/judge/work_cost.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/run/lost_reference.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/needed_reference.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

constexpr auto& classes = error_classes;

std::string error_name(std::size_t of) { return fmt::format("end.{}", classes[of]); }

/// A run with its cell and its errors in the coordinates of the figure.
struct ComparedRun {
  ResolvedCell cell;
  std::optional<RunResult> run;
  std::array<Uncertainty, classes.size()> floors = {};
  std::optional<double> cost = {};
  bool is_taken = false;
};

// ---- one system of coordinates

Vec<quad> wide(const std::vector<double>& x) {
  Vec<quad> out(static_cast<Eigen::Index>(x.size()));
  std::copy(x.begin(), x.end(), out.data());
  return out;
}

/// Returns the run with its errors in the coordinates of another formulation. The last state is converted to these
/// coordinates, with accelerations and multipliers from the index-1 equations.
RunResult embedded(const ResolvedCell& cell, const Formulation& formulation, RunResult run) {
  if (run.reference_until) return run;  // the reference is lost in any coordinates
  for (std::size_t i = 0; i < classes.size(); ++i) run.metrics.erase(error_name(i));
  if (run.status != Status::ok || run.final_state.q.empty()) return run;
  const auto t = cell.t_end<quad>();
  auto system = cell.problem().in_quad.system(cell.data(), formulation);
  const auto at =
      cell.problem().in_quad.embed(cell.data(), formulation, t, {wide(run.final_state.q), wide(run.final_state.v)});
  auto x = zero_state(system);
  x.q = at.q;
  x.v = at.v;
  if (!system.acceleration(t, x.q, x.v, x.a, x.lambda)) return run;
  const auto exact = reference_of(cell)->at(t, formulation);
  if (exact.q.size() == 0) return run;  // the reference stores only outputs
  auto distance = x.v;
  system.local(exact.q, x.q, distance);
  run.metrics["end.q"] = static_cast<double>(distance.norm());
  run.metrics["end.v"] = static_cast<double>((x.v - exact.v).norm());
  run.metrics["end.a"] = static_cast<double>((x.a - exact.a).norm());
  if (x.lambda.size() > 0) run.metrics["end.lambda"] = static_cast<double>((x.lambda - exact.lambda).norm());
  return run;
}

ComparedRun compared(const ResolvedCell& cell, const RunResult* run, const std::string& coordinates) {
  const auto* formulation = coordinates.empty() ? nullptr : cell.problem().formulation(coordinates);
  const bool is_other = formulation && formulation->coordinates != cell.formulation().coordinates;
  std::optional<double> cost;
  if (run) cost = work_cost(cell, *run);
  if (!is_other) return {.cell = cell, .run = run ? std::optional(*run) : std::nullopt, .cost = cost};
  auto text = cell.text();
  text.formulation = formulation->name;
  auto result = run ? std::optional(embedded(cell, *formulation, *run)) : std::nullopt;
  return {.cell = resolve(text), .run = std::move(result), .cost = cost};
}

// ---- limits of the errors

void look_for_floors(std::vector<ComparedRun>& of_curve) {
  std::vector<ResolvedCell> cells;
  std::vector<const RunResult*> runs;
  for (const auto& one : of_curve) {
    cells.push_back(one.cell);
    runs.push_back(one.run ? &*one.run : nullptr);
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (!metric_column(Subject(cells.front()), error_name(i))) continue;  // no multipliers in this formulation
    const auto floors = uncertainties(cells, error_name(i), runs);
    for (std::size_t n = 0; n < floors.size(); ++n) of_curve[n].floors[i] = floors[n];
  }
}

// Returns a text like "rounding-limited: q v", which lists the errors within a factor 10 of their limit, by origin of
// the limit.
std::string limited(const ComparedRun& one) {
  constexpr double close = 10;
  std::array<std::string, 3> lists;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto error = metric_of(*one.run, error_name(i));
    if (error && *error <= close * one.floors[i].bound())
      lists[static_cast<std::size_t>(one.floors[i].origin())] += fmt::format(" {}", classes[i]);
  }
  std::string out;
  for (const auto origin : {Origin::rounding, Origin::reference, Origin::newton})
    if (const auto& list = lists[static_cast<std::size_t>(origin)]; !list.empty())
      out += fmt::format("{}{}-limited:{}", out.empty() ? "" : "; ", name(origin), list);
  return out;
}

// ---- selection among runs with several Newton tolerances

/// Runs that differ only in their Newton tolerance share a group.
std::string group(const Curve& curve, const ResolvedCell& cell) {
  const auto rtol = cell.options().has("rtol") ? cell.options().text("rtol") : "";
  return fmt::format("{}\n{}\n{}\n{}", curve.name, cell.formulation().name, cell.text().step, rtol);
}

bool is_ok(const ComparedRun& one) { return one.run && one.run->status == Status::ok; }

/// Returns the Newton tolerance; 0 if none is set, so that the iteration converges to rounding.
double newton_tolerance(const ComparedRun& one) {
  return one.cell.text().newton_tol ? number_from_text<double>(*one.cell.text().newton_tol) : 0;
}

/// Returns whether the Newton tolerance changes the errors of q and v by no more than a tenth.
bool is_converged(const ComparedRun& one, const ComparedRun& strictest) {
  for (const auto* metric : {"end.q", "end.v"}) {
    const auto error = metric_of(*one.run, metric), converged = metric_of(*strictest.run, metric);
    if (!error || !converged || std::abs(*error - *converged) > 0.1 * *converged) return false;
  }
  return true;
}

/// Marks the cheapest converged run. If all runs failed, marks the one with the strictest tolerance.
void take_one(std::vector<ComparedRun*>& runs) {
  std::ranges::stable_sort(runs, {}, [](const ComparedRun* one) { return newton_tolerance(*one); });
  const auto strictest = std::ranges::find_if(runs, [](const ComparedRun* one) { return is_ok(*one); });
  auto* best = strictest == runs.end() ? runs.front() : *strictest;
  for (auto* one : runs)
    if (is_ok(*one) && one->cost && best->cost && *one->cost < *best->cost && is_converged(*one, **strictest))
      best = one;
  best->is_taken = true;
}

// ---- rows

Entry words(const std::string& text) { return text.empty() ? Entry() : Entry(text); }

std::vector<Entry> row_of(const Curve& curve, const ResolvedCell& cell, const ComparedRun& one) {
  std::vector<Entry> row{curve.name, cell.formulation().name, exactly(cell.step<double>())};
  row.push_back(cell.options().has("rtol") ? exactly(cell.options().number<double>("rtol")) : Entry());
  row.push_back(cell.text().newton_tol ? exactly(newton_tolerance(one)) : Entry());
  if (!one.run) return row;
  const auto& run = *one.run;
  const bool ok = is_ok(one);
  row.emplace_back(name(run.status));
  row.push_back(words(one.is_taken ? "yes" : ""));
  for (std::size_t i = 0; i < classes.size(); ++i) row.push_back(ok ? metric_entry(run, error_name(i), 4) : Entry());
  const auto& c = run.counters;
  row.push_back(Entry::count(evaluations(c)));
  for (const auto& count : {c.jacobian_evaluations, c.factorizations, c.linear_solves})
    row.push_back(Entry::count(count));
  row.push_back(one.cost ? Entry::number(*one.cost, 4) : Entry());
  row.push_back(ok ? Entry::number(run.timing.seconds, 3) : Entry());
  for (const auto& floor : one.floors) {  // limits that depend on the problem; the Newton tolerance depends on the run
    const auto level = static_cast<double>(std::max(floor.rounding, floor.reference));
    row.push_back(level > 0 && std::isfinite(level) ? Entry::number(level, 3) : Entry());
  }
  row.push_back(words(ok ? limited(one) : ""));
  row.push_back(words(run.reason));
  return row;
}

std::vector<ComparedRun> runs_of(const Curve& curve, const FigureParts& parts, const std::string& coordinates) {
  std::vector<ComparedRun> out;
  for (const auto& cell : curve.cells) out.push_back(compared(cell, run_of(parts, cell), coordinates));
  look_for_floors(out);
  return out;
}

}  // namespace

std::vector<ResolvedCell> work_precision_motions(const FigureSpec& spec) {
  std::map<std::string, ResolvedCell> by_name;
  for (const auto& curve : spec.curves)
    for (const auto& of_curve : curve.cells) {
      const auto cell = compared(of_curve, nullptr, spec.coordinates).cell;
      by_name.emplace(motion_name(cell), cell);
    }
  std::vector<ResolvedCell> out;
  for (const auto& [name, cell] : by_name) out.push_back(cell);
  return out;
}

Table work_precision_data(const FigureSpec& spec, const FigureParts& parts) {
  std::vector<std::vector<ComparedRun>> curves;
  std::map<std::string, std::vector<ComparedRun*>> groups;
  for (const auto& curve : spec.curves) {
    auto& runs = curves.emplace_back(runs_of(curve, parts, spec.coordinates));
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (runs[i].run) groups[group(curve, curve.cells[i])].push_back(&runs[i]);
  }
  for (auto& [key, runs] : groups) take_one(runs);
  Table table;
  table.columns = table_columns(spec);
  for (std::size_t n = 0; n < curves.size(); ++n)
    for (std::size_t i = 0; i < curves[n].size(); ++i)
      table.rows.push_back(row_of(spec.curves[n], spec.curves[n].cells[i], curves[n][i]));
  return table;
}

}  // namespace plumb
