#include "problems/equations/compiled_expressions.hpp"

#include <cmath>

#include "numerics/each_scalar.hpp"

namespace plumb {
namespace {

template <class T>
T raised(T base, int exponent) {
  T out(1);
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) out *= base;
    base *= base;
  }
  return out;
}

/// Returns the value of a function of one argument.
template <class T>
T function_value(Operation operation, const T& a) {
  using std::sqrt, std::sin, std::cos, std::tan, std::asin, std::acos, std::atan, std::sinh, std::cosh, std::tanh,
      std::exp, std::log, std::abs;
  switch (operation) {
    case Operation::negative: return -a;
    case Operation::sqrt: return sqrt(a);
    case Operation::sin: return sin(a);
    case Operation::cos: return cos(a);
    case Operation::tan: return tan(a);
    case Operation::asin: return asin(a);
    case Operation::acos: return acos(a);
    case Operation::atan: return atan(a);
    case Operation::sinh: return sinh(a);
    case Operation::cosh: return cosh(a);
    case Operation::tanh: return tanh(a);
    case Operation::exp: return exp(a);
    case Operation::log: return log(a);
    case Operation::abs: return abs(a);
    default:  // sign function
      return a > T(0) ? T(1) : a < T(0) ? T(-1) : a;
  }
}

}  // namespace

template <class T>
CompiledExpressions<T>::CompiledExpressions(const ExpressionGraph& graph, std::span<const Expression> results,
                                            int varying, std::span<const T> fixed)
    : values_(static_cast<std::size_t>(varying), T(0)) {
  values_.insert(values_.end(), fixed.begin(), fixed.end());
  const auto needed = graph.needed(results);
  std::vector<int> place(needed.size(), -1);
  std::vector<bool> varies(needed.size(), false);
  std::vector<Step> varying_steps;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    const auto& [operation, a, b] = graph.nodes()[i];
    if (operation == Operation::input) {
      place[i] = a;
      varies[i] = a < varying;
      continue;
    }
    place[i] = static_cast<int>(values_.size());
    values_.push_back(T(0));
    if (operation == Operation::constant) {
      values_.back() = graph.constants()[static_cast<std::size_t>(a)].template in<T>();
      continue;
    }
    const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
    const bool two = has_two_operands(operation);
    varies[i] = varies[first] || (two && varies[second]);
    (varies[i] ? varying_steps : steps_).push_back({operation, place[first], two ? place[second] : b, place[i]});
  }
  first_varying_ = steps_.size();
  steps_.insert(steps_.end(), varying_steps.begin(), varying_steps.end());
  for (const auto& one : graph.tables()) tables_.push_back(mbs::CubicTable<T>::of(one.table));
  for (const auto& result : results) results_.push_back(place[static_cast<std::size_t>(result.node)]);
  run(0, first_varying_);
}

template <class T>
T CompiledExpressions<T>::of_table(int number_and_derivative, const T& argument) const {
  const auto at = tables_[static_cast<std::size_t>(number_and_derivative / 4)].at(argument);
  switch (number_and_derivative % 4) {
    case 0: return at.value;
    case 1: return at.rate;
    case 2: return at.second;
    default: return at.third;
  }
}

template <class T>
void CompiledExpressions<T>::run(std::size_t from, std::size_t end) {
  using std::pow, std::atan2;
  T* const x = values_.data();
  for (auto i = from; i < end; ++i) {
    const auto& [operation, a, b, to] = steps_[i];
    switch (operation) {
      case Operation::sum: x[to] = x[a] + x[b]; break;
      case Operation::difference: x[to] = x[a] - x[b]; break;
      case Operation::product: x[to] = x[a] * x[b]; break;
      case Operation::quotient: x[to] = x[a] / x[b]; break;
      case Operation::whole_power: x[to] = raised(x[a], b); break;
      case Operation::power: x[to] = pow(x[a], x[b]); break;
      case Operation::atan2: x[to] = atan2(x[a], x[b]); break;
      case Operation::table: x[to] = of_table(b, x[a]); break;
      default: x[to] = function_value(operation, x[a]);
    }
  }
}

#define PLUMB_INSTANTIATE(T) template class CompiledExpressions<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb
