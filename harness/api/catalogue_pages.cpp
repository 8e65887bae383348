#include "harness/api/catalogue_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "harness/api/sources.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/paper/paper.hpp"
#include "problems/catalogue.hpp"
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

namespace {

/// Returns the allowed values of a parameter: "> 0", "1e-6 to 3.14159", "paper, accurate", "any number".
std::string allowed(const ParameterSpec& spec) {
  if (!spec.choices.empty()) {
    std::string out;
    for (const char c : spec.choices) out += c == '|' ? std::string(", ") : std::string(1, c);
    if (spec.values > 1)
      out +=
          fmt::format(", or {} numbers from {} to {}", spec.values, bound_text(spec.minimum), bound_text(spec.maximum));
    if (spec.or_number) out += ", or a number";
    return out;
  }
  const bool low = std::isfinite(spec.minimum), high = std::isfinite(spec.maximum);
  if (low && high) return fmt::format("{} to {}", bound_text(spec.minimum), bound_text(spec.maximum));
  if (low) return spec.minimum > 0 && spec.minimum < 1e-99 ? "> 0" : ">= " + bound_text(spec.minimum);
  return high ? "<= " + bound_text(spec.maximum) : "any number";
}

}  // namespace

void add_lines(Facts& facts, std::string name, const std::vector<std::string>& values) {
  for (const auto& value : values) facts.emplace_back(std::exchange(name, ""), value);
}

std::string facts(const Facts& lines) {
  std::size_t width = 0;
  for (const auto& [name, value] : lines) width = std::max(width, name.size() + 2);
  std::string out;
  for (const auto& [name, value] : lines)
    if (!value.empty()) out += fmt::format("{:<{}}{}\n", name, width, value);
  return out;
}

Table parameter_table(const std::vector<ParameterSpec>& specs, const Parameters* values) {
  Table table{.columns = {{"parameter"}}, .rows = {}};
  if (values) table.columns.push_back({"value", Align::right});
  for (const auto& column : {Column{"default", Align::right}, Column{"unit"}, Column{"allowed"}, Column{"meaning"}})
    table.columns.push_back(column);
  for (const auto& s : specs) {
    auto& row = table.rows.emplace_back(std::vector<Entry>{s.name});
    if (values) row.emplace_back(values->text(s.name));
    for (const auto& text : {s.default_value, s.unit, allowed(s), s.meaning}) row.emplace_back(text);
  }
  return table;
}

namespace {

/// Returns whether a method imposes constraints only on positions, so that it does not support nonholonomic constraints
/// in index3.
bool is_index3_only(const Method& method) { return method.fits("index3") && !method.fits("index2"); }

}  // namespace

bool Site::suits(const Method& method) const {
  if (!method.fits(formulation.family())) return false;
  if (method.info.vector_space_only && !vector_space) return false;
  if (sizes.nonholonomic > 0 && formulation.form == Form::index3 && is_index3_only(method)) return false;
  // In vector spaces, methods that also support rotations replace missing blocks by finite differences.
  const bool needs_blocks = method.info.needs_dense_blocks && (!vector_space || method.info.vector_space_only);
  if (needs_blocks && !dense_blocks) return false;
  return !method.info.needs_velocity_independence || !velocity_dependent;
}

std::vector<Site> sites(const Problem& problem) {
  std::vector<Site> out;
  const Parameters data(problem.parameters, {});
  for (const auto& formulation : problem.formulations) {
    const auto system = problem.in_double.system(data, formulation);
    out.push_back({problem, formulation, system.vector_space(), system.velocity_dependent(), system.offers_blocks(),
                   system.sizes()});
  }
  return out;
}

const std::vector<Site>& sites() {
  static const auto all = [] {
    std::vector<Site> out;
    for (const auto& problem : problems())
      for (const auto& site : sites(problem)) out.push_back(site);
    return out;
  }();
  return all;
}

}  // namespace plumb
