#include "harness/text/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "contract/excerpt.hpp"
#include "contract/parameters.hpp"
#include "harness/text/exit_codes.hpp"

namespace plumb {
namespace {

using Choices = std::vector<std::pair<std::string, std::vector<std::string>>>;  // key, values

[[noreturn]] void refuse(std::string_view text, std::size_t at, std::string_view message) {
  throw UsageError(fmt::format("'{}', position {}: {}", excerpt(text, at), at + 1, message));
}

template <class T>
void append_once(std::vector<T>& list, T item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(std::move(item));
}

constexpr std::string_view quoted = "@\"";

bool needs_quotes(const std::string& name) {
  return name.starts_with('@') && (name.find_first_of(",()") != std::string::npos || name.starts_with(quoted) ||
                                   name.ends_with(' ') || name.ends_with('\t'));
}

class Parser {
 public:
  Parser(std::string_view text, const ParameterLookup& lookup) : text_(text), lookup_(lookup) {}

  std::vector<Spec> selectors() {
    std::vector<Spec> out;
    do {
      for (auto& spec : selector()) append_once(out, std::move(spec));
    } while (take(','));
    if (at_ < text_.size())
      refuse(text_, at_, fmt::format("unexpected '{}'; a comma or the end is allowed", text_[at_]));
    return out;
  }

 private:
  std::vector<Spec> selector() {
    Spec bare{word("a name"), {}};
    Choices choices;
    if (take('(')) {
      if (!take(')')) do
          arguments(bare.name, choices);
        while (!take(')'));
    }
    return product(bare, choices);
  }

  // key=v1,v2,... up to the next "key=" or the closing parenthesis
  void arguments(std::string_view name, Choices& choices) {
    skip_blanks();
    const auto key_at = at_;
    auto key = word("a parameter");
    if (!take('=')) refuse(text_, at_, fmt::format("expected '=' after '{}'", key));
    for (const auto& [known, values] : choices)
      if (known == key) refuse(text_, key_at, fmt::format("'{}' is given twice; list its values: {}=A,B", key, key));
    const auto* spec = lookup_ ? lookup_(name, key) : nullptr;
    std::vector<std::string> values;
    do append_once(values, spec && spec->values > 1 ? group(*spec) : word("a value"));
    while (take(',') && !key_follows());
    choices.emplace_back(std::move(key), std::move(values));
  }

  // "1,3" as "1:3"; a choice, or a value with colons, is whole.
  std::string group(const ParameterSpec& spec) {
    skip_blanks();
    const auto begin = at_;
    auto out = word("a value");
    if (spec.offers(out) || out.find(':') != npos) return out;
    for (int k = 1; k < spec.values; ++k) {
      const bool more = take(',') && !key_follows();
      const auto next = more ? word("a value") : "";
      if (!more || spec.offers(next))
        refuse(text_, begin, fmt::format("{} takes {} numbers at a time", spec.name, spec.values));
      out += ":" + next;
    }
    return out;
  }

  bool key_follows() const {
    return text_.find_first_of(",()=", at_) == text_.find('=', at_) && text_.find('=', at_) != npos;
  }

  // @"a path with commas, parentheses (and blanks)"
  std::string quoted_path() {
    const auto begin = at_ + 2, end = text_.find('"', begin);
    if (end == npos) refuse(text_, at_, "the quotation mark is not closed");
    if (end == begin) refuse(text_, at_, "expected a path between the quotation marks");
    at_ = end + 1;
    return "@" + std::string(text_.substr(begin, end - begin));
  }

  // Everything up to the next , ( ) = without the blanks around it.
  std::string word(std::string_view what) {
    skip_blanks();
    const auto begin = at_;
    if (text_.substr(begin).starts_with(quoted)) return quoted_path();
    at_ = text_[std::min(begin, text_.size() - 1)] == '@' ? text_.find_first_of(",()", begin)
                                                          : text_.find_first_of(",()=", begin);
    at_ = std::min(at_, text_.size());
    std::string out(text_.substr(begin, at_ - begin));
    out.resize(out.find_last_not_of(" \t") + 1);
    if (out.empty()) refuse(text_, begin, fmt::format("expected {}", what));
    const auto blank = out.find_first_of(" \t\n");
    if (blank != npos && out.front() != '@') refuse(text_, begin + blank, "a blank inside a word");
    return out;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == c) return ++at_, true;
    if (at_ == text_.size() && c == ')') refuse(text_, at_, "the parenthesis is not closed");
    return false;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size()); }

  static std::vector<Spec> product(const Spec& bare, const Choices& choices) {
    std::vector<Spec> out = {bare};
    for (const auto& [key, values] : choices) {
      std::vector<Spec> wider;
      for (const auto& spec : out)
        for (const auto& value : values) wider.push_back(spec), wider.back().given[key] = value;
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

std::string Spec::text() const {
  std::string out;
  for (const auto& [key, value] : given) out += fmt::format("{}{}={}", out.empty() ? "" : ",", key, value);
  const auto shown = needs_quotes(name) ? fmt::format("@\"{}\"", name.substr(1)) : name;
  return out.empty() ? shown : fmt::format("{}({})", shown, out);
}

std::vector<Spec> expand(std::string_view selectors, const ParameterLookup& lookup) {
  if (selectors.empty()) throw UsageError("'': expected a name");
  return Parser(selectors, lookup).selectors();
}

std::vector<Spec> expand(const std::vector<std::string>& selectors, const ParameterLookup& lookup) {
  std::vector<Spec> out;
  for (const auto& text : selectors)
    for (auto& spec : expand(text, lookup)) append_once(out, std::move(spec));
  return out;
}

std::vector<std::string> expand_numbers(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= list.size();) {
    const auto comma = std::min(list.find(',', at), list.size());
    std::string text(list.substr(at, comma - at));
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    text.resize(text.find_last_not_of(" \t") + 1);
    try {
      number_from_text<double>(text);
    } catch (const std::invalid_argument& e) {
      refuse(list, at, text.empty() ? "expected a number" : e.what());
    }
    append_once(out, std::move(text));
    at = comma + 1;
  }
  return out;
}

}  // namespace plumb
