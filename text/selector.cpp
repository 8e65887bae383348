#include "text/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "contract/excerpt.hpp"
#include "contract/parameters.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/range.hpp"

namespace plumb {
namespace {

using Choices = std::vector<std::pair<std::string, std::vector<std::string>>>;  // keys with their values

[[noreturn]] void refuse(std::string_view text, std::size_t position, std::string_view message) {
  throw malformed("'{}', position {}: {}", excerpt(text, position), position + 1, message);
}

/// Stores items in the order of their first occurrence, each once.
template <class T>
class Once {
 public:
  void add(T item) {
    if (!known_.insert(item).second) return;
    if (list_.size() == most_values) throw out_of_range("more than {} values", most_values);
    list_.push_back(std::move(item));
  }
  std::vector<T> list() && { return std::move(list_); }

 private:
  std::set<T> known_;
  std::vector<T> list_;
};

/// Returns the values of a text, as expanded by the function `range`, or the text itself if it is not a range. `at` is
/// its position in `whole`, for messages.
template <class Range>
std::vector<std::string> expanded(std::string_view whole, std::size_t position, const std::string& text, Range range) {
  try {
    if (auto values = range(text)) return *std::move(values);
  } catch (const std::invalid_argument& e) {
    refuse(whole, position, e.what());
  }
  return {text};
}

constexpr const char* no_decimal_comma =
    "decimal commas are not allowed: write a decimal point; commas separate values";

// Returns whether a text may be the fraction of a decimal comma, such as "05" in "0,05", since integers have no leading
// zero.
bool is_fraction(std::string_view text) { return is_whole(text) && text.size() > 1 && text.front() == '0'; }

constexpr std::string_view quoted = "@\"";

bool needs_quotes(const std::string& name) {
  return name.starts_with('@') && (name.find_first_of(",()") != std::string::npos || name.starts_with(quoted) ||
                                   name.ends_with(' ') || name.ends_with('\t'));
}

class Parser {
 public:
  Parser(std::string_view text, const ParameterLookup& lookup) : text_(text), lookup_(lookup) {}

  std::vector<Spec> selectors() {
    auto alone = selector();
    if (at_ == text_.size()) return alone;  // a single selector contains no duplicates
    Once<Spec> out;
    for (auto& spec : alone) out.add(std::move(spec));
    while (take(','))
      for (auto& spec : selector()) out.add(std::move(spec));
    if (at_ < text_.size())
      refuse(text_, at_, fmt::format("unexpected '{}'; a comma or the end of the text is allowed", text_[at_]));
    return std::move(out).list();
  }

 private:
  std::vector<Spec> selector() {
    skip_blanks();
    const auto begin = at_;
    const auto name = word("a name");
    const auto names = name.starts_with('@') ? std::vector{name} : expanded(text_, begin, name, range_of_names);
    Choices choices;
    if (take('('))
      while (!take(')')) arguments(names.front(), choices);
    std::vector<Spec> out;
    for (const auto& one : names)
      for (auto& spec : product(one, choices, begin)) out.push_back(std::move(spec));
    if (out.size() > most_values) throw out_of_range("more than {} values", most_values);
    return out;
  }

  // Reads key=v1,v2,... up to the next "key=" or the closing parenthesis.
  void arguments(std::string_view name, Choices& choices) {
    skip_blanks();
    const auto key_at = at_;
    auto key = word("a parameter");
    if (!take('=')) refuse(text_, at_, fmt::format("expected '=' after '{}'", key));
    for (const auto& [known, values] : choices)
      if (known == key)
        refuse(text_, key_at, fmt::format("'{}' is given twice; write its values as a list: {}=A,B", key, key));
    const auto* spec = lookup_ ? lookup_(name, key) : nullptr;
    choices.emplace_back(std::move(key), spec && spec->values > 1 ? groups(*spec) : values(spec));
  }

  std::vector<std::string> groups(const ParameterSpec& spec) {
    Once<std::string> out;
    do out.add(group(spec));
    while (take(',') && !key_follows());
    return std::move(out).list();
  }

  std::vector<std::string> values(const ParameterSpec* spec) {
    Once<std::string> out;
    std::string before;
    do {
      const bool adjacent = at_ < text_.size() && !is_blank(text_[at_]);
      skip_blanks();
      const auto begin = at_;
      auto text = value();
      if (adjacent && is_whole(before)) refuse_decimal_comma(begin, text, spec);
      const bool is_choice = spec && spec->offers(text);
      for (auto& one : is_choice ? std::vector{text} : expanded(text_, begin, text, range_of_numbers))
        out.add(std::move(one));
      before = std::move(text);
    } while (take(',') && !key_follows());
    return std::move(out).list();
  }

  // Throws for a decimal comma: for "0,6" if 6 is not an allowed value, and always for "0,05".
  void refuse_decimal_comma(std::size_t position, std::string_view text, const ParameterSpec* spec) const {
    if (!is_whole(text)) return;
    const double value = number_from_text<double>(text);
    const bool out_of_range = spec && !(value >= spec->minimum && value <= spec->maximum);
    if (is_fraction(text) || out_of_range) refuse(text_, position, no_decimal_comma);
  }

  // Reads a value that consists of several numbers: "1,3" as "1:3". A choice, or a value with colons, is a complete
  // value.
  std::string group(const ParameterSpec& spec) {
    skip_blanks();
    const auto begin = at_;
    auto out = word("a value");
    if (spec.offers(out) || out.find(':') != npos) return out;
    for (int k = 1; k < spec.values; ++k) {
      const bool more = take(',') && !key_follows();
      const auto next = more ? word("a value") : "";
      if (!more || spec.offers(next))
        refuse(text_, begin, fmt::format("the values of {} are groups of {} numbers", spec.name, spec.values));
      out += ":" + next;
    }
    return out;
  }

  bool key_follows() const {
    const auto end_of_word = text_.find_first_of(",()=", at_);
    return end_of_word != npos && text_[end_of_word] == '=';
  }

  // Reads @"a path with commas, parentheses (and blanks)". A doubled quotation mark is a quotation mark of the path.
  std::string quoted_path() {
    std::string out = "@";
    for (auto begin = at_ + 2;; ++begin) {
      const auto end = text_.find('"', begin);
      if (end == npos) refuse(text_, at_, "the quotation mark is not closed");
      out += text_.substr(begin, end - begin);
      begin = end + 1;
      if (begin == text_.size() || text_[begin] != '"') {
        if (out.size() == 1) refuse(text_, at_, "expected a path between the quotation marks");
        at_ = begin;
        return out;
      }
      out += '"';
    }
  }

  // Reads a number, which may be a formula with parentheses of its own, or a word.
  std::string value() {
    skip_blanks();
    if (text_.substr(at_).starts_with('@')) return word("a value");
    const auto begin = at_;
    int open = 0;
    for (; at_ < text_.size() && !ends_value(text_[at_], open); ++at_) {
      if (text_[at_] == '(') ++open;
      if (text_[at_] == ')') --open;
    }
    if (open > 0) refuse(text_, at_, "the parenthesis is not closed");
    if (at_ == begin) refuse(text_, begin, "expected a value");
    return without_blanks(begin, text_.substr(begin, at_ - begin));
  }

  static bool ends_value(char c, int open) { return open == 0 && (c == ',' || c == ')' || c == '='); }

  // Removes the blanks around the operators of a formula. Throws for a blank within a word.
  std::string without_blanks(std::size_t begin, std::string_view text) const {
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool after_blank = i > 0 && is_blank(text[i - 1]);
      if (is_blank(text[i])) continue;
      if (after_blank && is_part_of_word(text[i]) && is_part_of_word(out.back()))
        refuse(text_, begin + i - 1, "a blank inside a word; separate values with commas");
      out += text[i];
    }
    return out;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  static bool is_part_of_word(char c) { return std::string_view("+-*/^()").find(c) == npos; }

  // Reads up to the next , ( ) = without the blanks around the word.
  std::string word(std::string_view label) {
    skip_blanks();
    const auto begin = at_;
    if (text_.substr(begin).starts_with(quoted)) return quoted_path();
    at_ = text_[std::min(begin, text_.size() - 1)] == '@' ? text_.find_first_of(",()", begin)
                                                          : text_.find_first_of(",()=", begin);
    at_ = std::min(at_, text_.size());
    std::string out(text_.substr(begin, at_ - begin));
    out.resize(out.find_last_not_of(" \t") + 1);
    if (out.empty()) refuse(text_, begin, fmt::format("expected {}", label));
    const auto blank = out.find_first_of(" \t\n");
    if (blank != npos && out.front() != '@')
      refuse(text_, begin + blank, "a blank inside a word; separate values with commas");
    return out;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    if (at_ == text_.size() && c == ')') refuse(text_, at_, "the parenthesis is not closed");
    return false;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size()); }

  std::vector<Spec> product(const std::string& name, const Choices& choices, std::size_t position) const {
    std::vector<Spec> out = {{name, {}}};
    for (const auto& [key, values] : choices) {
      if (out.size() * values.size() > most_values)
        refuse(text_, position, fmt::format("more than {} values", most_values));
      std::vector<Spec> wider;
      for (const auto& spec : out)
        for (const auto& value : values) {
          wider.push_back(spec);
          wider.back().parameters[key] = value;
        }
      out = std::move(wider);
    }
    return out;
  }

  static constexpr auto npos = std::string_view::npos;
  std::string_view text_;
  const ParameterLookup& lookup_;
  std::size_t at_ = 0;
};

}  // namespace

// Returns a name in the syntax of selectors: the path of a file is quoted if necessary.
static std::string name_in_selectors(const std::string& name) {
  if (!needs_quotes(name)) return name;
  std::string out = "@\"";
  for (const char c : name.substr(1)) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string Spec::text() const {
  std::string out;
  for (const auto& [key, value] : parameters) out += fmt::format("{}{}={}", out.empty() ? "" : ",", key, value);
  const auto shown = name_in_selectors(name);
  return out.empty() ? shown : fmt::format("{}({})", shown, out);
}

std::vector<Spec> expand(std::string_view selectors, const ParameterLookup& lookup) {
  if (selectors.empty()) throw missing_part("'': expected a name");
  return Parser(selectors, lookup).selectors();
}

std::vector<Spec> expand(const std::vector<std::string>& selectors, const ParameterLookup& lookup) {
  if (selectors.size() == 1) return expand(selectors.front(), lookup);
  Once<Spec> out;
  for (const auto& text : selectors)
    for (auto& spec : expand(text, lookup)) out.add(std::move(spec));
  return std::move(out).list();
}

std::vector<std::string> expand_numbers(std::string_view list) {
  return expand_numbers(std::vector{std::string(list)});
}

static void add_numbers(Once<std::string>& out, std::string_view list) {
  for (std::size_t position = 0; position <= list.size();) {
    const auto comma = std::min(list.find(',', position), list.size());
    std::string text(list.substr(position, comma - position));
    if (position > 0 && is_fraction(text)) refuse(list, position, no_decimal_comma);
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    text.resize(text.find_last_not_of(" \t") + 1);
    for (auto& one : expanded(list, position, text, range_of_numbers)) {
      try {
        if (one == text) number_from_text<double>(text);  // values of ranges are numbers
      } catch (const std::invalid_argument& e) {
        refuse(list, position, text.empty() ? "expected a number" : e.what());
      }
      out.add(std::move(one));
    }
    position = comma + 1;
  }
}

std::vector<std::string> expand_numbers(const std::vector<std::string>& lists) {
  Once<std::string> out;
  for (const auto& list : lists) add_numbers(out, list);
  return std::move(out).list();
}

}  // namespace plumb
