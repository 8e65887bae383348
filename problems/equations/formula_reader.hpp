#pragma once
// Formulas of equation files: the grammar of numbers (contract/expression.hpp) with names and with the functions of
// expression_graph.hpp.

#include <map>
#include <string>
#include <string_view>

#include "problems/equations/expression_graph.hpp"

namespace plumb {

using NamedExpressions = std::map<std::string, Expression, std::less<>>;

/// Throws std::invalid_argument unless the name is allowed in formulas. The name must satisfy the rules for named
/// numbers of mechanism files (formula.hpp), and it must not be a function or constant of formulas.
void require_name_in_formulas(std::string_view name);

/// Parses the formula and adds it to the graph. Throws std::invalid_argument with a message of one line: the mistake,
/// its position, and for an unknown name the most similar name.
Expression expression_of(std::string_view formula, ExpressionGraph& graph, const NamedExpressions& names);

}  // namespace plumb
