#include "harness/api/api.hpp"

#include <utility>

#include "harness/api/catalogue_tables.hpp"
#include "harness/api/conducted.hpp"
#include "harness/api/order_study.hpp"

namespace plumb {
namespace {

Runs run_cells(NotedCells noted, const Conduct& conduct) {
  const Conducted conducted(conduct);
  auto outcome = run_matrix(noted.cells, conducted.options);
  return {.cells = std::move(noted.cells),
          .results = std::move(outcome.results),
          .notes = std::move(noted.notes),
          .ending = {outcome.interrupted, outcome.timed_out}};
}

}  // namespace

RunTable Runs::table() const {
  RunTable out;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (results[i]) out.add({.cell = cells[i].text(), .source_fingerprint = {}, .result = *results[i], .created = {}});
  return out;
}

Runs run(const Axes& axes, const Conduct& conduct) { return run_cells(cells_of(StudyOrAxes{.axes = axes}), conduct); }

Runs run(const std::string& experiment, const Conduct& conduct) {
  return run_cells(cells_of(StudyOrAxes{.study = experiment}), conduct);
}

Json order(Axes axes, const std::vector<std::string>& lists, const Conduct& conduct, Ending& ending) {
  const auto found = measured_orders({.source = {.axes = std::move(axes)}, .classes = lists}, conduct);
  ending = found.ending;
  return {{"orders", order_json(found.studies)}, {"notes", found.notes}};
}

Json analyze(const AnalysisRequest& request, const Conduct& conduct, Ending& ending) {
  const auto found = analyses(request, conduct);
  ending = found.ending;
  Json out = Json::array();
  for (const auto& method : found.methods) out.push_back(analysis_json(method));
  return out;
}

Json compare(const ComparisonRequest& request, const Conduct& conduct, Ending& ending) {
  ComparedMethods comparison(request, conduct);
  ending = comparison.ending();
  if (ending.stopped()) return nullptr;
  ending = comparison.time(conduct);
  if (ending.stopped()) return nullptr;
  auto out = comparison.json();
  out["pages"] = Json::array();
  for (std::size_t page = 0; page < comparison.pages(); ++page)
    out["pages"].push_back(comparison.page(page, TableFormat::markdown));
  return out;
}

Json spread(const SpreadRequest& request, const Conduct& conduct, Ending& ending) {
  const auto found = spread(request, conduct);
  ending = found.ending;
  Json out = Json::array();
  for (const auto& runs : found.cells) out.push_back(spread_json(runs));
  return out;
}

Json list(const std::string& kind) { return as_json(catalogue_list(kind).table); }

}  // namespace plumb
