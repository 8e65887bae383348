#include "problems/equations/expression_graph.hpp"

#include <utility>

namespace plumb {

Expression ExpressionGraph::add(const ExpressionNode& node) {
  const auto [entry, is_new] = place_of_.try_emplace(node, static_cast<int>(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= most_nodes)
      throw std::invalid_argument("the equations and their derivatives have more than 4 million operations");
    nodes_.push_back(node);
  }
  return {this, entry->second};
}

Expression ExpressionGraph::constant(const ExactNumber& value) {
  const auto [entry, is_new] = constant_of_.try_emplace(value.text(), static_cast<int>(constants_.size()));
  if (is_new) {
    constants_.push_back(value);
    values_.push_back(value.in<quad>());
  }
  return add({Operation::constant, entry->second});
}

bool ExpressionGraph::is_constant(Expression x, int value) const {
  const auto& node = nodes_[static_cast<std::size_t>(x.node)];
  return node.operation == Operation::constant && values_[static_cast<std::size_t>(node.a)] == quad(value);
}

Expression ExpressionGraph::simplified(Operation operation, Expression a, Expression b) {
  const auto is = [&](Expression x, int value) { return is_constant(x, value); };
  switch (operation) {
    case Operation::sum: return is(a, 0) ? b : is(b, 0) ? a : Expression{};
    case Operation::difference: return is(b, 0) ? a : is(a, 0) ? -b : Expression{};
    case Operation::product:
      if (is(a, 0) || is(b, 1)) return a;
      return is(b, 0) || is(a, 1) ? b : Expression{};
    case Operation::quotient: return is(a, 0) || is(b, 1) ? a : Expression{};
    case Operation::negative:
      if (is(a, 0)) return a;
      if (const auto& node = nodes_[static_cast<std::size_t>(a.node)]; node.operation == Operation::negative)
        return {this, node.a};
      return {};
    default: return {};
  }
}

Expression ExpressionGraph::of(Operation operation, Expression a, Expression b) {
  if (const auto simple = simplified(operation, a, b); simple.graph) return simple;
  const bool commutes = operation == Operation::sum || operation == Operation::product;
  if (commutes && b.node < a.node) std::swap(a, b);
  return add({operation, a.node, b.node});
}

Expression ExpressionGraph::whole_power(Expression base, int exponent) {
  if (exponent == 0) return constant(1);
  if (exponent == 1) return base;
  return add({Operation::whole_power, base.node, exponent});
}

Expression ExpressionGraph::of_table(std::size_t number, Expression argument, int derivative) {
  if (derivative > 3) return constant(0);
  return add({Operation::table, argument.node, 4 * static_cast<int>(number) + derivative});
}

std::vector<ExpressionGraph::TableUse> ExpressionGraph::tables_in(std::span<const Expression> all) {
  const auto in_them = needed(all);
  std::vector<TableUse> out;
  for (std::size_t i = 0; i < in_them.size(); ++i)
    if (const auto& node = nodes_[i]; in_them[i] && node.operation == Operation::table)
      out.push_back({static_cast<std::size_t>(node.b / 4), {this, node.a}});
  return out;
}

std::vector<bool> ExpressionGraph::needed(std::span<const Expression> results) const {
  std::vector<bool> out(nodes_.size(), false);
  for (const auto& result : results) out[static_cast<std::size_t>(result.node)] = true;
  // Operands precede the nodes that use them.
  for (auto i = nodes_.size(); i-- > 0;) {
    const auto& node = nodes_[i];
    if (!out[i] || is_leaf(node.operation)) continue;
    out[static_cast<std::size_t>(node.a)] = true;
    if (has_two_operands(node.operation)) out[static_cast<std::size_t>(node.b)] = true;
  }
  return out;
}

bool ExpressionGraph::depends(Expression x, int first, int end) const {
  const auto in_it = needed({&x, 1});
  for (std::size_t i = 0; i < in_it.size(); ++i)
    if (in_it[i] && nodes_[i].operation == Operation::input && nodes_[i].a >= first && nodes_[i].a < end) return true;
  return false;
}

bool ExpressionGraph::contains(Expression x, Operation operation) const {
  const auto in_it = needed({&x, 1});
  for (std::size_t i = 0; i < in_it.size(); ++i)
    if (in_it[i] && nodes_[i].operation == operation) return true;
  return false;
}

std::vector<Expression> ExpressionGraph::derivatives(std::span<const Expression> of, int input) {
  const auto in_them = needed(of);
  const auto zero = constant(0);
  std::vector<int> derivative_of(in_them.size(), zero.node);
  for (std::size_t i = 0; i < in_them.size(); ++i) {
    if (!in_them[i]) continue;
    const auto node = nodes_[i];  // a copy, because nodes are added
    if (node.operation == Operation::input && node.a == input) derivative_of[i] = constant(1).node;
    if (is_leaf(node.operation)) continue;
    derivative_of[i] = derivative(node, static_cast<int>(i), derivative_of).node;
  }
  std::vector<Expression> out;
  for (const auto& one : of) out.push_back({this, derivative_of[static_cast<std::size_t>(one.node)]});
  return out;
}

Expression ExpressionGraph::derivative(const ExpressionNode& node, int at, const std::vector<int>& derivative_of) {
  const bool two = has_two_operands(node.operation);
  const Expression self{this, at}, a{this, node.a}, b{this, two ? node.b : -1};
  const Expression da{this, derivative_of[static_cast<std::size_t>(node.a)]};
  const Expression db{this, two ? derivative_of[static_cast<std::size_t>(node.b)] : -1};
  const auto zero = constant(0), one = constant(1);
  if (is_constant(da, 0) && (!two || is_constant(db, 0))) return zero;
  switch (node.operation) {
    case Operation::negative: return -da;
    case Operation::sum: return da + db;
    case Operation::difference: return da - db;
    case Operation::product: return da * b + a * db;
    case Operation::quotient: return (da - self * db) / b;
    case Operation::table: return of_table(static_cast<std::size_t>(node.b / 4), a, node.b % 4 + 1) * da;
    case Operation::whole_power: return constant(node.b) * whole_power(a, node.b - 1) * da;
    case Operation::power:
      if (is_constant(db, 0)) return b * of(Operation::power, a, b - one) * da;
      return self * (db * of(Operation::log, a) + b * da / a);
    case Operation::atan2: return (da * b - a * db) / (a * a + b * b);
    default: return slope(node.operation, self, a) * da;
  }
}

Expression ExpressionGraph::slope(Operation function, Expression value, Expression a) {
  const auto one = constant(1);
  switch (function) {
    case Operation::sqrt: return one / (constant(2) * value);
    case Operation::sin: return of(Operation::cos, a);
    case Operation::cos: return -of(Operation::sin, a);
    case Operation::tan: return one + value * value;
    case Operation::asin: return one / of(Operation::sqrt, one - a * a);
    case Operation::acos: return -(one / of(Operation::sqrt, one - a * a));
    case Operation::atan: return one / (one + a * a);
    case Operation::sinh: return of(Operation::cosh, a);
    case Operation::cosh: return of(Operation::sinh, a);
    case Operation::tanh: return one - value * value;
    case Operation::exp: return value;
    case Operation::log: return one / a;
    case Operation::abs: return of(Operation::sign, a);
    default:  // sign function
      return constant(0);
  }
}

}  // namespace plumb
