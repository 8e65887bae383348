#pragma once
// The ranges of expressions over ranges of their inputs, by interval arithmetic in double, and their hidden variation.
//
// A function such as exp(-((t - a)/w)^2) has a hidden pulse between two samples if its argument varies by much more
// than 1 between them: both samples are 0, and the function is 1 in between. Therefore the variation of the argument is
// bounded for every operation that can turn small changes into large ones. Operations with a negligible effect on the
// results are exempt: behind the pulse, the range of exp is [0, 1e-100].

#include <span>
#include <vector>

#include "problems/equations/expression_graph.hpp"
#include "problems/hidden_variation.hpp"
#include "problems/mbs/cubic_table.hpp"

namespace plumb {

/// Not thread-safe, because an evaluation stores intermediate values.
class ExpressionRanges {
 public:
  /// The graph must outlive this object. `fixed` has the values of the inputs from index `varying` on.
  ExpressionRanges(const ExpressionGraph& graph, std::span<const Expression> results, int varying,
                   std::span<const double> fixed);

  void put(int input, const Range& range) { inputs_[static_cast<std::size_t>(input)] = range; }
  void evaluate();
  /// Returns the range of the k-th result.
  const Range& operator[](std::size_t k) const { return values_[static_cast<std::size_t>(results_[k])]; }
  /// Returns whether a variation that the samples do not show may change result k by more than negligible[k].
  bool may_hide(std::span<const double> negligible);

 private:
  Range of_table(int number_and_derivative, const Range& argument) const;
  double variation(const ExpressionNode& node) const;
  bool matters(std::span<const double> negligible);
  void pass_on(const ExpressionNode& node, double sensitivity);

  const std::vector<ExpressionNode>& nodes_;
  std::vector<int> order_, results_;  // indices of required nodes; indices of the results
  std::vector<Range> inputs_, values_;
  std::vector<mbs::CubicTable<double>> tables_;
  std::vector<std::vector<double>> knots_;  // abscissae of the tables, ascending
  std::vector<double> weights_;             // for each node: bound on ∂(results)/∂(value of the node)
  std::vector<int> suspects_;               // nodes that vary more than samples show
};

}  // namespace plumb
