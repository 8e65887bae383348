// Compares a paper's tables and claims with the measurements of this build (api.hpp).

#include <list>

#include "harness/api/api.hpp"
#include "harness/api/conducted.hpp"
#include "harness/api/judgement.hpp"
#include "harness/api/paper_selection.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/laboratory.hpp"

namespace plumb {
namespace {

/// Returns the data of a figure as {"figure", "title", "units": {column: unit}, "rows": [{column: value}]}.
Json object_of(const FigureSpec& figure, const Table& data) {
  Json units = Json::object();
  for (const auto& column : table_columns(figure)) units[column.header] = column.unit;
  return {{"figure", figure.paper + "/" + figure.item},
          {"title", figure.title},
          {"units", std::move(units)},
          {"rows", Json::parse(printed(data, TableFormat::json))}};
}

}  // namespace

Json reproduce(const std::string& requested, bool full, const Conduct& conduct, Ending& ending) {
  const Conducted conducted(conduct);
  Laboratory laboratory(conducted.options);
  std::string text;
  const auto print_text = [&text](std::string_view part) { text += part; };
  std::list<Judgement> judgements;  // a list, because requests of measurements point to its elements
  std::list<FigureTasks> drawings;  // a list, because tasks point to its elements
  Json figures = Json::array();
  for (const auto& key : requested_papers(requested)) {
    auto selection = selected(paper_named(key), requested_item(requested));
    judgements.emplace_back(std::move(selection.tables), std::move(selection.claims), laboratory, full,
                            TableFormat::text, print_text);
    if (requested_item(requested).empty()) continue;
    for (const auto& figure : selection.figures)
      drawings.emplace_back(figure,
                            [&figures, figure](const Table& data) { figures.push_back(object_of(figure, data)); });
  }
  for (auto& judgement : judgements) laboratory.serve(judgement.requests());
  const auto draw = [&](CellService& cells) {
    for (auto& drawing : drawings) drawing.add_to(cells);
  };
  if (!drawings.empty()) laboratory.serve({}, draw);
  ending = laboratory.stop();
  Findings findings;
  for (auto& judgement : judgements) {
    if (ending.stopped()) judgement.show_unfinished();
    judgement.add_to(findings);
  }
  return {{"items", Json::parse(as_data(findings, TableFormat::json))},
          {"figures", std::move(figures)},
          {"text", text + printed_summary(findings, TableFormat::text)}};
}

}  // namespace plumb
