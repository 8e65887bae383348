#include "methods/esdirk/roots.hpp"

#include <Eigen/LU>
#include <stdexcept>

namespace plumb {

Unknowns solution(const Mat<Digits100>& a, const Unknowns& right) { return a.fullPivLu().solve(right); }

Unknowns zero_near(Unknowns x, const std::function<Unknowns(const Unknowns&)>& f) {
  const Digits100 increment("1e-20");  // increment for functions with 80 digits; the iteration gains 19 digits per step
  const auto n = x.size();
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Unknowns at = f(x);
    Mat<Digits100> jacobian(n, n);
    for (Eigen::Index j = 0; j < n; ++j) jacobian.col(j) = (f(x + increment * Unknowns::Unit(n, j)) - at) / increment;
    const Unknowns change = solution(jacobian, at);
    x -= change;
    if (change.lpNorm<Eigen::Infinity>() < Digits100("1e-60")) return x;
  }
  throw std::runtime_error("Newton's iteration for coefficients did not converge");
}

Unknowns stationary_near(const Unknowns& x, const std::function<Digits100(const Unknowns&)>& cost) {
  const Digits100 h("1e-25");
  return zero_near(x, [&](const Unknowns& at) {
    Unknowns gradient(at.size());
    for (Eigen::Index j = 0; j < at.size(); ++j) {
      const Unknowns step = h * Unknowns::Unit(at.size(), j);
      gradient[j] = (cost(at + step) - cost(at - step)) / (2 * h);
    }
    return gradient;
  });
}

}  // namespace plumb
