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

bool CollocationCorrection::solve_by_picard(Mat<double>& residual) {
  constexpr double negligible = 1e-9, good = 1e-4;  // changes of δ, of which differences leave some 1e-8
  constexpr double shift = 1e-8;                    // the largest relative difference of a coordinate
  constexpr int most_sweeps = 30;
  if (accelerations_.size() == 0) accelerations_ = interval_.residual(rough_, motion_) + motion_.a;

  CollocationInterval<double> at_rest = interval_;
  at_rest.q.setZero();
  at_rest.v.setZero();
  NodalMotion<double> change{residual, {}, {}};
  double factor = 0, before = 1;
  for (int k = 0; k < most_sweeps; ++k) {
    at_rest.integrate(change);
    if (k == 0) {
      const auto moved_by = [](const Mat<double>& d, const Mat<double>& x) {
        return (d.array().abs() / (1 + x.array().abs())).maxCoeff();
      };
      factor = shift / std::max(moved_by(change.q, motion_.q), moved_by(change.v, motion_.v));
      if (!std::isfinite(factor)) return false;
    }
    const NodalMotion<double> moved{accelerations_, motion_.v + factor * change.v, motion_.q + factor * change.q};
    const Mat<double> next = residual + interval_.residual(rough_, moved) / factor;
    const double step = largest_of(next - change.a) / largest_of(next);
    change.a = next;
    if (!std::isfinite(step) || (k > 3 && step > good && step >= before)) return false;
    if (step <= negligible || (step <= good && 2 * step >= before)) {
      residual = change.a;
      return true;
    }
    before = step;
  }
  return false;
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

// Adds the rows of one node, by central differences.
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
