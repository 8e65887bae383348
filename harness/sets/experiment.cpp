#include "harness/sets/experiment.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>

#include "harness/cell/setting.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {
namespace {

/// An order of places in a list of requests that does not see where these stand in the file.
struct EarlierSettings {
  const std::vector<CellRequest>& list;

  static auto all(const CellRequest& r) { return std::tie(r.problem, r.formulation, r.method, r.step, r.settings); }
  bool operator()(std::size_t a, std::size_t b) const { return all(list[a]) < all(list[b]); }
};

void check_keys(const TomlValue& root) {
  const std::vector<std::string> known = {"schema", "title", "description", "sets", "cells"};
  root.allow(known);
}

/// A block that names a set and nothing else.
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
  if (!cells) throw root.refusal("no [[cells]]: an experiment names at least one block of cells");
  if (!cells->is_list_of_tables()) throw cells->refusal("cells: blocks that begin with [[cells]] are allowed");
  return root.tables("cells");
}

// Axes are multiplied by `cross_product`; variables, `each`, and axes that a filter names are expanded here.
SetView view_of_cells() {
  const auto takes_list = [names = Axes::names()](std::string_view key, std::string_view) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  return {.known = Axes::names(), .takes_list = takes_list, .multiplies = true};
}

// The message begins with the axis, which is where the mistake stands in the file.
UsageError refusal(const Keys& keys, std::string_view message) {
  const auto axis = keys.places.find(message.substr(0, message.find(':')));
  return axis == keys.places.end() ? keys.refusal(message) : axis->second.refusal(message);
}

std::vector<CellRequest> requests(const Keys& keys) {
  Axes axes;
  for (const auto& [name, values] : keys.values) *axes.values(name) = values;
  try {
    auto out = cross_product(axes);
    const auto places = std::make_shared<const decltype(keys.places)>(keys.places);
    for (auto& request : out) {
      request.where = keys.where.text();
      request.places = places;
    }
    return out;
  } catch (const UsageError& e) {
    throw refusal(keys, e.what());
  }
}

// true and false are no values of an axis.
void check_values(const TomlValue& block) {
  for (const auto& entry : block.entries)
    if (!entry.value.is_table() && !entry.value.is_list_of_tables()) entry.value.texts(entry.key);
}

Experiment experiment(const TomlValue& root, const std::string& set) {
  check_keys(root);
  Experiment out{root.text_of("title"), root.text_of("description"), {}};
  NamedSets sets;
  sets.add(root, Axes::names());
  std::set<std::size_t, EarlierSettings> known(EarlierSettings{out.cells});
  const auto of_set = block_of_set(root, set);
  for (const auto* block : set.empty() ? blocks(root) : std::vector{&of_set}) {
    check_values(*block);
    for (const auto& keys : sets.expanded(*block, view_of_cells()))
      for (auto& request : requests(keys)) {
        out.cells.push_back(std::move(request));
        if (!known.insert(out.cells.size() - 1).second) out.cells.pop_back();
      }
  }
  return out;
}

}  // namespace

std::vector<std::string>* Axes::values(std::string_view name) {
  if (name == "problem") return &problem;
  if (name == "formulation") return &formulation;
  if (name == "method") return &method;
  if (name == "step") return &step;
  for (const auto& setting : plumb::settings())
    if (setting.name == name) return &settings[std::string(name)];
  return nullptr;
}

std::vector<std::string> Axes::names() {
  std::vector<std::string> out = {"problem", "formulation", "method", "step"};
  for (const auto& setting : plumb::settings()) out.emplace_back(setting.name);
  return out;
}

Experiment experiment_from_text(std::string_view toml, const std::string& name, const std::string& set) {
  return experiment(toml_from_text(toml, name), set);
}

Experiment experiment_from_file(const std::filesystem::path& path, const std::string& set) {
  return experiment(toml_from_file(path, "an experiment file (TOML)"), set);
}

}  // namespace plumb
