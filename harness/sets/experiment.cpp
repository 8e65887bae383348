#include "harness/sets/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cell/misnamed_file.hpp"
#include "harness/cell/named_file.hpp"
#include "harness/sets/named_sets.hpp"
#include "text/file_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_cells = 100'000'000;  // of a study
// Cells are asked for by their cost, which goes from block to block. A product of all there is takes 40 ms to make.
constexpr std::size_t most_products = 16;

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

// Axes are multiplied by `CrossProduct`; variables, `each`, and axes that a filter names are expanded here.
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

void add_requests(const Keys& keys, RequestList& out) {
  Axes axes;
  for (const auto& [name, values] : keys.values) *axes.values(name) = values;
  try {
    out.add(axes, keys.where.text(), keys.places);
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
  const auto of_set = block_of_set(root, set);
  for (const auto* block : set.empty() ? blocks(root) : std::vector{&of_set}) {
    check_values(*block);
    for (const auto& keys : sets.expanded(*block, view_of_cells())) add_requests(keys, out.cells);
  }
  return out;
}

}  // namespace

void RequestList::add(const Axes& axes, const std::string& where, const ValuePlaces& places) {
  stopping_point();
  const auto product = remembered(ends_.size(), std::make_shared<const CrossProduct>(axes));
  const auto end = size() + product->size();
  if (end > most_cells) throw UsageError(fmt::format("more than {} cells", most_cells));
  auto values = axes;
  for (const auto& name : Axes::names()) rows_.push_back(number_of(*values.values(name)));
  rows_.push_back(number_of({where}));
  rows_.push_back(number_of_places(places));
  ends_.push_back(end);
}

std::uint32_t RequestList::number_of(const Texts& values) {
  const auto [at, is_new] = numbers_.try_emplace(values, static_cast<std::uint32_t>(lists_.size()));
  if (is_new) lists_.push_back(&at->first);
  return at->second;
}

/// Products of one block have the same.
std::uint32_t RequestList::number_of_places(const ValuePlaces& places) {
  const auto number = static_cast<std::uint32_t>(places_.size());
  const auto [at, is_new] = numbers_of_places_.try_emplace(std::make_shared<const ValuePlaces>(places), number);
  if (is_new) places_.push_back(at->first);
  return at->second;
}

/// Behind the lists of the axes stand the place, and the places of the values.
std::uint32_t RequestList::entry(std::size_t product, std::size_t column) const {
  return rows_[product * (Axes::names().size() + 2) + column];
}

CellRequest RequestList::operator[](std::size_t place) const {
  const auto number = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), place) - ends_.begin());
  auto out = (*product(number))[place - (number == 0 ? 0 : ends_[number - 1])];
  out.where = lists_[entry(number, Axes::names().size())]->front();
  out.places = places_[entry(number, Axes::names().size() + 1)];
  return out;
}

RequestList::Product RequestList::product(std::size_t number) const {
  const auto known = std::find_if(latest_.begin(), latest_.end(), [&](const auto& one) { return one.first == number; });
  if (known != latest_.end()) {
    std::rotate(latest_.begin(), known, known + 1);
    return latest_.front().second;
  }
  Axes axes;
  for (std::size_t i = 0; i < Axes::names().size(); ++i) *axes.values(Axes::names()[i]) = *lists_[entry(number, i)];
  return remembered(number, std::make_shared<const CrossProduct>(axes));
}

RequestList::Product RequestList::remembered(std::size_t number, Product product) const {
  if (latest_.size() == most_products) latest_.pop_back();
  latest_.insert(latest_.begin(), {number, product});
  return product;
}

Experiment experiment_from_text(std::string_view toml, const std::string& name, const std::string& set) {
  return experiment(toml_from_text(toml, name), set);
}

Experiment experiment_from_file(const std::filesystem::path& path, const std::string& set) {
  if (names_file(path.string()) && !std::filesystem::exists(path))
    throw UsageError(printable(path.string()) +
                     ": an @ stands before problems (-p @FILE) and methods (-m @FILE); an experiment is "
                     "named without it");
  const auto text = file_text(path, "an experiment file (TOML)");
  require_role(FileRole::experiment, path.string(), text);
  return experiment_from_text(text, path.string(), set);
}

}  // namespace plumb
