#include "problems/equations/formula_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "contract/expression.hpp"
#include "text/formula.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

/// Returns whether a name is reserved: the time (t, time) or a multiplier (lambda1, ...).
bool is_word_of_equations(std::string_view name) {
  constexpr std::string_view multiplier = "lambda";
  if (name == "t" || name == "time") return true;
  if (!name.starts_with(multiplier)) return false;
  return std::ranges::all_of(name.substr(multiplier.size()), expression_detail::is_digit);
}

const KnownFunction* function_called(std::string_view name) {
  const auto at = std::ranges::find(known_functions, name, &KnownFunction::name);
  return at == known_functions.end() ? nullptr : &*at;
}

/// The number type of the parser, an Expression. The parser compares it with 0 to refuse divisions by the constant 0.
struct FormulaPart {
  Expression is;

  FormulaPart& operator+=(FormulaPart y) { return become(is + y.is); }
  FormulaPart& operator-=(FormulaPart y) { return become(is - y.is); }
  FormulaPart& operator*=(FormulaPart y) { return become(is * y.is); }
  FormulaPart& operator/=(FormulaPart y) { return become(is / y.is); }
  FormulaPart operator-() const { return {-is}; }
  bool operator==(int value) const { return is.graph->is_constant(is, value); }

 private:
  FormulaPart& become(Expression x) {
    is = x;
    return *this;
  }
};

struct FormulaArithmetic {
  using Number = FormulaPart;
  ExpressionGraph* graph;
  const NamedExpressions* names;

  Number number(std::string_view, std::size_t, std::string_view decimal) const {
    return {graph->constant(ExactNumber(decimal))};
  }
  Number pi() const { return {graph->constant(ExactNumber("pi"))}; }
  Number power(const Number& base, int exponent) const { return {graph->whole_power(base.is, exponent)}; }

  auto table_called(std::string_view word) const {
    return std::ranges::find(graph->tables(), word, &ExpressionGraph::NamedTable::name);
  }
  Number named(std::string_view text, std::size_t position, std::string_view word) const {
    if (const auto found = names->find(word); found != names->end()) return {found->second};
    std::vector<std::string> known;
    for (const auto& [name, expression] : *names) known.push_back(name);
    if (function_called(word) || table_called(word) != graph->tables().end())
      expression_detail::refuse(text, position, fmt::format("expected '(' after {}", word));
    for (const auto* dot : {"_dot", "dot", "_rate"})  // other notations of x'
      if (word.ends_with(dot) &&
          names->contains(std::string(word.substr(0, word.size() - std::string_view(dot).size()))))
        throw std::invalid_argument(fmt::format("unknown name '{}'; did you mean '{}''? A prime marks a velocity", word,
                                                word.substr(0, word.size() - std::string_view(dot).size())));
    throw std::invalid_argument(unknown_name("name", word, known).what());
  }

  Number function(std::string_view text, std::size_t at_word, std::string_view word,
                  const std::vector<Number>& arguments) const {
    if (const auto at = table_called(word); at != graph->tables().end()) {
      if (arguments.size() != 1) expression_detail::refuse(text, at_word, fmt::format("{} has 1 argument", word));
      return {graph->of_table(static_cast<std::size_t>(at - graph->tables().begin()), arguments[0].is)};
    }
    const auto* known = function_called(word);
    if (!known) {
      std::vector<std::string> all;
      for (const auto& one : graph->tables()) all.push_back(one.name);
      for (const auto& one : known_functions) all.emplace_back(one.name);
      throw std::invalid_argument(unknown_name("function", word, all).what());
    }
    if (arguments.size() != known->arguments)
      expression_detail::refuse(text, at_word,
                                fmt::format("{} has {} argument{}", word, known->arguments,
                                            known->arguments == 1 ? "" : "s, separated by a comma"));
    return {graph->of(known->operation, arguments[0].is, known->arguments == 2 ? arguments[1].is : Expression{})};
  }
};

}  // namespace

void require_name_in_formulas(std::string_view name) {
  require_name_of_number(name);
  if (function_called(name) || is_word_of_equations(name))
    throw std::invalid_argument(fmt::format("'{}' is reserved in formulas; choose another name", name));
}

Expression expression_of(std::string_view formula, ExpressionGraph& graph, const NamedExpressions& names) {
  try {
    return expression_detail::Parser(formula, FormulaArithmetic{&graph, &names}).value().is;
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(mistake_in_formula(formula, e.what()));
  }
}

}  // namespace plumb
