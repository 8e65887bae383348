#include "harness/api/sources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/metric_column.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "text/latex.hpp"

namespace plumb {
namespace {

/// Returns the source of the derivation of a formulation (such as baumgarte), of GGL, or of the projection after each
/// step; "" for other formulations.
std::string_view source_of(const Formulation& formulation) {
  if (formulation.derivation) return derived_name(formulation.derivation->name)->kind.source;
  if (formulation.form == Form::ggl) return "gear1985";
  return formulation.projects_positions ? "eich1993" : "";
}

/// Returns the source of the linear solver with this name in a result. "tree" in joint coordinates (form ode) is a
/// recursive algorithm and has another source.
std::string_view source_of_linear_algebra(std::string_view name, Form form) {
  if (name == "tree") return form == Form::ode ? "featherstone2008" : "duff2017";
  return name == "klu" ? "davis2010" : "";
}

/// Returns a bibliography entry for a method from a file, with the name and the source text of the file.
BibEntry entry_of(const MethodFile& file) {
  BibEntry out{"misc", "method-" + file.content, {}};
  out.fields = {{"title", latex_escaped(file.title)},
                {"howpublished", latex_escaped(fmt::format("method file {}", file.name.substr(1)))}};
  if (!file.source.empty()) out.fields.emplace_back("note", latex_escaped(file.source));
  return out;
}

/// Returns the entry for Plumb itself, with version and commit of this build.
BibEntry own_entry(BibEntry entry) {
  std::erase_if(entry.fields, [](const auto& field) { return field.first == "note"; });
  const auto& info = build_info();
  entry.fields.emplace_back("note", fmt::format("Version {}, commit {}", info.version, info.commit));
  return entry;
}

std::vector<BibEntry> references(std::string_view source) {
  const auto entries = bibliography();
  std::vector<BibEntry> out;
  for (const auto& key : cited_keys(source))
    if (const auto found = entries.find(key); found != entries.end()) out.push_back(found->second);
  return out;
}

}  // namespace

std::vector<std::string> reference_lines(std::string_view source) {
  std::vector<std::string> out;
  for (const auto& entry : references(source)) out.push_back(reference_text(entry));
  return out;
}

Json references_json(std::string_view source) {
  Json out = Json::array();
  for (const auto& entry : references(source)) {
    auto& object = out.emplace_back(Json{{"key", entry.key}, {"type", entry.type}});
    for (const auto& [name, value] : entry.fields) object[name] = plain_text(value);
  }
  return out;
}

void Citations::add(const StoredRun& run) {
  if (const auto own = bibliography_.find(own_key); own != bibliography_.end())
    cited_.try_emplace(own->first, own_entry(own->second));
  try {
    const auto cell = resolve(run.cell);
    cite(cell);
    cite(cell, run.result);
  } catch (const UsageError&) {  // this build lacks the method or problem, or its file is missing or has changed
    ++unknown_runs_;
  }
}

void Citations::cite(const ResolvedCell& cell) {
  cite(cell.problem().source);
  cite(source_of(cell.formulation()));
  const auto& method = cell.method();
  cite(method.info.source);
  if (!names_file(cell.text().method) || !cited_keys(method.info.source).empty()) return;
  const auto entry = entry_of(method_file(cell.text().method));
  cited_.try_emplace(entry.key, entry);
}

void Citations::cite(const ResolvedCell& cell, const RunResult& result) {
  cite(source_of_linear_algebra(result.linear_algebra, cell.formulation().form));
  for (const auto& column : metric_columns(Subject(cell)))
    if (metric_of(result, column.name)) cite(column.reducer->source);
}

void Citations::cite(std::string_view source) {
  for (const auto& key : cited_keys(source)) {
    const auto found = bibliography_.find(key);
    if (found != bibliography_.end())
      cited_.try_emplace(key, found->second);
    else if (std::find(missing_.begin(), missing_.end(), key) == missing_.end())
      missing_.push_back(key);
  }
}

std::string Citations::bibtex() const {
  std::string out;
  for (const auto& [key, entry] : cited_) out += (out.empty() ? "" : "\n") + plumb::bibtex(entry);
  return out;
}

}  // namespace plumb
