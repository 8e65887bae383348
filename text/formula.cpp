#include "text/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "contract/expression.hpp"
#include "numerics/long_number.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::size_t longest_formula = 10'000;  // limit of a formula [characters]
constexpr int deepest_function = 20;             // limit of nested functions

struct Function {
  std::string_view name;
  Digits50 (*of)(const Digits50&);
};

const Function functions[] = {
    {"sin", [](const Digits50& x) { return sin(x); }},   {"cos", [](const Digits50& x) { return cos(x); }},
    {"tan", [](const Digits50& x) { return tan(x); }},   {"asin", [](const Digits50& x) { return asin(x); }},
    {"acos", [](const Digits50& x) { return acos(x); }}, {"atan", [](const Digits50& x) { return atan(x); }}};

const Function* function_named(std::string_view name) {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == std::end(functions) ? nullptr : found;
}

using expression_detail::is_letter;
bool is_of_name(char c) { return is_letter(c) || expression_detail::is_digit(c); }
bool is_time(std::string_view word) { return word == "t" || word == "time"; }
bool is_word_of_numbers(std::string_view word) { return word == "pi" || word == "sqrt"; }

std::string_view word_at(std::string_view text, std::size_t position) {
  auto end = position;
  while (end < text.size() && is_of_name(text[end])) ++end;
  return text.substr(position, end - position);
}

/// Replaces every name and function of a formula by its number.
class Substitution {
 public:
  Substitution(std::string_view formula, const NamedNumbers& known, int functions_around)
      : text(formula), names(known), depth(functions_around) {}

  std::string result() {
    while (at < text.size()) {
      const auto decimal = expression_detail::decimal_at(text, at);
      if (!decimal.empty()) {
        take(decimal.size());
        require_no_unit();
      } else if (is_letter(text[at])) {
        replace_word();
      } else {
        take(1);
      }
    }
    return out;
  }

 private:
  void take(std::size_t count) {
    out += text.substr(at, count);
    at += count;
  }

  void replace_word() {
    const auto word = word_at(text, at);
    if (is_word_of_numbers(word)) return take(word.size());
    if (const auto* function = function_named(word)) return apply(*function);
    const auto number = names.find(word);
    if (number == names.end()) throw_unknown(word);
    out += "(" + number->second.text() + ")";
    at += word.size();
  }

  // Refuses units after a number, because "5 kg" and "90 deg" are not spelling mistakes of names.
  void require_no_unit() const {
    const auto next = std::min(text.find_first_not_of(" \t", at), text.size());
    const auto word = word_at(text, next);
    if (word.empty() || is_word_of_numbers(word)) return;
    throw std::invalid_argument(fmt::format(
        "'{}': '{}' after a number; write products with *, and numbers without a unit (in kg, m, s, rad, N)",
        printable_excerpt(text, at), printable_excerpt(word)));
  }

  [[noreturn]] void throw_unknown(std::string_view word) const {
    if (is_time(word))
      throw std::invalid_argument(
          fmt::format("'{}': formulas are constants and may not contain the time; write a function of time as "
                      "polynomial = [a0, a1, ...] or sines",
                      word));
    std::vector<std::string> known = {"sqrt"};
    for (const auto& function : functions) known.emplace_back(function.name);
    const auto next = text.find_first_not_of(" \t", at + word.size());
    if (next != std::string_view::npos && text[next] == '(')
      throw std::invalid_argument(unknown_name("function", word, known).what());
    known.emplace_back("pi");
    for (const auto& [name, number] : names) known.push_back(name);
    throw std::invalid_argument(unknown_name("name", word, known).what());
  }

  void apply(const Function& function) {
    if (depth >= deepest_function)
      throw std::invalid_argument(fmt::format("nested functions: up to {} levels are allowed", deepest_function));
    const auto opening = text.find_first_not_of(" \t", at + function.name.size());
    if (opening == std::string_view::npos || text[opening] != '(')
      throw std::invalid_argument(fmt::format("expected '(' after {}", function.name));
    const auto closing = closing_of(opening);
    const auto argument = text.substr(opening + 1, closing - opening - 1);
    const auto value = function.of(ExactNumber(Substitution(argument, names, depth + 1).result()).in<Digits50>());
    if (!isfinite(value))
      throw std::invalid_argument(
          fmt::format("{} has no real value at {}", function.name, printable_excerpt(argument)));
    out += "(" + value.str(50) + ")";
    at = closing + 1;
  }

  std::size_t closing_of(std::size_t opening) const {
    int open = 0;
    for (auto i = opening; i < text.size(); ++i) {
      if (text[i] == '(') ++open;
      if (text[i] == ')' && --open == 0) return i;
    }
    throw std::invalid_argument(fmt::format("'{}': expected ')'", printable_excerpt(text, opening)));
  }

  std::string_view text;
  const NamedNumbers& names;
  int depth;
  std::size_t at = 0;
  std::string out = {};
};

}  // namespace

namespace {

bool ends_factor(char c) { return is_of_name(c) || c == ')' || c == '\'' || c == '.'; }

/// Returns whether two factors are separated only by blanks, as in "A sin(w t)".
bool lacks_product(std::string_view formula) {
  for (auto found = formula.find_first_of(" \t"); found != std::string_view::npos;
       found = formula.find_first_of(" \t", found)) {
    const auto next = formula.find_first_not_of(" \t", found);
    if (next == std::string_view::npos) return false;
    if (found > 0 && ends_factor(formula[found - 1]) && (is_of_name(formula[next]) || formula[next] == '('))
      return true;
    found = next;
  }
  return false;
}

}  // namespace

std::string mistake_in_formula(std::string_view formula, std::string_view words) {
  const auto general = words.find("; allowed are numbers");
  if (general == std::string_view::npos) return std::string(words);
  const std::string wrong(words.substr(0, general));
  if (formula.find("**") != std::string_view::npos) return wrong + "; write powers with ^: x^2";
  if (formula.find_first_of("<>=?&|") != std::string_view::npos)
    return wrong +
           "; formulas have no conditions: for changes at given times use a function of time with pieces, or a table";
  if (lacks_product(formula)) return wrong + "; write products with *: a*b";
  return wrong + "; allowed are numbers, names, pi, functions as sqrt(...) and sin(...), ( ) and + - * / ^";
}

void require_name_of_number(std::string_view name) {
  const bool is_name = !name.empty() && is_letter(name[0]) && word_at(name, 0) == name;
  if (!is_name || name.size() > 60)
    throw std::invalid_argument(
        fmt::format("'{}' is not a valid name: a letter, then letters, digits and _, at most 60 characters",
                    printable_excerpt(name)));
  if (is_word_of_numbers(name) || function_named(name))
    throw std::invalid_argument(fmt::format("'{}' is reserved in formulas and cannot be the name of a number", name));
}

ExactNumber formula_value(std::string_view formula, const NamedNumbers& names) {
  if (formula.size() > longest_formula)
    throw std::invalid_argument(
        fmt::format("the formula has {} characters; up to {} are allowed", formula.size(), longest_formula));
  constexpr std::size_t short_one = 500;  // length up to which a formula is evaluated exactly; ExactNumber allows 1000
  const auto text = Substitution(formula, names, 0).result();
  try {
    if (text.size() <= short_one) return ExactNumber(text);
    return ExactNumber(expression_value<Digits50>(text).str(50));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(mistake_in_formula(formula, e.what()));
  }
}

}  // namespace plumb
