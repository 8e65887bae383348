#include "harness/sets/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "contract/excerpt.hpp"
#include "contract/parameters.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {

std::string Keys::text(std::string_view key, std::string fallback) const {
  const auto found = values.find(key);
  if (found == values.end()) return fallback;
  if (found->second.size() != 1) throw refusal(key, wrong_kind("one value is allowed"));
  return found->second.front();
}

std::string Keys::required(std::string_view key) const {
  if (!has(key)) throw refusal(missing_key(key));
  return text(key);
}

std::vector<std::string> Keys::list(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() ? std::vector<std::string>{} : found->second;
}

bool Keys::flag(std::string_view key, bool fallback) const {
  const auto value = text(key, fallback ? "true" : "false");
  if (value != "true" && value != "false")
    throw refusal(key, wrong_kind("write true or false, without quotation marks"));
  return value == "true";
}

double Keys::number(std::string_view key) const {
  const auto value = required(key);
  try {
    return number_from_text<double>(value);
  } catch (const std::invalid_argument&) {
    throw refusal(key, malformed("'{}' is not a number", excerpt(value)));
  }
}

int Keys::whole(std::string_view key, int fallback, int least, int most) const {
  if (!has(key)) return fallback;
  const auto value = text(key);
  int out = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  if (error != std::errc() || end != value.data() + value.size() || out < least || out > most)
    throw refusal(key, out_of_range("a whole number from {} to {} is allowed, not '{}'", least, most, excerpt(value)));
  return out;
}

const std::vector<Keys>& Keys::block(std::string_view key) const {
  static const std::vector<Keys> none;
  const auto found = blocks.find(key);
  return found == blocks.end() ? none : found->second;
}

Keys Keys::under(const Keys& upper) const {
  Keys out = upper;
  for (const auto& [key, list] : values)
    if (out.values.emplace(key, list).second) {
      if (shared.contains(key)) out.shared.insert(key);
      if (from_sets.contains(key)) out.from_sets.insert(key);
    }
  out.blocks.insert(blocks.begin(), blocks.end());
  out.places.insert(places.begin(), places.end());
  if (!out.where.file) out.where = where;
  return out;
}

void Keys::allow(const std::vector<std::string>& known) const {
  const auto check = [&](const std::string& key) {
    if (std::find(known.begin(), known.end(), key) != known.end()) return;
    const auto at = places.find(key);
    throw(at == places.end() ? where : at->second).refusal(unknown_name("key", key, known));
  };
  for (const auto& [key, value] : values) check(key);
  for (const auto& [key, value] : blocks) check(key);
}

UsageError Keys::refusal(std::string_view key, const UsageError& mistake) const {
  return refusal_at(key, mistake.after(key));
}

UsageError Keys::refusal_at(std::string_view key, const UsageError& mistake) const {
  const auto at = places.find(key);
  return (at == places.end() ? where.of(key) : at->second).refusal(mistake);
}

// Keys from sets.toml have locations in that file, which differs from the file of `where`.
bool Keys::has_location(const UsageError& mistake) const {
  const auto& place = mistake.place;
  return place.is_in_file_of(where) ||
         std::ranges::any_of(places, [&](const auto& at) { return place.is_in_file_of(at.second); });
}

Keys keys_of(const TomlValue& table) {
  Keys out;
  out.where = table.place;
  for (const auto& [key, place, value] : table.entries) {
    if (key == "schema") continue;
    out.places[key] = place;
    if (value.is_table() || value.is_list_of_tables()) {
      for (const auto* inner : value.as_tables(key)) out.blocks[key].push_back(keys_of(*inner));
      continue;
    }
    auto& texts = out.values[key];
    for (const auto& item : value.is_list() ? std::span(value.items) : std::span(&value, 1)) {
      if (item.is_list() || item.is_table())
        throw item.refusal(wrong_kind("{}: a text, a number, true or false is allowed here", key));
      texts.push_back(item.text);
    }
  }
  return out;
}

Keys keys_from_text(std::string_view toml, const std::string& name) { return keys_of(toml_from_text(toml, name)); }

}  // namespace plumb
