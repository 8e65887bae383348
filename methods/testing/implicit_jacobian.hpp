#pragma once
// Compares the Jacobian of the implicit equations with difference quotients of the residual.

#include "contract/testing/maxima.hpp"
#include "methods/sundials/implicit_equations.hpp"

namespace plumb::testing {

/// The largest deviation of ∂F/∂y + c ∂F/∂y' from central differences of F at (y, y'), relative to the largest entry of
/// its column and 1.
template <class System>
double jacobian_error(ImplicitEquations<System>& equations, const Vec<double>& y, const Vec<double>& rate) {
  const auto n = equations.size();
  const double t = 0.3, c = 7, delta = 1e-5;
  Mat<double> exact = Mat<double>::Zero(n, n);
  equations.jacobian(t, c, y.data(), rate.data(), exact.data());
  const auto residual = [&](Eigen::Index j, double by) {
    Vec<double> moved = y, moved_rate = rate, out(n);
    moved[j] += by;
    moved_rate[j] += c * by;
    equations.residual(t, moved.data(), moved_rate.data(), out.data());
    return out;
  };
  double worst = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    const Vec<double> quotient = (residual(j, delta) - residual(j, -delta)) / (2 * delta);
    worst = larger(worst, max_norm(exact.col(j) - quotient) / (1 + max_norm(exact.col(j))));
  }
  return worst;
}

}  // namespace plumb::testing
