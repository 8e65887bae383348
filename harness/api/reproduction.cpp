#include "harness/api/reproduction.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/api/api.hpp"
#include "harness/api/conduct.hpp"
#include "harness/api/paper_selection.hpp"

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

Reproduction::Reproduction(ReproductionRequest requested, const MatrixOptions& options, ReproductionOutput receives)
    : request(std::move(requested)),
      output(std::move(receives)),
      store(options.store),
      laboratory(with_titles(options)) {
  std::vector<Paper> papers;
  for (const auto& key : requested_papers(request.selection)) papers.push_back(paper_named(key));
  shortest_first(papers);
  if (const auto text = note_on(papers); !text.empty()) output.note(text);
  for (const auto& paper : papers) add(paper);
}

void Reproduction::add(const Paper& paper) {
  auto selection = selected(paper, requested_item(request.selection));
  figures += selection.figures.size();
  auto& part = parts.emplace_back(PartOfPaper{paper,
                                              {request.figures, request.format, store, output},
                                              {std::move(selection.tables), std::move(selection.claims), laboratory,
                                               request.full, request.format, output.print}});
  if (draws_figures())
    for (const auto& figure : selection.figures) part.drawing.add(figure);
}

MatrixOptions Reproduction::with_titles(MatrixOptions options) const {
  if (options.progress)
    options.progress = [this, show = options.progress](const std::string& text) { show(title() + text); };
  return options;
}

std::string Reproduction::title() const {
  if (!current) return {};
  const auto figure = current->drawing.current(), item = figure.empty() ? current->judgement.current() : figure;
  return current->paper.key + (item.empty() ? "" : "/" + item) + ": ";
}

bool Reproduction::draws_figures() const {
  return !request.figures.empty() || !requested_item(request.selection).empty();
}

void Reproduction::check_folders() const {
  for (const auto& part : parts) part.drawing.check_folders();
}

std::vector<PaperEstimate> Reproduction::estimates() const {
  std::vector<PaperEstimate> out;
  for (const auto& part : parts) {
    ExpectedWork work(store);
    part.judgement.add_to(work);
    part.drawing.add_to(work);
    auto& expected = out.emplace_back(work.estimate());
    expected.paper = part.paper.key;
    const bool is_whole =
        requested_item(request.selection).empty() && expected.runs.stored == 0 && expected.seconds() > 0;
    if (part.paper.minutes && is_whole) expected.measured_seconds = 60 * *part.paper.minutes;
  }
  return out;
}

PoolOutcome Reproduction::run() {
  for (std::size_t i = 0; auto& part : parts) {
    if (laboratory.stop().stopped()) break;
    if (output.begins) output.begins(i);
    ++i;
    measure(part);
  }
  if (laboratory.stop().stopped())
    print_unfinished();
  else if (parts.size() > 1 && is_for_people(request.format))
    output.print(printed_sum(findings, request.format));
  return laboratory.stop();
}

/// Measures and prints one paper, with a summary of its verdicts at the end.
void Reproduction::measure(PartOfPaper& part) {
  current = &part;
  auto goals = part.drawing.goals();
  std::ranges::move(part.judgement.goals(), std::back_inserter(goals));
  laboratory.reach(goals);
  current = nullptr;
  if (laboratory.stop().stopped()) return;
  Findings own;
  part.judgement.add_to(own);
  if (is_for_people(request.format)) output.print(printed_summary(own, request.format));
  findings.add(std::move(own));
  part.is_reported = true;
}

/// After a stop: prints the available results.
void Reproduction::print_unfinished() {
  Findings unfinished;
  for (auto& part : parts) {
    if (part.is_reported) continue;
    part.drawing.print_waiting();
    part.judgement.show_unfinished();
    part.judgement.add_to(unfinished);
  }
  if (is_for_people(request.format)) output.print(printed_summary(unfinished, request.format));
  findings.add(std::move(unfinished));
}

std::size_t Reproduction::item_count() const {
  auto out = judged_count();
  for (const auto& part : parts) out += part.drawing.item_count();
  return out;
}

std::size_t Reproduction::ended() const {
  std::size_t out = 0;
  for (const auto& part : parts) out += part.drawing.ended() + part.judgement.ended();
  return out;
}

std::size_t Reproduction::judged_count() const {
  std::size_t out = 0;
  for (const auto& part : parts) out += part.judgement.item_count();
  return out;
}

Json reproduce(const std::string& selection, bool full, const Conduct& conduct, Ending& ending,
               const std::function<void(std::string_view)>& print) {
  const Conducted conducted(conduct);
  std::string text;
  Json figures = Json::array();
  const auto receive = [&](std::string_view part) {
    text += part;
    if (print && !part.empty()) print(part);
  };
  const auto draw = [&](const FigureSpec& figure, const Table& data) { figures.push_back(object_of(figure, data)); };
  Reproduction papers({.selection = selection, .full = full}, conducted.options,
                      {.print = receive, .note = [](std::string_view) {}, .figure = draw});
  ending = papers.run();
  return {{"items", Json::parse(as_data(papers.verdicts(), TableFormat::json))},
          {"figures", std::move(figures)},
          {"text", std::move(text)}};
}

Json estimated_reproduction(const std::string& selection, bool full, const Conduct& conduct) {
  const auto store = store_if_readable(conduct.store);
  const Reproduction papers({.selection = selection, .full = full}, {.store = store.get()},
                            {.print = [](std::string_view) {}, .note = [](std::string_view) {}});
  Json out = Json::array();
  for (const auto& paper : papers.estimates()) out.push_back(to_json(paper, conduct.jobs));
  return out;
}

}  // namespace plumb
