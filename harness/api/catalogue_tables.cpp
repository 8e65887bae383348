#include "harness/api/catalogue_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contract/counters.hpp"
#include "contract/status.hpp"
#include "harness/cell/shipped_methods.hpp"
#include "harness/run/metric_column.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"

namespace plumb {
namespace {

std::string_view in_words(Errors errors) {
  switch (errors) {
    case Errors::measured: return "measured";
    case Errors::infinite: return "infinite";
    case Errors::unknown: break;
  }
  return "unknown";
}

}  // namespace

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

Table method_file_table() {
  Table table{.columns = {{"file"},
                          {"order", Align::right},
                          {"embedded", Align::right},
                          {"stages", Align::right},
                          {"kind"},
                          {"title"},
                          {"source"}},
              .rows = {}};
  for (const auto& m : shipped_methods())
    table.rows.push_back({"@" + m.file, Entry::count(m.order),
                          m.embedded_order == 0 ? Entry() : Entry::count(m.embedded_order), Entry::count(m.stages),
                          m.kind, m.title, m.source});
  return table;
}

Table formulation_table() {
  Table table{.columns = {{"problem"}, {"formulation"}, {"equations"}}, .rows = {}};
  for (const auto& p : problems())
    for (const auto& f : p.formulations) table.rows.push_back({p.name, f.name, f.meaning});
  for (const auto& kind : derived_formulations())
    table.rows.push_back({fmt::format("each with {}", name(kind.of)), usage(kind), explanation(kind)});
  return table;
}

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

Table status_table() {
  Table table{.columns = {{"status"}, {"errors"}, {"repeated"}, {"meaning"}}, .rows = {}};
  for (const auto& known : statuses)
    table.rows.push_back(
        {known.name, in_words(known.errors), known.depends_on_the_machine ? "yes" : "no", known.meaning});
  return table;
}

}  // namespace plumb
