#pragma once
// Formulas of equation files: the grammar of numbers (contract/expression.hpp) with names and with the functions of
// expression_graph.hpp.

#include <map>
#include <string>
#include <string_view>

#include "problems/equations/expression_graph.hpp"

namespace plumb {

using NamedExpressions = std::map<std::string, Expression, std::less<>>;

/// Throws std::invalid_argument unless something may have this name: the rules are those for numbers of mechanism files
/// (formula.hpp), and it must not be a word of formulas.
void require_name_in_formulas(std::string_view name);

/// The formula as an expression in this graph. Throws std::invalid_argument, one line: what is wrong, where, and for an
/// unknown name the nearest known one.
Expression expression_of(std::string_view formula, ExpressionGraph& graph, const NamedExpressions& names);

}  // namespace plumb
