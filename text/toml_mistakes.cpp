#include "text/toml_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "text/printable.hpp"

namespace plumb {
// The sources of this folder are compiled together, so common names are in a separate namespace.
namespace toml_words {
namespace {

constexpr std::string_view blanks = " \t\r";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

struct Line {
  std::size_t begin, end;
};
Line line_around(std::string_view text, std::size_t position) {
  position = std::min(position, text.size());
  const auto before = position == 0 ? std::string_view::npos : text.rfind('\n', position - 1);
  return {before == std::string_view::npos ? 0 : before + 1, std::min(text.find('\n', position), text.size())};
}

/// Returns the end of the string that begins at `at`, after its closing mark; npos if it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t position) {
  const char quote = text[position];
  const std::string three(3, quote);
  if (text.substr(position).starts_with(three)) {
    const auto closing = text.find(three, position + 3);
    return closing == std::string_view::npos ? closing : closing + 3;
  }
  for (auto i = position + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == quote) return i + 1;
    if (text[i] == '\\' && quote == '"') ++i;
  }
  return std::string_view::npos;
}

/// Returns whether a value may follow this character.
bool opens_value(char c) { return c == '=' || c == '[' || c == ',' || c == '{' || c == '\n'; }

/// Finds an unclosed string before the error, or a closing quotation mark after a word without an opening mark.
std::optional<TomlMistake> missing_quotation_mark(std::string_view text, std::size_t error) {
  const auto end = line_around(text, error).end;
  char before = '\n';  // last non-blank character
  for (std::size_t i = 0; i < end; ++i) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      before = '\n';
      continue;
    }
    if (c == '"' || c == '\'') {
      if (!opens_value(before)) {
        const auto line = line_around(text, i);
        const auto word = text.substr(line.begin, i - line.begin);
        const auto from = word.find_last_of("=[,{");
        const auto first = line.begin + (from == std::string_view::npos ? 0 : from + 1);
        const auto name = trimmed(text.substr(first, i - first));
        return TomlMistake{
            i, fmt::format("'{}' has a closing quotation mark, but no opening one", printable_excerpt(name))};
      }
      const auto after = end_of_string(text, i);
      if (after == std::string_view::npos) {
        const auto line = line_around(text, i);
        return TomlMistake{i, fmt::format("the text that begins here has no closing quotation mark: {}",
                                          printable_excerpt(trimmed(text.substr(i, line.end - i))))};
      }
      i = after - 1;
      before = '"';
    } else if (blanks.find(c) == std::string_view::npos) {
      before = c;
    }
  }
  return {};
}

/// Returns the text of a value that begins at `at` and is neither quoted nor a list or table.
std::string_view bare_value(std::string_view line, std::size_t position) {
  constexpr std::size_t longest = 1000;
  int open = 0;
  auto end = position;
  for (; end < std::min(line.size(), position + longest); ++end) {
    const char c = line[end];
    if (c == '(') ++open;
    if (c == ')') --open;
    if (c == '#' || c == ']' || c == '}' || (c == ',' && open <= 0)) break;
  }
  return trimmed(line.substr(position, end - position));
}

bool consists_of(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

/// Returns the mistake in a value without quotation marks; empty if there is none.
std::string why_no_value(std::string_view value) {
  if (value.empty() || value == "true" || value == "false") return "";
  const auto shown = printable_excerpt(value);
  auto number = value;
  if (number.starts_with('+') || number.starts_with('-')) number.remove_prefix(1);
  if (number == "inf" || number == "nan") return "";
  if (consists_of(number, "0123456789.eE+-_ ") && number.find(' ') != std::string_view::npos)
    return fmt::format("'{}': write commas between the numbers of a list", shown);
  if (consists_of(number, "0123456789.eE+-_")) {
    const auto point = number.find('.');
    const bool ends_in_point =
        point != std::string_view::npos && (point + 1 == number.size() || !is_digit(number[point + 1]));
    const bool leads = number.size() > 1 && number[0] == '0' && is_digit(number[1]);
    if (number.starts_with('.') || ends_in_point || leads)
      return fmt::format(
          "'{}': write a number with digits on both sides of the point and without leading zeros, as in 0.5", shown);
    return consists_of(number, "0123456789._eE") || number.find_first_of("eE") != std::string_view::npos ||
                   std::ranges::count(number, '-') == 2
               ? ""
               : fmt::format("'{0}' is a formula without quotation marks: \"{0}\"", shown);
  }
  const auto blank = number.find_first_of(blanks);
  if (blank != std::string_view::npos && consists_of(number.substr(0, blank), "0123456789.eE+-_") &&
      std::ranges::all_of(trimmed(number.substr(blank)), [](char c) { return is_letter(c) || c == '/' || c == '^'; }))
    return fmt::format("'{}': write numbers without a unit, in kg, m, s, rad, N", shown);
  if (value == "True" || value == "False") return fmt::format("'{}' is not allowed: write true or false", shown);
  if (is_digit(number[0]) && number.find_first_of(":TZ") != std::string_view::npos) return "";  // dates are no numbers
  return fmt::format("'{0}' needs quotation marks, like all formulas and texts: \"{0}\"", shown);
}

/// Finds the last unclosed list or table before the error.
std::optional<TomlMistake> open_bracket(std::string_view text, std::size_t error) {
  std::string open;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < std::min(error, text.size()); ++i) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '"' || c == '\'') {
      i = end_of_string(text, i) - 1;
    } else if (c == '[' || c == '{') {
      open += c;
      places.push_back(i);
    } else if ((c == ']' || c == '}') && !open.empty()) {
      open.pop_back();
      places.pop_back();
    }
  }
  if (open.empty()) return {};
  const bool is_list = open.back() == '[';
  return TomlMistake{places.back(), fmt::format("the {} that begins here is not closed by {}, or lacks a comma",
                                                is_list ? "list" : "table", is_list ? ']' : '}')};
}

/// Finds a value in the line without quotation marks that is neither a number nor a boolean.
std::optional<TomlMistake> bare_formula(std::string_view text, Line of) {
  const auto line = text.substr(of.begin, of.end - of.begin);
  bool is_header = trimmed(line).starts_with('[') && line.find('=') == std::string_view::npos &&
                   line.find(',') == std::string_view::npos;
  if (open_bracket(text, of.begin) && line.find('=') == std::string_view::npos) {  // continuation line of a list
    const auto at = std::min(line.find_first_not_of(blanks), line.size());
    const bool is_bare = at < line.size() && std::string_view("\"'[{]}#").find(line[at]) == std::string_view::npos;
    if (auto why = is_bare ? why_no_value(bare_value(line, at)) : ""; !why.empty())
      return TomlMistake{of.begin + at, std::move(why)};
  }
  for (std::size_t i = 0; i < line.size() && !is_header; ++i) {
    if (line[i] == '#') break;
    if (line[i] == '"' || line[i] == '\'') {
      const auto after = end_of_string(line, i);
      if (after == std::string_view::npos) break;
      i = after - 1;
      continue;
    }
    if (line[i] != '=' && line[i] != '[' && line[i] != ',') continue;
    const auto at = line.find_first_not_of(blanks, i + 1);
    if (at == std::string_view::npos) break;
    if (std::string_view("\"'[{#").find(line[at]) != std::string_view::npos) continue;
    const auto value = bare_value(line, at);
    if (value.find('=') != std::string_view::npos) continue;  // line with a key
    if (auto why = why_no_value(value); !why.empty()) return TomlMistake{of.begin + at, std::move(why)};
  }
  return {};
}

std::optional<TomlMistake> missing_sign(std::string_view text, Line of) {
  const auto line = text.substr(of.begin, of.end - of.begin);
  const auto content = trimmed(line.substr(0, line.find('#')));
  if (content.empty() || !is_letter(content[0]) || content.find('=') != std::string_view::npos) return {};
  const auto word = content.substr(0, content.find_first_of(" \t:"));
  return TomlMistake{of.begin + line.find_first_not_of(blanks),
                     fmt::format("the sign = is missing: {} = ... is allowed", printable_excerpt(word))};
}

std::optional<TomlMistake> broken_header(std::string_view text, Line of) {
  const auto line = text.substr(of.begin, of.end - of.begin);
  const auto content = trimmed(line.substr(0, line.find('#')));
  if (!content.starts_with('[') || content.find('=') != std::string_view::npos) return {};
  const auto brackets = static_cast<std::size_t>(std::ranges::count(content, '['));
  if (brackets > 2 || std::ranges::count(content, ']') == static_cast<std::ptrdiff_t>(brackets)) return {};
  const auto name = content.substr(brackets, content.find_first_of("] \t", brackets) - brackets);
  return TomlMistake{of.begin + line.find('['),
                     fmt::format("{0}{1} must end with {2}: {0}{1}{2}", std::string(brackets, '['),
                                 printable_excerpt(name), std::string(brackets, ']'))};
}

std::optional<TomlMistake> first_mistake(std::string_view text, std::size_t error, std::string_view words) {
  const auto line = line_around(text, error);
  if (auto out = missing_quotation_mark(text, error)) return out;
  if (words.find("redefine") != std::string_view::npos) {
    const auto content = trimmed(text.substr(line.begin, line.end - line.begin));
    const auto key = content.substr(0, content.find_first_of(" \t=#"));
    return TomlMistake{line.begin, fmt::format("'{}' is given twice; give it once", printable_excerpt(key))};
  }
  if (auto out = bare_formula(text, line)) return out;
  if (auto out = broken_header(text, line)) return out;
  if (auto out = missing_sign(text, line)) return out;
  if (line.begin > 0)
    if (auto out = bare_formula(text, line_around(text, line.begin - 1))) return out;
  return open_bracket(text, error);
}

}  // namespace
}  // namespace toml_words

std::optional<TomlMistake> toml_mistake(std::string_view text, std::size_t error, std::string_view words) {
  return toml_words::first_mistake(text, error, words);
}

}  // namespace plumb
