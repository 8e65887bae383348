#include "harness/paper/settings.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>

#include "contract/parameters.hpp"
#include "harness/text/file_text.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

std::string place(const std::string& name, const toml::source_region& at) {
  return fmt::format("{}:{}", name, at.begin.line);
}

std::string scalar_text(const toml::node& node, const std::string& name) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return shortest(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  throw UsageError(place(name, node.source()) + ": a text, a number, true or false is allowed here");
}

Settings from(const toml::table& table, const std::string& name) {
  Settings out;
  out.where = place(name, table.source());
  for (const auto& [key, node] : table) {
    const std::string k(key.str());
    if (const auto* inner = node.as_table()) {
      out.blocks[k].push_back(from(*inner, name));
    } else if (const auto* list = node.as_array(); list && list->is_array_of_tables()) {
      for (const auto& element : *list) out.blocks[k].push_back(from(*element.as_table(), name));
    } else if (list) {
      for (const auto& element : *list) out.values[k].push_back(scalar_text(element, name));
    } else {
      out.values[k].push_back(scalar_text(node, name));
    }
  }
  return out;
}

}  // namespace

std::string Settings::text(std::string_view key, std::string fallback) const {
  const auto found = values.find(key);
  if (found == values.end()) return fallback;
  if (found->second.size() != 1) throw refusal(fmt::format("{}: one value is allowed", key));
  return found->second.front();
}

std::string Settings::required(std::string_view key) const {
  if (!has(key)) throw refusal(fmt::format("'{}' is missing", key));
  return text(key);
}

std::vector<std::string> Settings::list(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() ? std::vector<std::string>{} : found->second;
}

bool Settings::flag(std::string_view key, bool fallback) const {
  const auto value = text(key, fallback ? "true" : "false");
  if (value != "true" && value != "false") throw refusal(fmt::format("{}: true or false is allowed", key));
  return value == "true";
}

double Settings::number(std::string_view key) const {
  const auto value = required(key);
  try {
    return number_from_text<double>(value);
  } catch (const std::invalid_argument&) {
    throw refusal(fmt::format("{}: '{}' is no number", key, value));
  }
}

int Settings::whole(std::string_view key, int fallback, int least, int most) const {
  if (!has(key)) return fallback;
  const auto value = text(key);
  int out = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  if (error != std::errc() || end != value.data() + value.size() || out < least || out > most)
    throw refusal(fmt::format("{}: a whole number from {} to {} is allowed, not '{}'", key, least, most, value));
  return out;
}

const std::vector<Settings>& Settings::block(std::string_view key) const {
  static const std::vector<Settings> none;
  const auto found = blocks.find(key);
  return found == blocks.end() ? none : found->second;
}

Settings Settings::under(const Settings& upper) const {
  Settings out = upper;
  out.values.insert(values.begin(), values.end());
  out.blocks.insert(blocks.begin(), blocks.end());
  if (out.where.empty()) out.where = where;
  return out;
}

void Settings::allow(const std::vector<std::string>& known) const {
  const auto check = [&](const auto& map) {
    for (const auto& [key, value] : map)
      if (std::find(known.begin(), known.end(), key) == known.end())
        throw refusal(unknown_name("key", key, known).what());
  };
  check(values), check(blocks);
}

UsageError Settings::refusal(std::string_view message) const {
  return UsageError(fmt::format("{}: {}", where, message));
}

Settings settings_from_text(std::string_view toml, const std::string& name) {
  try {
    auto out = from(toml::parse(toml, name), name);
    if (out.where.ends_with(":0")) out.where = name;
    if (out.text("schema") != "1") throw UsageError(name + ": 'schema = 1' is missing, or of another version");
    out.values.erase("schema");
    return out;
  } catch (const toml::parse_error& e) {
    throw UsageError(
        fmt::format("{}:{}:{}: {}", name, e.source().begin.line, e.source().begin.column, e.description()));
  }
}

Settings settings_from_file(const std::filesystem::path& path) {
  return settings_from_text(file_text(path, "a file of a paper (TOML)"), path.string());
}

}  // namespace plumb
