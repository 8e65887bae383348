#include "harness/api/catalogue_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/api/facts.hpp"
#include "harness/api/fit.hpp"
#include "harness/api/sources.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/paper/paper.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

Table output_table(const char* header, const std::vector<Output>& outputs) {
  Table table{.columns = {{header}, {"unit"}, {"meaning"}}, .rows = {}};
  for (const auto& o : outputs) table.rows.push_back({o.name, o.unit, o.meaning});
  return table;
}

/// Returns the names of the catalogue methods that support a formulation.
std::vector<std::string> methods_for(const Site& site) {
  std::vector<std::string> out;
  for (const auto& method : methods())
    if (site.suits(method)) out.push_back(method.info.name);
  return out;
}

/// Returns a line for each derived formulation, with its parameters.
std::vector<std::string> derived_lines(const Problem& problem) {
  std::vector<std::string> out;
  for (const auto& name : derived_names(problem)) {
    const auto derived = *derived_name(name);
    out.push_back(fmt::format("also {}, which changes {}: {}; {}", name, derived.listed, explanation(derived.kind),
                              usage(derived.kind)));
    for (const auto& spec : derived.kind.parameters)
      out.push_back(fmt::format("  {} [{}]: {}", spec.name, spec.unit, spec.meaning));
  }
  return out;
}

Table formulations_table(const std::vector<Site>& sites) {
  Table table{.columns = {{"formulation"}, {"equations"}, {"further invariants"}, {"methods", Align::right}},
              .rows = {}};
  for (const auto& site : sites) {
    const auto& f = site.formulation;
    std::string invariants;
    for (const auto& i : f.invariants)
      invariants += fmt::format("{}{} [{}]", invariants.empty() ? "" : ", ", i.name, i.unit);
    const auto fit = static_cast<std::int64_t>(methods_for(site).size());
    table.rows.push_back({f.name, f.meaning, invariants.empty() ? Entry() : Entry(invariants), Entry::count(fit)});
  }
  table.notes = {fmt::format("methods: how many of the {} of `plumb list methods` support it; --json names them",
                             methods().size())};
  if (sites.empty()) return table;
  for (auto& line : derived_lines(sites.front().problem)) table.notes.push_back(std::move(line));
  return table;
}

Json formulations_json(const std::vector<Site>& sites) {
  Json out = as_json(formulations_table(sites));
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const auto& sizes = sites[i].sizes;
    out[i]["sizes"] = {{"q", sizes.q}, {"v", sizes.v}, {"lambda", sizes.lambda}, {"nonholonomic", sizes.nonholonomic}};
    out[i]["methods"] = methods_for(sites[i]);
  }
  return out;
}

std::string in_words(const Breakpoint& at) {
  const auto what = at.derivative == 2   ? std::string("accelerations jump")
                    : at.derivative == 3 ? std::string("rates of accelerations may jump")
                                         : fmt::format("derivative {} may jump", at.derivative);
  return fmt::format("{} at {:g} s", what, static_cast<double>(at.time));
}

Json breakpoints_json(const std::vector<Breakpoint>& all) {
  Json out = Json::array();
  for (const auto& at : all) out.push_back({{"t", static_cast<double>(at.time)}, {"derivative", at.derivative}});
  return out;
}

Table item_table(const Paper& paper) {
  Table table{.columns = {{"item"}, {"printed numbers", Align::right}}, .rows = {}};
  for (const char* kind : {"tables", "figures"})
    for (const auto& [item, file] : paper.items(kind)) {
      const auto printed = std::count_if(paper.published.begin(), paper.published.end(),
                                         [&name = item](const Printed& p) { return p.table == name; });
      table.rows.push_back({item, printed == 0 ? Entry() : Entry::count(printed)});
    }
  if (std::filesystem::exists(paper.folder / "claims.toml")) table.rows.push_back({"claims"});
  return table;
}

}  // namespace

SubjectPageText problem_page(const std::string& name) {
  const auto& p = problem_named(name);
  const auto formulations = sites(p);
  const Parameters standard(p.parameters, {});
  const auto moved = corrected_start(p, standard);
  const auto breakpoints = p.breakpoints(standard);
  Facts lines = {{p.name, p.title}, {"source", p.source}};
  add_lines(lines, "reference", reference_lines(p.source));
  lines.emplace_back("horizon", p.t_begin == "0" ? fmt::format("{} s", p.t_end)
                                                 : fmt::format("{} s, from {} s on", p.t_end, p.t_begin));
  for (const auto& at : breakpoints) lines.emplace_back("not smooth", in_words(at));
  lines.emplace_back("invariants", p.invariants);
  if (!moved.empty()) lines.emplace_back("start", "corrected: " + moved);
  return {.text = facts(lines) + "\n" + as_text(parameter_table(p.parameters)) + "\n" +
                  as_text(output_table("output", p.outputs)) + "\n" + as_text(formulations_table(formulations)),
          .json = problem_json(name)};
}

Json problem_json(const std::string& name) {
  const auto& p = problem_named(name);
  const Parameters standard(p.parameters, {});
  const auto moved = corrected_start(p, standard);
  return {{"name", p.name},
          {"title", p.title},
          {"source", p.source},
          {"references", references_json(p.source)},
          {"t_begin", p.t_begin},
          {"t_end", p.t_end},
          {"corrected_start", moved.empty() ? Json(nullptr) : Json(moved)},
          {"breakpoints", breakpoints_json(p.breakpoints(standard))},
          {"invariants", p.invariants},
          {"parameters", as_json(parameter_table(p.parameters))},
          {"outputs", as_json(output_table("output", p.outputs))},
          {"formulations", formulations_json(sites(p))}};
}

SubjectPageText paper_page(const std::string& key) {
  const auto p = paper_named(key);
  const auto items = item_table(p);
  Facts lines = {{p.key, p.title}, {"authors", p.authors}, {"source", p.source}, {"doi", p.doi}};
  add_lines(lines, "found", p.found);
  return {.text = facts(lines) + "\n" + as_text(items),
          .json = {{"key", p.key},
                   {"title", p.title},
                   {"authors", p.authors},
                   {"source", p.source},
                   {"doi", p.doi},
                   {"found", p.found},
                   {"items", as_json(items)}},
          .note = p.note};
}

std::string subject_named(std::string_view name) {
  const auto base = name.substr(0, name.find('('));
  if (std::ranges::any_of(problems(), [&](const Problem& p) { return p.name == base; })) return "problem";
  if (std::ranges::any_of(methods(), [&](const Method& m) { return m.info.name == base; })) return "method";
  try {
    const auto papers = paper_keys();
    return std::ranges::find(papers, base) != papers.end() ? "paper" : "";
  } catch (const UsageError&) {
    return "";  // this build has no papers
  }
}

}  // namespace plumb
