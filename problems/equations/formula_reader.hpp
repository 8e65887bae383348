#pragma once
// Formulas of equation files: the grammar of numbers (contract/expression.hpp) with names and with the functions of
// expression_graph.hpp.

#include <map>
#include <string>
#include <string_view>

#include "problems/equations/expression_graph.hpp"

namespace plumb {

using NamedExpressions = std::map<std::string, Expression, std::less<>>;

/// Throws std::invalid_argument unless something may have this name: as numbers of mechanism files (formula.hpp), and
/// no word of formulas.
void require_name_in_formulas(std::string_view name);

/// What the formula says, in this graph. Throws std::invalid_argument, one line: what is wrong, where, and for a name
/// that is not known the nearest one.
Expression expression_of(std::string_view formula, ExpressionGraph& graph, const NamedExpressions& names);

}  // namespace plumb
