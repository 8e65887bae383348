#pragma once
// Expressions in one working precision: a list of operations without duplicates. Values that depend only on
// fixed inputs (a problem's parameters) are computed by the constructor. Evaluation does not allocate.

#include <span>
#include <vector>

#include "problems/equations/expression_graph.hpp"
#include "problems/mbs/cubic_table.hpp"

namespace plumb {

template <class T>
class CompiledExpressions {
 public:
  /// Inputs 0, .., varying − 1 are set before each evaluation; `fixed` has the values of the inputs from `varying` on.
  CompiledExpressions(const ExpressionGraph& graph, std::span<const Expression> results, int varying,
                      std::span<const T> fixed);

  std::size_t size() const { return results_.size(); }
  /// Sets the inputs first, first + 1, ... to the numbers.
  template <class Numbers>
  void put(int first, const Numbers& numbers) {
    for (Eigen::Index i = 0; i < numbers.size(); ++i) values_[static_cast<std::size_t>(first + i)] = numbers[i];
  }
  void put_number(int input, const T& number) { values_[static_cast<std::size_t>(input)] = number; }
  /// Computes all results from the inputs that were set.
  void evaluate() { run(first_varying_, steps_.size()); }
  const T& operator[](std::size_t k) const { return values_[static_cast<std::size_t>(results_[k])]; }

 private:
  /// values[to] ← operation of values[a] and values[b]. For an integer power, `b` is the exponent; for a table, 4 times
  /// the index of the table plus the order of the derivative.
  struct Step {
    Operation operation;
    int a, b, to;
  };
  void run(std::size_t from, std::size_t end);
  T of_table(int number_and_derivative, const T& argument) const;

  std::vector<Step> steps_;
  std::size_t first_varying_ = 0;  // index of the first step that depends on varying inputs
  std::vector<int> results_;       // indices of the results in `values_`
  std::vector<T> values_;          // inputs, constants, and the results of steps
  std::vector<mbs::CubicTable<T>> tables_;
};

extern template class CompiledExpressions<double>;
extern template class CompiledExpressions<long double>;
extern template class CompiledExpressions<quad>;

}  // namespace plumb
