#pragma once
// Solves linear equations, for tests that contain a second implementation of a method.

#include <stdexcept>

#include "numerics/partial_lu.hpp"

namespace plumb::testing {

/// Solves a x = b by LU with partial pivoting, compiled once in numerics/: Eigen's template takes seconds to compile in
/// every test.
template <class T>
class DenseSolver {
 public:
  /// Throws std::domain_error if a is singular.
  explicit DenseSolver(const Mat<T>& a) : lu(static_cast<int>(a.rows())) {
    lu.matrix = a;
    if (!lu.factor()) throw std::domain_error("a test's matrix is singular");
  }
  Vec<T> solve(const Vec<T>& b) const {
    Vec<T> x(b.size());
    lu.solve(b, x);
    return x;
  }

 private:
  LargePartialLu<T> lu;
};

}  // namespace plumb::testing
