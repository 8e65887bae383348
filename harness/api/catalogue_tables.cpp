#include "harness/api/catalogue_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "contract/counters.hpp"
#include "contract/status.hpp"
#include "harness/api/paper_selection.hpp"
#include "harness/cell/shipped_methods.hpp"
#include "harness/paper/paper.hpp"
#include "harness/run/metric_column.hpp"
#include "methods/catalogue.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "methods/sundials_module.hpp"
#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "text/suggest.hpp"
#include "text/toml_document.hpp"

namespace plumb {

const std::vector<CodeIntegrator>& code_integrators() {
  static const auto all = [] {
    const auto& file = codes_file().front();
    const auto document = toml_from_text(file.text, std::string(file.path));
    std::vector<CodeIntegrator> out;
    for (const auto* entry : document.tables("integrator"))
      out.push_back({.code = entry->text_of("code"),
                     .name = entry->text_of("name"),
                     .description = entry->text_of("description"),
                     .agreement = entry->text_of("agreement"),
                     .method = entry->text_of("method"),
                     .formulation = entry->text_of("formulation"),
                     .note = entry->text_of("note"),
                     .source = entry->text_of("source")});
    return out;
  }();
  return all;
}

Table code_table() {
  Table table{.columns = {{"code"}, {"integrator"}, {"agreement"}, {"method"}, {"formulation"}, {"note"}, {"source"}},
              .rows = {}};
  const auto text_or_none = [](const std::string& text) { return text.empty() ? Entry() : Entry(text); };
  for (const auto& one : code_integrators())
    table.rows.push_back({one.code, one.name, one.agreement, text_or_none(one.method), text_or_none(one.formulation),
                          text_or_none(one.note), one.source});
  return table;
}

namespace {

Entry or_missing(const std::string& text) { return text.empty() ? Entry() : Entry(text); }

}  // namespace

Table known_failure_table() {
  Table table{.columns = {{"method"}, {"with"}, {"problem"}, {"formulation"}, {"what happens"}, {"why"}, {"source"}},
              .rows = {}};
  for (const auto& k : known_failures())
    table.rows.push_back(
        {k.methods, or_missing(k.parameters()), k.problem, k.forms, name(k.happens), k.reason, k.source});
  return table;
}

std::string known_failures_of(std::string_view method) {
  Table table{.columns = {{"known failure"}, {"with"}, {"problem"}, {"formulation"}, {"why"}}, .rows = {}};
  for (const auto& k : known_failures())
    if (k.concerns(method))
      table.rows.push_back({name(k.happens), or_missing(k.parameters()), k.problem, k.forms, k.reason});
  return table.rows.empty() ? "" : "\n" + as_text(table);
}

namespace {

std::string_view in_words(Errors errors) {
  switch (errors) {
    case Errors::measured: return "measured";
    case Errors::infinite: return "infinite";
    case Errors::unknown: break;
  }
  return "unknown";
}

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
  for (const auto& kind : derived_formulations())
    table.rows.push_back({fmt::format("each with {}", name(kind.of)), usage(kind), explanation(kind)});
  return table;
}

/// Metrics of outputs and invariants have one row for all of them: "re.OUTPUT", "invariant.NAME".
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

CatalogueList paper_list() {
  CatalogueList out{.table = {.columns = {{"paper"}, {"title"}, {"source"}}, .rows = {}}};
  std::vector<Paper> papers;
  for (const auto& key : paper_keys()) papers.push_back(paper_named(key));
  for (const auto& paper : papers) out.table.rows.push_back({paper.key, paper.title, paper.source});
  out.note = note_on(papers);
  return out;
}

/// Returns a note on the names that this build leaves out; empty if there are none.
std::string note_on_omitted(const std::vector<std::string>& names, std::string_view how_to_add) {
  if (names.empty()) return {};
  return fmt::format("this build does not contain {}; to add them, {}", fmt::join(names, ", "), how_to_add);
}

CatalogueList problem_list() {
  return {.table = problem_table(), .note = note_on_omitted(omitted_problems(), how_to_add_problems)};
}

CatalogueList method_list() {
  return {.table = method_table(), .note = note_on_omitted(omitted_methods(), how_to_add_sundials)};
}

template <Table (*table)()>
CatalogueList list_of() {
  return {.table = table()};
}

}  // namespace

CatalogueList catalogue_list(std::string_view name) {
  static const std::map<std::string, CatalogueList (*)(), std::less<>> lists = {
      {"problems", problem_list},
      {"methods", method_list},
      {"formulations", list_of<formulation_table>},
      {"metrics", list_of<metric_table>},
      {"counters", list_of<counter_table>},
      {"statuses", list_of<status_table>},
      {"codes", list_of<code_table>},
      {"papers", paper_list},
      {"failures", list_of<known_failure_table>}};
  if (const auto found = lists.find(name); found != lists.end()) return found->second();
  std::vector<std::string> known;
  for (const auto& [of, list] : lists) known.push_back(of);
  throw unknown_name("list", name, known);
}

std::vector<NamedItem> catalogue_names(std::string_view kind) {
  std::vector<NamedItem> out;
  if (kind == "problem")
    for (const auto& p : problems()) out.push_back({std::string(p.name), std::string(p.title)});
  if (kind == "method")
    for (const auto& m : methods()) out.push_back({std::string(m.info.name), std::string(m.info.title)});
  if (kind == "formulation")
    for (const auto& p : problems())
      for (const auto& f : p.formulations)
        if (std::ranges::find(out, f.name, &NamedItem::name) == out.end())
          out.push_back({std::string(f.name), std::string(f.meaning)});
  if (kind == "paper")
    for (const auto& key : paper_keys()) out.push_back({key, paper_named(key).title});
  return out;
}

std::vector<NamedItem> items_of_paper(const std::string& key) {
  const auto keys = paper_keys();
  if (std::ranges::find(keys, key) == keys.end()) return {};
  const auto paper = paper_named(key);
  std::vector<NamedItem> out;
  for (const char* folder : {"tables", "figures"})
    for (const auto& [item, file] : paper.items(folder)) out.push_back({key + "/" + item, file.string()});
  const auto claims = paper.folder / "claims.toml";
  if (std::filesystem::exists(claims)) out.push_back({key + "/claims", claims.string()});
  return out;
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

}  // namespace plumb
