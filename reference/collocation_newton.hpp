#pragma once
// Newton's iteration for the accelerations at the nodes of an interval of a Chebyshev track, where Picard's needs
// intervals as short as the fastest decay:
//
//   (1 − h D S − h² K S²) δ = a(t, q, v) − a,   D = ∂a/∂v, K = ∂a/∂q at every node,   S the integration from the left
//
// The matrix is one of doubles, by differences: every iteration gains some seven digits, however many there are.

#include <Eigen/LU>
#include <vector>

#include "problems/exact/chebyshev_series.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

class CollocationNewton {
 public:
  static constexpr int n = 40;  // nodes
  using Nodes = ChebyshevNodes<n>;
  using Values = std::vector<Nodes::Values>;  // one a component
  static constexpr int most_components = 12;  // n³ operations for the cube of their number

  /// `rough` is the acceleration in double.
  explicit CollocationNewton(Acceleration<double> rough) : rough_(std::move(rough)) {}

  /// Takes the matrix at these motions at the nodes, on an interval of 2 half_width [s] from `begin`.
  void linearise(const quad& begin, const quad& half_width, const Values& q, const Values& v);
  /// δ in place of the residual. Precondition: the matrix has been taken.
  void solve(Values& residual) const;

 private:
  void add_node(int node, double t, double half_width, const Vec<double>& q, const Vec<double>& v);

  Acceleration<double> rough_;
  Mat<double> matrix_;
  Eigen::PartialPivLU<Mat<double>> lu_;
};

}  // namespace plumb
