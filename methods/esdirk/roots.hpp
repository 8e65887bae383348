#pragma once
// Newton's iteration on small systems in 100 digits, with derivatives by differences: the precision allows it.

#include <Eigen/LU>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <stdexcept>

#include "numerics/scalar.hpp"

namespace plumb {

using Digits100 = boost::multiprecision::cpp_bin_float_100;
using Unknowns = Vec<Digits100>;

/// A zero of f near x, to 60 digits where f has 80. Throws std::runtime_error when the iteration does not converge.
template <class F>
Unknowns zero_near(Unknowns x, F f) {
  const Digits100 increment("1e-20");  // of an f with 80 digits, and an iteration that gains 19 digits a turn
  const auto n = x.size();
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Unknowns at = f(x);
    Mat<Digits100> jacobian(n, n);
    for (Eigen::Index j = 0; j < n; ++j) jacobian.col(j) = (f(x + increment * Unknowns::Unit(n, j)) - at) / increment;
    const Unknowns change = jacobian.fullPivLu().solve(at);
    x -= change;
    if (change.template lpNorm<Eigen::Infinity>() < Digits100("1e-60")) return x;
  }
  throw std::runtime_error("Newton's iteration for coefficients did not converge");
}

/// A stationary point of `cost` near x, to 45 digits: central differences leave 1e-50.
template <class Cost>
Unknowns stationary_near(const Unknowns& x, Cost cost) {
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
