#include "harness/sets/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "harness/cell/misnamed_file.hpp"
#include "harness/cell/named_file.hpp"
#include "harness/sets/included_files.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

void check_keys(const TomlValue& root) {
  const std::vector<std::string> known = {"schema", "title", "description", "include", "sets", "cells"};
  root.allow(known);
}

/// Returns a [[cells]] block that contains only the key `set`.
TomlValue block_of_set(const TomlValue& root, const std::string& set) {
  TomlValue out, name;
  out.place = name.place = root.place;
  name.kind = TomlValue::Kind::text;
  name.text = set;
  out.entries.push_back({"set", root.place, std::move(name)});
  return out;
}

std::vector<const TomlValue*> blocks(const TomlValue& root) {
  const auto* cells = root.find("cells");
  if (!cells)
    throw root.place.of("cells").refusal(missing_part("no [[cells]]: an experiment names at least one block of cells"));
  if (!cells->is_list_of_tables())
    throw cells->refusal(wrong_kind("cells: blocks that begin with [[cells]] are allowed"));
  return root.tables("cells");
}

// Axes remain lists, because `cross_product` multiplies them. Variables, `each`, and axes that a filter names are
// expanded before.
SetView view_of_cells() {
  const auto accepts_list = [names = Axes::names()](std::string_view key, std::string_view) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  return {.known = Axes::names(), .accepts_list = accepts_list, .multiplies = true};
}

void add_requests(const Keys& keys, std::vector<CellRequest>& out) {
  Axes axes;
  for (const auto& [name, values] : keys.values) *axes.values(name) = values;
  // All requests of one [[cells]] table share the file locations of their values.
  auto places = out.empty() ? nullptr : out.back().places;
  if (!places || *places != keys.places) places = std::make_shared<const ValuePlaces>(keys.places);
  try {
    for (auto& request : cross_product(axes)) {
      request.where = keys.where;
      request.places = places;
      out.push_back(std::move(request));
    }
    if (out.size() > most_cells) throw out_of_range("more than {} cells", most_cells);
  } catch (const UsageError& e) {
    throw keys.refusal_at(e.place.file ? "" : e.place.key, e);
  }
}

// Throws UsageError if a key has a boolean value, which no axis accepts.
void check_values(const TomlValue& block) {
  for (const auto& entry : block.entries)
    if (!entry.value.is_table() && !entry.value.is_list_of_tables()) entry.value.texts(entry.key);
}

Experiment experiment(const TomlValue& root, const std::filesystem::path& file, const std::string& set) {
  check_keys(root);
  Experiment out{root.text_of("title"), root.text_of("description"), {}};
  const StudySets sets(root, file, Axes::names());
  const auto of_set = block_of_set(root, set);
  for (const auto* block : set.empty() ? blocks(root) : std::vector{&of_set}) {
    check_values(*block);
    for (const auto& keys : sets.expanded(*block, view_of_cells())) add_requests(keys, out.cells);
  }
  return out;
}

}  // namespace

Experiment experiment_from_text(std::string_view toml, const std::string& name, const std::string& set) {
  return experiment(toml_from_text(toml, name), name, set);
}

Experiment experiment_from_file(const std::filesystem::path& path, const std::string& set) {
  if (names_file(path.string()) && !std::filesystem::exists(path))
    throw UsageError(
        printable(path.string()) +
            ": write the name of an experiment file without @, which marks problems (-p @FILE) and methods (-m @FILE)",
        Mistake::unreadable);
  const auto text = file_text(path, "an experiment file (TOML)");
  require_role(FileRole::experiment, path.string(), text);
  return experiment_from_text(text, path.string(), set);
}

}  // namespace plumb
