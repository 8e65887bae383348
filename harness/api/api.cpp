#include "harness/api/api.hpp"

#include <fmt/format.h>

#include "harness/api/analysis_study.hpp"
#include "harness/api/catalogue_tables.hpp"
#include "harness/api/conducted.hpp"
#include "harness/api/order_report.hpp"
#include "harness/api/order_study.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/compare/arenas_on.hpp"
#include "harness/compare/page.hpp"
#include "harness/judge/analysis_of_file.hpp"
#include "harness/judge/self_convergence.hpp"
#include "harness/schedule/engine.hpp"
#include "harness/schedule/matrix.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

void require_axes(const Axes& axes) {
  if (axes.problem.empty() || axes.method.empty() || axes.step.empty())
    throw missing_part("give a problem, a method and a step");
}

Runs run_cells(NotedCells noted, const Conduct& conduct) {
  const Conducted conducted(conduct);
  auto outcome = run_matrix(noted.cells, conducted.options);
  Runs out{.cells = {},
           .results = std::move(outcome.results),
           .notes = std::move(noted.notes),
           .ending = {outcome.interrupted, outcome.timed_out}};
  for (std::size_t i = 0; i < noted.cells.size(); ++i) out.cells.push_back(noted.cells[i]);
  return out;
}

/// Runs `work` as one task, with the total timeout, progress and stop request of `conduct`.
Ending done(const Conduct& conduct, const std::string& title, const std::function<void()>& work) {
  const auto options = Conducted({.jobs = 1,
                                  .interrupted = conduct.interrupted,
                                  .progress = conduct.progress,
                                  .total_timeout = conduct.total_timeout})
                           .options.pool();
  const auto as_task = [&](TaskState&) { work(); };
  return do_task({.seconds = 1, .title = title}, as_task, options);
}

}  // namespace

RunTable Runs::table() const {
  RunTable out;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (results[i]) out.add({.cell = cells[i].text(), .source_fingerprint = {}, .result = *results[i], .created = {}});
  return out;
}

Runs run(const Axes& axes, const Conduct& conduct) {
  require_axes(axes);
  return run_cells(cells_of(axes), conduct);
}

Runs run(const std::string& experiment, const Conduct& conduct) {
  return run_cells(cells_of(experiment_from_file(experiment)), conduct);
}

Json order(Axes axes, const std::vector<std::string>& lists, const Conduct& conduct, Ending& ending) {
  require_axes(axes);
  const bool is_self = take_self_reference(axes);
  const auto classes = requested_classes(lists);
  const auto requested = cells_of_orders(axes);
  const auto all = series_of(requested.cells);
  require_classes(classes, requested.cells, all);
  const Conducted conducted(conduct);
  std::vector<JudgedStudy> studies;
  auto notes = requested.notes;
  for (const auto& series : all) {
    const auto cells = cells_at(requested.cells, series);
    for (const auto& limit : {limit_by_breakpoints(cells), limit_by_stored_outputs(cells.front(), classes)})
      if (!limit.empty()) notes.push_back(limit);
    const auto existing = existing_classes(classes, cells.front());
    const auto measured = is_self ? self_converged_order(cells, conducted.options, existing)
                                  : measured_order(cells, conducted.options, existing);
    ending = measured.stop;
    if (ending.stopped()) break;
    studies.emplace_back(measured);
  }
  return {{"orders", order_json(studies)}, {"notes", notes}};
}

Json analyze(const AnalysisRequest& request, const Conduct& conduct, Ending& ending) {
  const auto settings = analysis_options(request.damping, request.omega_dt, request.dt_nt);
  const auto specs = expand_methods({request.methods});
  Json out = Json::array();
  AnalyzedMethods all;
  for (const auto& spec : specs) {
    const auto& method = method_named(spec);
    IsolatedSteps steps(spec.name, method, method_parameters(method, spec.parameters));
    std::optional<MethodAnalysis> found;
    ending = done(conduct, spec.text(),
                  [&] { found = analysed(spec, steps, with_file(settings, spec.name), specs.size() > 1); });
    if (ending.stopped() || !found) break;
    out.push_back(analysis_json(all.next(*found)));
  }
  return out;
}

Json compare(const ComparisonRequest& request, const Conduct& conduct, Ending& ending) {
  CampaignPlan plan{.arenas = arenas_on(request.problems, request.quick),
                    .entrants = entrants(request.methods, request.beside)};
  if (request.quick) plan.longest_run = 0.02;
  Conducted conducted(conduct);
  if (!conducted.options.cell_timeout) conducted.options.cell_timeout = 60;
  const auto campaign = run_campaign(plan, conducted.options);
  ending = {campaign.interrupted, campaign.timed_out};
  if (ending.stopped()) return nullptr;
  const Standings standings(campaign);
  const std::vector<SecondsAtGoal> no_seconds;
  const auto command = command_of(
      {.methods = request.methods, .beside = request.beside, .problems = request.problems, .quick = request.quick});
  Json methods = Json::array(), pages = Json::array();
  for (std::size_t e = 0; e < campaign.plan.entrants.size(); ++e) {
    if (campaign.plan.entrants[e].role != Role::judged) continue;
    const Subjects subjects{standings, e, no_seconds, command};
    methods.push_back(comparison_json(subjects));
    pages.push_back(page_text(sections_of(subjects), TableFormat::markdown));
  }
  return {{"methods", methods}, {"runs", as_json(run_table(campaign))}, {"pages", pages}};
}

Json list(const std::string& kind) {
  static const std::map<std::string, Table (*)()> tables = {
      {"problems", problem_table}, {"methods", method_table},   {"formulations", formulation_table},
      {"metrics", metric_table},   {"counters", counter_table}, {"statuses", status_table}};
  const auto at = tables.find(kind);
  if (at != tables.end()) return as_json(at->second());
  std::vector<std::string> known;
  for (const auto& [name, table] : tables) known.push_back(name);
  throw unknown_name("list", kind, known);
}

}  // namespace plumb
