#pragma once
// Eigenvalues and eigenvectors of a small real matrix by Eigen's EigenSolver, in quad alone: its templates take seconds
// to compile for every scalar, and whoever wants fewer digits rounds.

#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

struct RealEigen {
  /// False: the iteration did not end. Nothing else has a meaning then.
  bool found = false;
  /// Those of a pair stand side by side, that with the positive imaginary part first.
  Vec<std::complex<quad>> values;
  /// Of a real eigenvalue a column; of a pair two, the real and the imaginary part of the first one's. Any length.
  /// Empty, if they were not asked for.
  Mat<quad> vectors;
};

/// Precondition: a is square. `iterations`: at most so many for each row.
RealEigen real_eigen(const Mat<quad>& a, bool with_vectors, Eigen::Index iterations = 40);

}  // namespace plumb
