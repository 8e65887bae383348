#pragma once
// Formulas of equation files: the grammar of numbers (contract/expression.hpp) with names and with the functions of
// expression_graph.hpp.

#include <map>
#include <string>
#include <string_view>

#include "problems/equations/expression_graph.hpp"

namespace plumb {

using NamedExpressions = std::map<std::string, Expression, std::less<>>;

/// Throws std::invalid_argument unless the name is allowed: the rules are the rules for numbers of mechanism files
/// (formula.hpp), and it must not be a word of formulas.
void require_name_in_formulas(std::string_view name);

/// The formula as an expression in this graph. Throws std::invalid_argument with one line: the mistake, its position,
/// and for an unknown name the most similar name.
Expression expression_of(std::string_view formula, ExpressionGraph& graph, const NamedExpressions& names);

}  // namespace plumb
