#pragma once
// Maxima for tests. They propagate NaN, which std::max and Eigen's maxCoeff may drop.

#include <cmath>

#include "numerics/scalar.hpp"

namespace plumb::testing {

/// The larger value; NaN if one of them is NaN.
template <class T>
T larger(const T& a, const T& b) {
  using std::isnan;
  return isnan(a) || b <= a ? a : b;
}

/// The largest absolute value of the entries, 0 if the vector is empty.
template <class Derived>
auto max_norm(const Eigen::MatrixBase<Derived>& x) {
  using std::abs;
  using Real = typename Eigen::NumTraits<typename Derived::Scalar>::Real;
  Real out = 0;
  for (Eigen::Index j = 0; j < x.cols(); ++j)
    for (Eigen::Index i = 0; i < x.rows(); ++i) out = larger<Real>(out, abs(x(i, j)));
  return out;
}

}  // namespace plumb::testing
