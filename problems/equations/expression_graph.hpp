#pragma once
// Formulas as a graph in which every subexpression occurs once. It is differentiated exactly, and evaluated in any
// precision (compiled_expressions.hpp).

#include <array>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"
#include "numerics/quad.hpp"
#include "problems/mbs/body.hpp"

namespace plumb {

enum class Operation {
  constant,
  input,
  negative,
  sum,
  difference,
  product,
  quotient,
  whole_power,
  power,
  atan2,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  abs,
  sign,
  table
};

/// The functions that formulas may use, with the number of their arguments.
struct KnownFunction {
  std::string_view name;
  Operation operation;
  std::size_t arguments = 1;
};
inline constexpr auto known_functions = std::to_array<KnownFunction>({{"sqrt", Operation::sqrt},
                                                                      {"sin", Operation::sin},
                                                                      {"cos", Operation::cos},
                                                                      {"tan", Operation::tan},
                                                                      {"asin", Operation::asin},
                                                                      {"acos", Operation::acos},
                                                                      {"atan", Operation::atan},
                                                                      {"atan2", Operation::atan2, 2},
                                                                      {"sinh", Operation::sinh},
                                                                      {"cosh", Operation::cosh},
                                                                      {"tanh", Operation::tanh},
                                                                      {"exp", Operation::exp},
                                                                      {"log", Operation::log},
                                                                      {"pow", Operation::power, 2},
                                                                      {"abs", Operation::abs},
                                                                      {"sign", Operation::sign}});

/// `a` and `b` are the indices of the operand nodes, −1 if unused. Exceptions: for a constant or input, `a` is its
/// index; for an integer power, `b` is the exponent; for a table, `b` is 4 times its index plus the derivative order.
struct ExpressionNode {
  Operation operation;
  int a = -1, b = -1;

  auto operator<=>(const ExpressionNode&) const = default;
};

constexpr bool is_leaf(Operation operation) {
  return operation == Operation::constant || operation == Operation::input;
}
constexpr bool has_two_operands(Operation operation) {
  return (operation >= Operation::sum && operation <= Operation::quotient) || operation == Operation::power ||
         operation == Operation::atan2;
}

class ExpressionGraph;

/// A reference to a node of a graph. The graph must outlive the reference.
struct Expression {
  ExpressionGraph* graph = nullptr;
  int node = -1;
};

class ExpressionGraph {
 public:
  ExpressionGraph() = default;
  ExpressionGraph(const ExpressionGraph&) = delete;
  ExpressionGraph& operator=(const ExpressionGraph&) = delete;

  Expression constant(const ExactNumber& value);
  Expression constant(int value) { return constant(ExactNumber(std::to_string(value))); }
  /// The input with this index among the inputs of every evaluation.
  Expression input(int number) { return add({Operation::input, number}); }
  /// An operation on one operand, or on two. Sums with 0 and products with 0 or 1 are simplified.
  Expression of(Operation operation, Expression a, Expression b = {});
  Expression whole_power(Expression base, int exponent);

  /// A table of measured values, with its name in formulas.
  struct NamedTable {
    std::string name;
    mbs::Table table;
  };
  void add_table(NamedTable table) { tables_.push_back(std::move(table)); }
  const std::vector<NamedTable>& tables() const { return tables_; }
  /// The function that interpolates table `number`, or its derivative of this order, at most 3.
  Expression of_table(std::size_t number, Expression argument, int derivative = 0);
  /// An occurrence of a table in the graph: the index of the table, and the argument of its function.
  struct TableUse {
    std::size_t table;
    Expression argument;
  };
  std::vector<TableUse> tables_in(std::span<const Expression> all);

  bool is_constant(Expression x, int value) const;
  /// Returns whether x contains an input from `first` up to `end` - 1.
  bool depends(Expression x, int first, int end) const;
  bool contains(Expression x, Operation operation) const;

  /// Returns the derivatives of these expressions with respect to one input.
  std::vector<Expression> derivatives(std::span<const Expression> of, int input);

  const std::vector<ExpressionNode>& nodes() const { return nodes_; }
  const std::vector<ExactNumber>& constants() const { return constants_; }
  /// Returns for each node whether any of these results depends on it.
  std::vector<bool> needed(std::span<const Expression> results) const;

  /// The most nodes that a problem may have: half a gigabyte.
  static constexpr std::size_t most_nodes = 4'000'000;

 private:
  Expression add(const ExpressionNode& node);
  Expression simplified(Operation operation, Expression a, Expression b);
  Expression derivative(const ExpressionNode& node, int at, const std::vector<int>& derivative_of);
  /// f'(a) of a function of one argument, whose value is `value`.
  Expression slope(Operation function, Expression value, Expression a);

  std::vector<ExpressionNode> nodes_;
  std::map<ExpressionNode, int> place_of_;
  std::vector<ExactNumber> constants_;
  std::vector<NamedTable> tables_;
  std::vector<quad> values_;  // values of constants
  std::map<std::string, int> constant_of_;
};

inline Expression operator+(Expression a, Expression b) { return a.graph->of(Operation::sum, a, b); }
inline Expression operator-(Expression a, Expression b) { return a.graph->of(Operation::difference, a, b); }
inline Expression operator*(Expression a, Expression b) { return a.graph->of(Operation::product, a, b); }
inline Expression operator/(Expression a, Expression b) { return a.graph->of(Operation::quotient, a, b); }
inline Expression operator-(Expression a) { return a.graph->of(Operation::negative, a); }
inline Expression& operator+=(Expression& a, Expression b) { return a = a + b; }
inline Expression& operator-=(Expression& a, Expression b) { return a = a - b; }
inline Expression& operator*=(Expression& a, Expression b) { return a = a * b; }
inline Expression& operator/=(Expression& a, Expression b) { return a = a / b; }

}  // namespace plumb
