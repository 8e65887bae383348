// plumb list: what there is.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "contract/status.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/known_failures.hpp"
#include "harness/cli/paper_notes.hpp"
#include "harness/paper/paper.hpp"
#include "harness/run/metric_column.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

Table problem_table() {
  Table table{.columns = {{"problem"}, {"title"}, {"formulations"}, {"t_end", Align::right, "s"}}, .rows = {}};
  for (const auto& p : problems()) {
    std::vector<std::string_view> names;
    for (const auto& f : p.formulations) names.push_back(f.name);
    table.rows.push_back({p.name, p.title, fmt::format("{}", fmt::join(names, " ")), p.t_end});
  }
  return table;
}

Table method_table() {
  Table table{.columns = {{"method"}, {"order", Align::right}, {"formulations"}, {"title"}, {"source"}}, .rows = {}};
  for (const auto& m : methods())
    table.rows.push_back({m.info.name, m.info.order == 0 ? Entry() : Entry::count(m.info.order), m.info.forms,
                          m.info.title, m.info.source});
  return table;
}

Table formulation_table() {
  Table table{.columns = {{"problem"}, {"formulation"}, {"equations"}}, .rows = {}};
  for (const auto& p : problems())
    for (const auto& f : p.formulations) table.rows.push_back({p.name, f.name, f.meaning});
  return table;
}

Table paper_table() {
  Table table{.columns = {{"paper"}, {"title"}, {"source"}}, .rows = {}};
  std::vector<Paper> papers;
  for (const auto& key : paper_keys()) papers.push_back(paper_named(key));
  if (const auto text = note_on(papers); !text.empty()) note(text);
  for (const auto& paper : papers) table.rows.push_back({paper.key, paper.title, paper.source});
  return table;
}

/// As names of the problem vary, a row that stands for several is one line.
Table metric_table() {
  Table table{.columns = {{"metric"}, {"unit"}, {"of"}, {"meaning"}, {"source"}}, .rows = {}};
  for (const auto& [observable, reducer] : metric_pairs())
    table.rows.push_back({metric_name(*observable, *reducer, observable->name),
                          reducer->dimensionless ? "-" : observable->unit, observable->meaning, reducer->meaning,
                          reducer->source.empty() ? Entry() : Entry(reducer->source)});
  return table;
}

Table counter_table() {
  Table table{.columns = {{"counter"}, {"meaning"}}, .rows = {}};
  for (const auto& row : counter_rows) table.rows.push_back({row.name, row.meaning});
  return table;
}

std::string_view in_words(Errors errors) {
  switch (errors) {
    case Errors::measured: return "measured";
    case Errors::infinite: return "infinite";
    case Errors::unknown: break;
  }
  return "unknown";
}

Table status_table() {
  Table table{.columns = {{"status"}, {"errors"}, {"repeated"}, {"meaning"}}, .rows = {}};
  for (const auto& known : statuses)
    table.rows.push_back(
        {known.name, in_words(known.errors), known.depends_on_the_machine ? "yes" : "no", known.meaning});
  return table;
}

struct List {
  const char *name, *meaning;
  Table (*table)();
};
constexpr List lists[] = {{"problems", "physical systems with their data and outputs", problem_table},
                          {"methods", "time integrators", method_table},
                          {"formulations", "the equations each problem comes in", formulation_table},
                          {"metrics", "what a run reports, with units", metric_table},
                          {"counters", "what a run counts", counter_table},
                          {"statuses", "how a run can end, and what that makes of its errors", status_table},
                          {"papers", "papers whose numbers can be reproduced", paper_table},
                          {"failures", "what is known not to work, and why", known_failure_table}};

}  // namespace

void add_list(CLI::App& app, Exit&) {
  auto& verb =
      *app.add_subcommand("list", "list problems, methods, formulations, metrics, counters, statuses or papers");
  verb.footer("Examples:\n  plumb list methods\n  plumb list problems --json\n  plumb list methods --format md");
  for (const auto& list : lists) {
    auto& what = *verb.add_subcommand(list.name, list.meaning);
    auto format = std::make_shared<std::string>("text");
    auto json = std::make_shared<bool>(false);
    add_format(what, *format);
    add_json(what, *json, "an array of objects");
    what.callback(
        [table = list.table, format, json] { print(printed(table(), table_format(*json ? "json" : *format))); });
  }
}

}  // namespace plumb
