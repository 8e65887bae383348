#pragma once
// Computes the correction δ of the accelerations a at the nodes of an interval from the residual of their equations:
//
//   (1 − D h S − K h² S²) δ = a(t, q, v) − a,   D = ∂a/∂v, K = ∂a/∂q at every node,   S the integration from the left
//
// h is half the width of the interval. The matrix is in double, from finite differences. Each correction of a motion in
// quad gains at least seven digits, at the cost of some evaluations in double.

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

  /// Sets the motion around which the equations are linearised.
  void around(const CollocationInterval<double>& interval, const NodalMotion<double>& motion);
  /// Replaces the residual by δ, with Picard's iteration on differences along δ. Returns false, and does not change the
  /// residual, if the iteration does not converge. Precondition: around() was called.
  bool solve_by_picard(Mat<double>& residual);
  /// Replaces the residual by δ if vibrations are too fast for Picard's iteration. Each iterate is improved by the
  /// solution for one stiffness at all nodes. This stiffness is reused as long as it is accurate enough. Result and
  /// precondition as above.
  bool solve_by_vibrations(Mat<double>& residual);
  /// Return and set the stiffness, with its decomposition, that solve_by_vibrations() reuses; null at first.
  std::shared_ptr<const CollocationOfVibrations> vibrations() const { return vibrations_; }
  void keep(std::shared_ptr<const CollocationOfVibrations> vibrations) { vibrations_ = std::move(vibrations); }
  /// Replaces the residual by δ by Gaussian elimination, for stiff motions, whose intervals are too long for Picard's
  /// iteration. Preconditions: around() was called, and there are at most most_components.
  void solve(Mat<double>& residual);

 private:
  /// Computes (D h S + K h² S²) δ by differences along δ.
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
