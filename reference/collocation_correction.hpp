#pragma once
// The accelerations at the nodes of an interval still lack δ, which follows from the residual of their equations:
//
//   (1 − D h S − K h² S²) δ = a(t, q, v) − a,   D = ∂a/∂v, K = ∂a/∂q at every node,   S the integration from the left
//
// The matrix has doubles and comes from differences. Each correction of a motion in quad gains seven digits and more,
// however many there are, for the price of some evaluations in double.

#include <Eigen/LU>
#include <memory>

#include "reference/collocation_of_vibrations.hpp"

namespace plumb {

class CollocationCorrection {
 public:
  /// Motions with more components are corrected only by Picard's iteration, since the cost of elimination grows with
  /// the cube of their number. For few components, elimination costs less than the evaluations in quad in an
  /// interval.
  static constexpr int most_components = 21, few_components = 8;

  /// `rough` is the acceleration in double.
  explicit CollocationCorrection(Acceleration<double> rough) : rough_(std::move(rough)) {}

  /// Takes the motion around which the equations are linear.
  void around(const CollocationInterval<double>& interval, const NodalMotion<double>& motion);
  /// Replaces the residual by δ, with Picard's iteration on differences along δ. Returns false, and does not change the
  /// residual, if the iteration does not converge. Precondition: around() was called.
  bool solve_by_picard(Mat<double>& residual);
  /// Does the same for vibrations that are too fast for Picard's iteration. Each iterate is improved by the solution
  /// for a constant stiffness at all nodes, which is reused as long as it is accurate enough.
  bool solve_by_vibrations(Mat<double>& residual);
  /// The object that is reused in the next interval: null at first.
  std::shared_ptr<const CollocationOfVibrations> vibrations() const { return vibrations_; }
  void keep(std::shared_ptr<const CollocationOfVibrations> vibrations) { vibrations_ = std::move(vibrations); }
  /// Does the same by elimination, for stiff motions, whose intervals are too long for Picard's iteration.
  /// Precondition: there are at most most_components.
  void solve(Mat<double>& residual);

 private:
  /// The part of (1 − D h S − K h² S²) δ that differences along δ give.
  class Differences;

  void take_accelerations();
  bool improve(const Mat<double>& residual, Mat<double>& solution);
  Mat<double> stiffness_amid() const;
  void factorise();
  void add_node(int node, const Vec<double>& q, const Vec<double>& v);

  Acceleration<double> rough_;
  CollocationInterval<double> interval_;
  NodalMotion<double> motion_;
  Mat<double> accelerations_;  // accelerations at the nodes of the motion
  std::shared_ptr<const CollocationOfVibrations> vibrations_;
  Mat<double> matrix_;
  Eigen::PartialPivLU<Mat<double>> lu_;
  bool factorised_ = false;
};

}  // namespace plumb
