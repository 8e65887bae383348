#include "harness/gate/nightly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "harness/cell/cells.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/gate/derived_items.hpp"
#include "harness/sets/experiment.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* quick_set = "quick";

/// Returns the cells of a study file, or of its set `quick`. Empty if the file does not exist.
std::vector<ResolvedCell> cells_of(const fs::path& file, bool quick) {
  if (!fs::exists(file)) return {};
  const Cells cells(experiment_from_file(file, quick ? quick_set : "").cells);
  std::vector<ResolvedCell> out;
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(cells[i]);
  return out;
}

std::vector<std::vector<ResolvedCell>> studies_of(const std::vector<ResolvedCell>& cells) {
  std::vector<std::vector<ResolvedCell>> out;
  std::map<std::string, std::size_t> known;
  for (const auto& cell : cells) {
    Cell without_step = cell.text();
    without_step.step = "1";
    const auto [entry, is_new] = known.emplace(id(without_step), out.size());
    if (is_new) out.emplace_back();
    out[entry->second].push_back(cell);
  }
  return out;
}

/// Returns the methods in analysis.toml. "*" selects all methods of the catalogue with fixed steps. Empty if the file
/// does not exist.
std::vector<Spec> methods_of(const fs::path& file, bool quick) {
  if (!fs::exists(file)) return {};
  const auto root = toml_from_file(file, "the methods that are analysed (TOML)");
  const std::vector<std::string> known = {"schema", "title", "description", "methods", quick_set};
  root.allow(known);
  const auto* key = root.find(quick ? quick_set : "methods");
  if (!key) throw root.refusal(missing_part("the keys 'methods' and 'quick', lists of selectors, are needed"));
  std::vector<std::string> selectors;
  for (const auto& text : key->texts("methods")) {
    if (text != "*") {
      selectors.push_back(text);
      continue;
    }
    for (const auto& method : methods())
      if (method.info.fixed_step) selectors.emplace_back(method.info.name);
  }
  auto out = expand_methods(selectors);
  // Throws if parameters are invalid, before any cell runs.
  for (const auto& spec : out) method_parameters(method_named(spec), spec.parameters);
  return out;
}

std::vector<std::string> texts_of(const TomlValue& table, std::string_view key) {
  const auto* value = table.find(key);
  return value ? value->texts(key) : std::vector<std::string>{};
}

PaperSample sample_of(const TomlValue& table) {
  const std::vector<std::string> known = {"item", "rows", "columns", "claims", quick_set};
  table.allow(known);
  const auto item = table.text_of("item");
  const auto slash = item.find('/');
  if (slash == std::string::npos) throw table.refusal(malformed("item: 'KEY/table-1' or 'KEY/claims' is needed"));
  PaperSample out{item.substr(0, slash), item.substr(slash + 1), texts_of(table, "rows"), texts_of(table, "columns"),
                  texts_of(table, "claims")};
  if (out.item == "claims" ? !out.rows.empty() || !out.columns.empty() : !out.claims.empty())
    throw table.refusal("rows and columns select entries of 'KEY/table-N'; claims selects entries of 'KEY/claims'");
  return out;
}

std::vector<PaperSample> papers_of(const fs::path& file, bool quick) {
  if (!fs::exists(file)) return {};
  const auto root = toml_from_file(file, "samples of papers (TOML)");
  const std::vector<std::string> known = {"schema", "title", "description", "items"};
  root.allow(known);
  std::vector<PaperSample> out;
  for (const auto* table : root.tables("items")) {
    const auto* flag = table->find(quick_set);
    if (flag && flag->kind != TomlValue::Kind::flag) throw flag->refusal(wrong_kind("quick: true or false is needed"));
    if (!quick || (flag && flag->text == "true")) out.push_back(sample_of(*table));
  }
  return out;
}

/// Returns one cell for each motion with a reference, formulation and end time.
std::vector<ResolvedCell> references_of(const NightlyMatrix& matrix) {
  std::vector<ResolvedCell> out;
  std::set<std::string> known;
  const auto add = [&](const ResolvedCell& cell) {
    if (!cell.problem().reference.none(cell.data()).empty()) return;
    if (known.insert(item_of_reference(cell).id).second) out.push_back(cell);
  };
  for (const auto& cell : matrix.cells) add(cell);
  for (const auto& study : matrix.studies) add(study.front());
  return out;
}

Item item_of_sample(const PaperSample& sample) {
  return {.area = "papers", .problem = sample.paper + "/" + sample.item};
}

Item item_of_timed(const ResolvedCell& cell) { return item_of_time(cell, {}); }
Item item_of_cell(const ResolvedCell& cell) { return item_of_run(cell, {}); }
Item item_of_study(const std::vector<ResolvedCell>& study) { return item_of_order(study, {}); }

template <class List, class ItemOf>
void choose(List& list, const Choice& choice, const ItemOf& item_of) {
  std::erase_if(list, [&](const auto& one) { return !choice.has(item_of(one)); });
}

/// Removes timed cells that are not chosen. The first cell, the calibration, stays if any other cell does.
void choose_timed(std::vector<ResolvedCell>& timed, const Choice& choice) {
  if (timed.empty()) return;
  const auto calibration = timed.front();
  timed.erase(timed.begin());
  choose(timed, choice, item_of_timed);
  if (!timed.empty()) timed.insert(timed.begin(), calibration);
}

}  // namespace

bool NightlyMatrix::empty() const {
  return cells.empty() && studies.empty() && methods.empty() && references.empty() && papers.empty() && timed.empty();
}

NightlyMatrix nightly_matrix(const fs::path& folder, bool quick) {
  NightlyMatrix out;
  out.cells = cells_of(folder / "cells.toml", quick);
  out.studies = studies_of(cells_of(folder / "orders.toml", quick));
  out.references = references_of(out);
  out.methods = methods_of(folder / "analysis.toml", quick);
  out.papers = papers_of(folder / "papers.toml", quick);
  if (!quick) out.timed = cells_of(folder / "times.toml", false);
  return out;
}

NightlyMatrix part_of(NightlyMatrix whole, const Choice& choice) {
  require_areas(choice);
  choose(whole.cells, choice, item_of_cell);
  choose(whole.studies, choice, item_of_study);
  choose(whole.references, choice, item_of_reference);
  choose(whole.methods, choice, item_of_method);
  choose(whole.papers, choice, item_of_sample);
  choose_timed(whole.timed, choice);
  return whole;
}

std::vector<Item> names_in(const NightlyMatrix& matrix) {
  std::vector<Item> out;
  std::ranges::transform(matrix.cells, std::back_inserter(out), item_of_cell);
  std::ranges::transform(matrix.studies, std::back_inserter(out), item_of_study);
  std::ranges::transform(matrix.references, std::back_inserter(out), item_of_reference);
  std::ranges::transform(matrix.methods, std::back_inserter(out), item_of_method);
  std::ranges::transform(matrix.papers, std::back_inserter(out), item_of_sample);
  if (!matrix.timed.empty())
    std::transform(matrix.timed.begin() + 1, matrix.timed.end(), std::back_inserter(out), item_of_timed);
  return out;
}

}  // namespace plumb
