#include "problems/mechanisms/file_parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/si_unit.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

// Names that parameters of files must not have, because problems define parameters with these names.
constexpr std::array<std::string_view, 4> names_of_problems = {"retraction", "solver", "content", "t"};

double bound(const MechanismItem& item, std::string_view key, double none) {
  return item.has(key) ? item.number(key).in<double>() : none;
}

/// Reads a parameter whose value is one of several words. A constant may have a number for each word
/// (number_by_choice).
ParameterSpec choice_of(const MechanismItem& item, ParameterSpec out) {
  item.allow({"value", "meaning", "choices"});
  const auto choices = item.texts("choices");
  if (choices.size() < 2) throw item.refusal("choices", missing_part("give at least two choices"));
  for (const auto& word : choices)
    if (!is_item_name(word)) throw item.refusal("choices", {item_name_rule(word), Mistake::malformed});
  out.default_value = item.text_or("value", choices.front());
  out.meaning = item.text_or("meaning", out.meaning);
  out.choices = fmt::format("{}", fmt::join(choices, "|"));
  try {
    Parameters({&out, 1}, {});
  } catch (const std::invalid_argument& e) {
    throw item.refusal("value", no_such("{}", e.what()));
  }
  return out;
}

ParameterSpec parameter_of(const TomlEntry& entry) {
  require_parameter_name(entry);
  const NamedNumbers none;
  ParameterSpec out{.name = entry.key, .default_value = entry.value.text, .unit = "-", .meaning = "of the file"};
  const auto label = mbs::item("parameter", entry.key);
  if (entry.value.is_table()) {
    const MechanismItem item(entry.value, label, none);
    if (item.has("choices")) return choice_of(item, std::move(out));
    item.allow({"value", "unit", "meaning", "minimum", "maximum", "choices"});
    out.default_value = item.number("value").text();
    out.unit = item.text_or("unit", "-");
    out.meaning = item.text_or("meaning", out.meaning);
    out.minimum = bound(item, "minimum", out.minimum);
    out.maximum = bound(item, "maximum", out.maximum);
  } else if (!entry.value.is_number() && entry.value.kind != TomlValue::Kind::text) {
    constexpr std::array<std::string_view, 3> of_file = {"gravity", "up", "momenta"};
    if (std::ranges::find(of_file, entry.key) != of_file.end())
      throw entry.value.refusal(wrong_kind("{}: this key must be written above the first table of the file", label));
    throw entry.value.refusal(
        {label + ": a number is allowed, or { value = 1, unit = \"m\", meaning = \"...\" }", Mistake::wrong_kind});
  }
  try {
    ExactNumber(out.default_value);
    require_si_unit(out.unit);
    Parameters({&out, 1}, {});
  } catch (const std::invalid_argument& e) {
    throw entry.value.refusal(UsageError(e.what()).after(label));
  }
  return out;
}

/// Returns the current value of the parameter named by the key `by`. Calls read(key) for every choice in the table
/// first.
template <class Read>
std::string chosen_key(const MechanismItem& item, const Parameters& parameters, const std::vector<ParameterSpec>& specs,
                       Read read) {
  const auto by = item.text("by");
  const auto spec = std::ranges::find(specs, by, &ParameterSpec::name);
  if (spec == specs.end() || spec->choices.empty())
    throw item.refusal("by", no_such("'{}' is not a parameter of this file, or has no choices", by));
  for (const auto& key : item.keys())
    if (key != "by" && !spec->offers(key))
      throw item.refusal(key, no_such("'{}' is not a choice of '{}'; allowed: {}", key, by, spec->choices));
    else if (key != "by")
      read(key);
  return parameters.text(by);
}

}  // namespace

ExactNumber number_by_choice(const MechanismItem& item, const Parameters& parameters,
                             const std::vector<ParameterSpec>& specs) {
  return item.number(chosen_key(item, parameters, specs, [&](const std::string& key) { item.number(key); }));
}

std::size_t choice_by_choice(const MechanismItem& item, std::span<const std::string_view> texts,
                             const Parameters& parameters, const std::vector<ParameterSpec>& specs) {
  return item.choice(chosen_key(item, parameters, specs, [&](const std::string& key) { item.choice(key, texts); }),
                     texts);
}

void require_parameter_name(const TomlEntry& entry) {
  try {
    require_name_of_number(entry.key);
    if (std::ranges::find(names_of_problems, entry.key) != names_of_problems.end())
      throw std::invalid_argument(fmt::format("'{}' is reserved and cannot be the name of a number", entry.key));
  } catch (const std::invalid_argument& e) {
    throw entry.place.refusal(e.what());
  }
}

std::vector<ParameterSpec> parameters_of(const TomlValue& root) {
  std::vector<ParameterSpec> out;
  const auto* table = root.find("parameters");
  if (!table) return out;
  if (!table->is_table()) throw table->refusal(wrong_kind("parameters: must be a table, [parameters]"));
  for (const auto& entry : table->entries) out.push_back(parameter_of(entry));
  return out;
}

void require_horizon(const MechanismItem& item) {
  const double begin = item.has("t_begin") ? item.number("t_begin").in<double>() : 0;
  if (item.number("t_end").in<double>() > begin) return;
  throw item.refusal("t_end", {begin == 0 ? "the horizon [s] must be positive"
                                          : fmt::format("the horizon [s] must be later than t_begin, {}", begin),
                               Mistake::out_of_range});
}

}  // namespace plumb
