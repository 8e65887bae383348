#pragma once
// Solves linear equations in quad for several right-hand sides, with the LU factorisation that is compiled only once.

#include "numerics/partial_lu.hpp"

namespace plumb {

/// Returns A⁻¹ B, column by column. Precondition: lu.factor() of A succeeded.
inline Mat<quad> solutions(const LargePartialLu<quad>& lu, const Mat<quad>& b) {
  Mat<quad> out(b.rows(), b.cols());
  Vec<quad> column;
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    lu.solve(b.col(j), column);
    out.col(j) = column;
  }
  return out;
}

}  // namespace plumb
