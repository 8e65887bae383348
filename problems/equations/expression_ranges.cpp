#include "problems/equations/expression_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace plumb {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_variation = 8;  // limit of an argument's change between samples: exp changes by a factor of 3000
constexpr double saturated = 41;      // argument beyond which tanh equals 1 in 35 digits
constexpr int low_power = 64;         // powers with lower exponents hide no variation if their base passes through zero

double largest(const Range& a) { return std::max(std::abs(a.low), std::abs(a.high)); }
bool has_zero(const Range& a) { return a.low <= 0 && a.high >= 0; }
double smallest(const Range& a) { return has_zero(a) ? 0 : std::min(std::abs(a.low), std::abs(a.high)); }

// Widens a range by the roundings of an operation. An overflow only proves that a number exceeds the largest double, so
// a lower bound of infinity becomes the largest double, and an upper bound of −infinity its negative.
Range rounded(double low, double high) {
  constexpr double roundings = 8 * std::numeric_limits<double>::epsilon(), most = std::numeric_limits<double>::max();
  if (!(low <= high)) return {-infinity, infinity};  // NaN
  low = std::min(low, most);
  high = std::max(high, -most);
  return {low - roundings * std::abs(low), high + roundings * std::abs(high)};
}

double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }  // 0 even if the other factor is infinite

Range product(const Range& a, const Range& b) {
  const auto [low, high] =
      std::minmax({times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
  return rounded(low, high);
}

Range inverse(const Range& a) { return has_zero(a) ? Range{-infinity, infinity} : rounded(1 / a.high, 1 / a.low); }

Range whole_power(const Range& a, int n) {
  const double low = std::pow(a.low, n), high = std::pow(a.high, n);
  if (n % 2 != 0) return rounded(low, high);
  return rounded(has_zero(a) ? 0 : std::min(low, high), std::max(low, high));
}

// Returns the range of cos: between the values at both ends, extended to 1 or −1 if the range contains an extremum.
Range cosine(const Range& a) {
  constexpr double pi = std::numbers::pi;
  if (!(a.width() < 2 * pi) || largest(a) > 1e8) return {-1, 1};
  const double slack = 1e-7, low = std::cos(a.low), high = std::cos(a.high);
  const auto passes = [&](double phase) {  // whether the range contains `phase` + 2πk
    return std::floor((a.high + slack - phase) / (2 * pi)) >= std::ceil((a.low - slack - phase) / (2 * pi));
  };
  const auto range = rounded(std::min(low, high), std::max(low, high));
  return {passes(pi) ? -1 : range.low, passes(0) ? 1 : range.high};
}

Range tangent(const Range& a) {
  const auto below = cosine(a);
  return has_zero(below) || a.width() > std::numbers::pi ? Range{-infinity, infinity}
                                                         : rounded(std::tan(a.low), std::tan(a.high));
}

template <class F>
Range rising(F f, const Range& a) {
  return rounded(f(a.low), f(a.high));
}

Range hyperbolic_cosine(const Range& a) { return rounded(std::cosh(smallest(a)), std::cosh(largest(a))); }

Range logarithm(const Range& a) {
  return a.low > 0 ? rising([](double x) { return std::log(x); }, a) : Range{-infinity, infinity};
}

Range exponential(const Range& a) {
  return rising([](double x) { return std::exp(x); }, a);
}

Range power(const Range& base, const Range& exponent) {
  const auto out = exponential(product(exponent, logarithm(base)));
  return base.low > 0 ? out : Range{-infinity, infinity};
}

Range function_range(Operation operation, const Range& a) {
  constexpr double right = std::numbers::pi / 2;
  switch (operation) {
    case Operation::negative: return {-a.high, -a.low};
    case Operation::sqrt: return a.low < 0 ? Range{0, infinity} : rising([](double x) { return std::sqrt(x); }, a);
    case Operation::sin: return cosine(rounded(a.low - right, a.high - right));
    case Operation::cos: return cosine(a);
    case Operation::tan: return tangent(a);
    case Operation::asin: return largest(a) > 1 ? Range{-2, 2} : rising([](double x) { return std::asin(x); }, a);
    case Operation::acos:
      return largest(a) > 1 ? Range{0, 4} : rising([](double x) { return std::acos(x); }, {a.high, a.low});
    case Operation::atan: return rising([](double x) { return std::atan(x); }, a);
    case Operation::sinh: return rising([](double x) { return std::sinh(x); }, a);
    case Operation::cosh: return hyperbolic_cosine(a);
    case Operation::tanh: return rising([](double x) { return std::tanh(x); }, a);
    case Operation::exp: return exponential(a);
    case Operation::log: return logarithm(a);
    case Operation::abs: return {smallest(a), largest(a)};
    default: return {-1, 1};  // sign function
  }
}

// Returns the width of the range of log|a|; infinite if a may be 0.
double ratio(const Range& a) {
  if (a.low == a.high) return 0;
  return has_zero(a) ? infinity : std::log(largest(a) / smallest(a));
}

double between(const Range& a, double limit) {
  return std::clamp(a.high, -limit, limit) - std::clamp(a.low, -limit, limit);
}

// Returns a bound on |f'| of a function of one argument.
double steepest(Operation function, const Range& a, const Range& value) {
  switch (function) {
    case Operation::sqrt: return 1 / (2 * value.low);
    case Operation::tan: return 1 + largest(value) * largest(value);
    case Operation::asin:
    case Operation::acos: return largest(a) < 1 ? 1 / std::sqrt(1 - largest(a) * largest(a)) : infinity;
    case Operation::atan: return 1 / (1 + smallest(a) * smallest(a));
    case Operation::sinh: return std::cosh(largest(a));
    case Operation::cosh: return std::sinh(largest(a));
    case Operation::exp: return value.high;
    case Operation::log: return 1 / smallest(a);
    default: return 1;
  }
}

}  // namespace

ExpressionRanges::ExpressionRanges(const ExpressionGraph& graph, std::span<const Expression> results, int varying,
                                   std::span<const double> fixed)
    : nodes_(graph.nodes()), inputs_(static_cast<std::size_t>(varying), Range{0, 0}) {
  for (const double x : fixed) inputs_.push_back(rounded(x, x));
  const auto needed = graph.needed(results);
  values_.resize(needed.size(), Range{0, 0});
  weights_.resize(needed.size(), 0);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    const auto& node = nodes_[i];
    if (node.operation == Operation::constant) {
      const double x = graph.constants()[static_cast<std::size_t>(node.a)].in<double>();
      values_[i] = x == std::floor(x) ? Range{x, x} : rounded(x, x);
    } else {
      order_.push_back(static_cast<int>(i));
    }
  }
  for (const auto& [name, table] : graph.tables()) {
    tables_.push_back(mbs::CubicTable<double>::of(table));
    auto& knots = knots_.emplace_back();
    for (const auto& one : tables_.back().breaks()) knots.push_back(one.time);
  }
  for (const auto& result : results) results_.push_back(result.node);
}

// Returns the range of a table's function or derivative, by the Taylor series of the cubic between two knots. If the
// argument's range contains a knot, the result is unbounded; integration intervals of references always end at knots.
Range ExpressionRanges::of_table(int number_and_derivative, const Range& argument) const {
  const auto number = static_cast<std::size_t>(number_and_derivative / 4);
  const double middle = argument.low / 2 + argument.high / 2, reach = argument.width() / 2;
  const double slack = 1e-13 * largest(argument);
  const auto knot = std::ranges::upper_bound(knots_[number], argument.low + slack);
  if (!(reach < infinity) || (knot != knots_[number].end() && *knot < argument.high - slack))
    return {-infinity, infinity};
  const auto [value, rate, second, third] = tables_[number].at(middle);
  const double terms[] = {value, rate, second, third, 0, 0, 0};
  const double* at = terms + number_and_derivative % 4;
  const double far = reach * (std::abs(at[1]) + reach * (std::abs(at[2]) / 2 + reach * std::abs(at[3]) / 6));
  return rounded(at[0] - far, at[0] + far);
}

void ExpressionRanges::evaluate() {
  suspects_.clear();
  for (const int i : order_) {
    const auto& [operation, a, b] = nodes_[static_cast<std::size_t>(i)];
    auto& out = values_[static_cast<std::size_t>(i)];
    if (operation == Operation::input) {
      out = inputs_[static_cast<std::size_t>(a)];
      continue;
    }
    const auto& x = values_[static_cast<std::size_t>(a)];
    const auto& y = values_[static_cast<std::size_t>(has_two_operands(operation) ? b : a)];
    switch (operation) {
      case Operation::sum: out = rounded(x.low + y.low, x.high + y.high); break;
      case Operation::difference: out = a == b ? Range{0, 0} : rounded(x.low - y.high, x.high - y.low); break;
      case Operation::product: out = a == b ? whole_power(x, 2) : product(x, y); break;
      case Operation::quotient: out = product(x, inverse(y)); break;
      case Operation::whole_power: out = whole_power(x, b); break;
      case Operation::power: out = power(x, y); break;
      case Operation::atan2: out = {-4, 4}; break;
      case Operation::table: out = of_table(b, x); break;
      default: out = function_range(operation, x);
    }
    if (!(variation(nodes_[static_cast<std::size_t>(i)]) <= most_variation)) suspects_.push_back(i);
  }
}

// Returns how much an operation can vary within the range of its argument, on the scale of exp: a variation of x
// permits changes of the value by a factor e^x. 0: the operation hides no variation.
double ExpressionRanges::variation(const ExpressionNode& node) const {
  const auto& a = values_[static_cast<std::size_t>(node.a)];
  const auto& b = values_[static_cast<std::size_t>(has_two_operands(node.operation) ? node.b : node.a)];
  switch (node.operation) {
    case Operation::quotient: return ratio(b);
    case Operation::whole_power: return node.b <= 2 || (has_zero(a) && node.b < low_power) ? 0 : node.b * ratio(a);
    case Operation::power:
      return a.low > 0 ? largest(b) * ratio(a) + times(b.width(), largest(logarithm(a))) : infinity;
    case Operation::atan2: {
      const double near = std::hypot(smallest(a), smallest(b));
      return near > 0 ? std::log(std::hypot(largest(a), largest(b)) / near) : infinity;
    }
    case Operation::sqrt:
    case Operation::log: return ratio(a);
    case Operation::tan: return has_zero(cosine(a)) ? infinity : a.width();
    case Operation::asin:
    case Operation::acos: return largest(a) < 1 ? 0 : infinity;
    case Operation::atan: return std::log((1 + largest(a) * largest(a)) / (1 + smallest(a) * smallest(a))) / 2;
    case Operation::tanh: return between(a, saturated);
    case Operation::exp:
    case Operation::sin:
    case Operation::cos:
    case Operation::sinh:
    case Operation::cosh: return a.width();
    default: return 0;
  }
}

bool ExpressionRanges::may_hide(std::span<const double> negligible) {
  return !suspects_.empty() && matters(negligible);
}

// Returns whether the variation of a suspect node may change a result by more than the negligible amount. Derivatives
// of the results with respect to the nodes, in units of the negligible amount, are bounded from the results back to the
// inputs. A node matters if the width of its range times this bound exceeds 1.
bool ExpressionRanges::matters(std::span<const double> negligible) {
  for (const int i : order_) weights_[static_cast<std::size_t>(i)] = 0;
  for (std::size_t k = 0; k < results_.size(); ++k) {
    auto& weight = weights_[static_cast<std::size_t>(results_[k])];
    weight = std::max(weight, 1 / negligible[k]);
  }
  std::size_t left = suspects_.size();
  for (std::size_t position = order_.size(); position-- > 0;) {
    const int i = order_[position];
    const double weight = weights_[static_cast<std::size_t>(i)];
    if (left > 0 && suspects_[left - 1] == i) {
      --left;
      if (!(times(weight, values_[static_cast<std::size_t>(i)].width()) <= 1)) return true;
    }
    if (weight > 0) pass_on(nodes_[static_cast<std::size_t>(i)], weight);
  }
  return false;
}

void ExpressionRanges::pass_on(const ExpressionNode& node, double weight) {
  if (is_leaf(node.operation)) return;
  const auto first = static_cast<std::size_t>(node.a);
  const auto second = static_cast<std::size_t>(has_two_operands(node.operation) ? node.b : node.a);
  const auto &a = values_[first], &b = values_[second];
  const auto add = [&](std::size_t to, double slope) { weights_[to] += times(weight, slope); };
  switch (node.operation) {
    case Operation::sum:
    case Operation::difference: add(first, 1); return add(second, 1);
    case Operation::product: add(first, largest(b)); return add(second, largest(a));
    case Operation::quotient: add(first, 1 / smallest(b)); return add(second, largest(a) / (smallest(b) * smallest(b)));
    case Operation::whole_power: return add(first, node.b * std::pow(largest(a), node.b - 1));
    case Operation::table: return add(first, infinity);
    case Operation::power:
    case Operation::atan2: add(first, infinity); return add(second, infinity);
    default: return add(first, steepest(node.operation, a, function_range(node.operation, a)));
  }
}

}  // namespace plumb
