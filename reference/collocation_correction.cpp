#include "reference/collocation_correction.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

using Index = Eigen::Index;

double largest_of(const Mat<double>& m) { return m.cwiseAbs().maxCoeff(); }

}  // namespace

void CollocationCorrection::around(const CollocationInterval<double>& interval, const NodalMotion<double>& motion) {
  interval_ = interval;
  motion_ = motion;
  accelerations_.resize(0, 0);
  factorised_ = false;
}

// Differences of the accelerations along δ, scaled so that no coordinate of the motion changes by more than a small
// relative amount.
class CollocationCorrection::Differences {
 public:
  explicit Differences(const CollocationCorrection& of) : of_(of), at_rest_(of.interval_) {
    at_rest_.q.setZero();
    at_rest_.v.setZero();
  }
  /// Sets the scale from this δ; returns false if it is zero or not finite.
  bool scale_by(const Mat<double>& delta) {
    constexpr double shift = 1e-8;  // largest relative perturbation of a coordinate
    const auto change = integrated(delta);
    const auto moved_by = [](const Mat<double>& d, const Mat<double>& x) {
      return (d.array().abs() / (1 + x.array().abs())).maxCoeff();
    };
    factor_ = shift / std::max(moved_by(change.q, of_.motion_.q), moved_by(change.v, of_.motion_.v));
    return std::isfinite(factor_);
  }
  /// Returns (D h S + K h² S²) δ.
  Mat<double> along(const Mat<double>& delta) const {
    const auto change = integrated(delta);
    const NodalMotion<double> moved{of_.accelerations_, of_.motion_.v + factor_ * change.v,
                                    of_.motion_.q + factor_ * change.q};
    return of_.interval_.residual(of_.rough_, moved) / factor_;
  }

 private:
  NodalMotion<double> integrated(const Mat<double>& delta) const {
    NodalMotion<double> change{delta, {}, {}};
    at_rest_.integrate(change);
    return change;
  }

  const CollocationCorrection& of_;
  CollocationInterval<double> at_rest_;
  double factor_ = 0;
};

void CollocationCorrection::take_accelerations() {
  if (accelerations_.size() == 0) accelerations_ = interval_.residual(rough_, motion_) + motion_.a;
}

bool CollocationCorrection::solve_by_picard(Mat<double>& residual) {
  constexpr double negligible = 1e-9, good = 1e-4;  // changes of δ; difference quotients have errors of about 1e-8
  constexpr int most_sweeps = 30;
  take_accelerations();
  Differences differences(*this);
  if (!differences.scale_by(residual)) return false;
  Mat<double> delta = residual;
  double before = 1;
  for (int k = 0; k < most_sweeps; ++k) {
    const Mat<double> next = residual + differences.along(delta);
    const double step = largest_of(next - delta) / largest_of(next);
    delta = next;
    if (!std::isfinite(step) || (k > 3 && step > good && step >= before)) return false;
    if (step <= negligible || (step <= good && 2 * step >= before)) {
      residual = delta;
      return true;
    }
    before = step;
  }
  return false;
}

bool CollocationCorrection::solve_by_vibrations(Mat<double>& residual) {
  take_accelerations();
  Mat<double> solution;
  if (!vibrations_ || !improve(residual, solution)) {
    vibrations_ = std::make_shared<const CollocationOfVibrations>(stiffness_amid());
    if (!improve(residual, solution)) return false;
  }
  residual = solution;
  return true;
}

// Iterates from 0 to the solution. Returns false if the stiffness in use differs too much from the stiffness at the
// nodes.
bool CollocationCorrection::improve(const Mat<double>& residual, Mat<double>& solution) {
  constexpr double negligible = 1e-6, good = 1e-4, gain = 4;  // limits relative to the residual; gain per step
  const double size = largest_of(residual);
  solution = vibrations_->solved(interval_.half_width, residual);
  Differences differences(*this);
  if (!solution.allFinite() || !differences.scale_by(solution)) return false;
  for (double before = 1;;) {
    const Mat<double> left = residual - solution + differences.along(solution);
    const double lacking = largest_of(left) / size;
    if (lacking <= negligible) return true;
    if (!(gain * lacking <= before)) return lacking <= good;
    before = lacking;
    solution += vibrations_->solved(interval_.half_width, left);
  }
}

// Returns ∂a/∂q in the middle of the interval, by central differences.
Mat<double> CollocationCorrection::stiffness_amid() const {
  constexpr int node = collocation_nodes / 2;
  const Vec<double> q = motion_.q.row(node).transpose(), v = motion_.v.row(node).transpose();
  const double t = interval_.time(node);
  Vec<double> moved = q, ahead = q, behind = q;
  Mat<double> out(q.size(), q.size());
  for (Index l = 0; l < q.size(); ++l) {
    const double shift = 1e-5 * (1 + std::abs(q[l]));
    moved[l] = q[l] + shift;
    rough_(t, moved, v, ahead);
    moved[l] = q[l] - shift;
    rough_(t, moved, v, behind);
    moved[l] = q[l];
    out.col(l) = (ahead - behind) / (2 * shift);
  }
  return out;
}

void CollocationCorrection::solve(Mat<double>& residual) {
  if (!factorised_) factorise();
  const Vec<double> delta = lu_.solve(residual.reshaped());
  residual = delta.reshaped(residual.rows(), residual.cols());
}

void CollocationCorrection::factorise() {
  const Index size = motion_.q.cols();
  matrix_ = Mat<double>::Identity(collocation_nodes * size, collocation_nodes * size);
  for (int j = 0; j < collocation_nodes; ++j) add_node(j, motion_.q.row(j).transpose(), motion_.v.row(j).transpose());
  lu_.compute(matrix_);
  factorised_ = true;
}

// Adds the matrix rows of one node, by central differences.
void CollocationCorrection::add_node(int node, const Vec<double>& q, const Vec<double>& v) {
  const Index size = q.size();
  const double t = interval_.time(node), h = interval_.half_width;
  Vec<double> ahead(size), behind(size);
  const auto add = [&](Index of, const Vec<double>& slope, const Mat<double>& integral, double factor) {
    for (Index i = 0; i < size; ++i)
      for (int m = 0; m < collocation_nodes; ++m)
        matrix_(i * collocation_nodes + node, of * collocation_nodes + m) -= factor * slope[i] * integral(node, m);
  };
  const auto& integration = Integration<double>::get();
  for (Index l = 0; l < size; ++l) {
    const double shift = 1e-5 * (1 + std::abs(q[l])), push = 1e-5 * (1 + std::abs(v[l]));
    Vec<double> moved = q;
    moved[l] = q[l] + shift;
    rough_(t, moved, v, ahead);
    moved[l] = q[l] - shift;
    rough_(t, moved, v, behind);
    add(l, (ahead - behind) / (2 * shift), integration.twice, h * h);
    moved = v;
    moved[l] = v[l] + push;
    rough_(t, q, moved, ahead);
    moved[l] = v[l] - push;
    rough_(t, q, moved, behind);
    add(l, (ahead - behind) / (2 * push), integration.once, h);
  }
}

}  // namespace plumb
