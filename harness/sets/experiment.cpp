#include "harness/sets/experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "harness/cell/setting.hpp"
#include "harness/text/file_text.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

/// An order of places in a list of requests that does not see where these stand in the file.
struct EarlierSettings {
  const std::vector<CellRequest>& list;

  static auto all(const CellRequest& r) { return std::tie(r.problem, r.formulation, r.method, r.step, r.settings); }
  bool operator()(std::size_t a, std::size_t b) const { return all(list[a]) < all(list[b]); }
};

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  Experiment experiment(std::string_view text) const {
    const toml::table root = parsed(text);
    check_keys(root, {"schema", "title", "description", "cells"});
    check_schema(root);
    Experiment out{text_of(root, "title"), text_of(root, "description"), {}};
    std::set<std::size_t, EarlierSettings> known(EarlierSettings{out.cells});
    for (const auto& block : blocks(root))
      for (auto& request : requests(*block.as_table())) {
        out.cells.push_back(std::move(request));
        if (!known.insert(out.cells.size() - 1).second) out.cells.pop_back();
      }
    return out;
  }

 private:
  toml::table parsed(std::string_view text) const {
    try {
      return toml::parse(text, name_);
    } catch (const toml::parse_error& e) {
      refuse(e.source(), std::string(e.description()));
    }
  }

  void check_schema(const toml::table& root) const {
    const auto* schema = root.get("schema");
    if (!schema) refuse(root.source(), "'schema = 1' is missing");
    if (!schema->is_integer() || schema->as_integer()->get() != 1)
      refuse(schema->source(), "schema: this build reads schema = 1");
  }

  void check_keys(const toml::table& table, const std::vector<std::string>& known) const {
    for (const auto& [key, value] : table)
      if (std::find(known.begin(), known.end(), key.str()) == known.end())
        refuse(key.source(), unknown_name("key", key.str(), known).what());
  }

  std::string text_of(const toml::table& table, std::string_view key) const {
    const auto* node = table.get(key);
    if (!node) return {};
    if (!node->is_string()) refuse(node->source(), fmt::format("{}: a string is allowed", key));
    return node->as_string()->get();
  }

  const toml::array& blocks(const toml::table& root) const {
    const auto* cells = root.get("cells");
    if (!cells) refuse(root.source(), "no [[cells]]: an experiment names at least one block of cells");
    if (!cells->is_array() || cells->as_array()->empty() || !cells->is_array_of_tables())
      refuse(cells->source(), "cells: blocks that begin with [[cells]] are allowed");
    return *cells->as_array();
  }

  // "step = 1e-3" and "step = '1e-3'" are the same number.
  std::string value_of(const toml::node& node, std::string_view key) const {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
    if (const auto* number = node.as_floating_point()) return shortest(number->get());
    refuse(node.source(), fmt::format("{}: a string, a number, or a list of these is allowed", key));
  }

  std::vector<std::string> values_of(const toml::node& node, std::string_view key) const {
    const auto* list = node.as_array();
    if (!list) return {value_of(node, key)};
    if (list->empty()) refuse(node.source(), fmt::format("{}: the list is empty; give at least one value", key));
    std::vector<std::string> out;
    out.reserve(list->size());
    for (const auto& element : *list) out.push_back(value_of(element, key));
    return out;
  }

  std::vector<CellRequest> requests(const toml::table& block) const {
    check_keys(block, Axes::names());
    Axes axes;
    for (const auto& name : Axes::names())
      if (const auto* node = block.get(name)) *axes.values(name) = values_of(*node, name);
    try {
      auto out = cross_product(axes);
      for (auto& request : out) request.where = fmt::format("{}:{}", name_, block.source().begin.line);
      return out;
    } catch (const UsageError& e) {
      refuse(source_of_axis(block, e.what()), e.what());
    }
  }

  // The message begins with the axis, which is where the mistake stands in the file.
  static toml::source_region source_of_axis(const toml::table& block, std::string_view message) {
    const auto* node = block.get(message.substr(0, message.find(':')));
    return node ? node->source() : block.source();
  }

  [[noreturn]] void refuse(const toml::source_region& at, const std::string& message) const {
    throw UsageError(fmt::format("{}:{}:{}: {}", name_, at.begin.line, at.begin.column, message));
  }

  std::string name_;
};

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

Experiment experiment_from_text(std::string_view toml, const std::string& name) {
  return Reader(name).experiment(toml);
}

Experiment experiment_from_file(const std::filesystem::path& path) {
  return experiment_from_text(file_text(path, "an experiment file (TOML)"), path.string());
}

}  // namespace plumb
