#include "harness/sets/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <stdexcept>

#include "contract/exact_number.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/range.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

bool names_methods(std::string_view key) { return key == "method" || key == "minus"; }
bool is_selector(std::string_view key) { return names_methods(key) || key == "problem" || key == "formulation"; }

std::vector<Spec> specs(std::string_view key, const std::string& text) {
  return names_methods(key) ? expand_methods({text}) : expand(text);
}

// Returns the values of one text, in the syntax of the command line.
Texts meant(std::string_view key, const std::string& text) {
  if (has_braces(text) && !is_selector(key)) return {text};
  if (is_list_of_numbers(key)) return expand_numbers(text);
  if (!is_selector(key)) return {text};
  Texts out;
  for (const auto& spec : specs(key, text)) out.push_back(spec.text());
  return out.size() == 1 ? Texts{text} : out;
}

bool is_number(std::string_view text) try {
  number_from_text<double>(text);
  return true;
} catch (const std::invalid_argument&) {
  return false;
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t comma; (comma = text.find(',')) != std::string_view::npos; text.remove_prefix(comma + 1))
    out.push_back(text.substr(0, comma));
  out.push_back(text);
  return out;
}

bool is_name(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; });
}

bool begins_as_a_number(std::string_view text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '-' || text[0] == '.');
}

// Returns the values of a variable. Since it may be any text, only texts of numbers and ranges are expanded.
Texts meant_by_variable(const std::string& text) {
  if (has_braces(text)) return {text};
  const auto parts = parts_of(text);
  if (std::ranges::all_of(
          parts, [](auto part) { return is_number(part) || (begins_as_a_number(part) && range_of_numbers(part)); }))
    return expand_numbers(text);
  if (is_name(text) && !begins_as_a_number(text))
    if (auto names = range_of_names(text)) return *names;
  return {text};
}

}  // namespace

bool has_braces(std::string_view text) { return text.find('{') != std::string_view::npos; }

bool is_list_of_numbers(std::string_view key) {
  if (key == "step" || key == "omega_dt" || key == "dt_nt" || key == "spacing") return true;
  return std::any_of(settings().begin(), settings().end(),
                     [&](const Setting& s) { return s.name == key && s.is_list_of_numbers; });
}

Texts values_of(const TomlEntry& entry, Meaning meaning) {
  const auto& [key, place, value] = entry;
  if (value.is_list() && value.items.empty())
    throw value.refusal(missing_part("{}: the list is empty; give at least one value", key));
  Texts out;
  for (const auto& item : value.is_list() ? std::span(value.items) : std::span(&value, 1)) {
    if (item.is_list()) throw item.refusal(wrong_kind("{}: nested lists are not allowed", key));
    if (item.is_table()) throw item.refusal(wrong_kind("{}: a text, a number, or a list of these is allowed", key));
    try {
      for (auto& text : meaning == Meaning::of_a_variable ? meant_by_variable(item.text) : meant(key, item.text))
        out.push_back(std::move(text));
    } catch (const UsageError& e) {
      throw item.refusal(e.after(key));
    } catch (const std::invalid_argument& e) {  // mistake in a range
      throw item.refusal(malformed("{}: {}", key, e.what()));
    }
  }
  return out;
}

std::string in_one_form(std::string_view key, const std::string& text) {
  if (!is_selector(key)) return is_number(text) ? normalized_number(text) : text;
  auto found = specs(key, text);
  if (found.size() != 1) return text;
  for (auto& [name, value] : found.front().parameters) value = normalized_number(value);
  return found.front().text();
}

}  // namespace plumb
