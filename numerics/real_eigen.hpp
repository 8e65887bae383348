#pragma once
// Eigenvalues and eigenvectors of a small real matrix by Eigen's EigenSolver, in quad alone: its templates take seconds
// to compile for every scalar, and callers who want fewer digits round.

#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

struct RealEigen {
  /// False means that the iteration did not end; nothing else has a meaning then.
  bool found = false;
  /// The two values of a pair stand side by side, first the one with the positive imaginary part.
  Vec<std::complex<quad>> values;
  /// A real eigenvalue has one column; a pair has two, the real and the imaginary part of the first one's vector. They
  /// have any length. The matrix is empty if they were not asked for.
  Mat<quad> vectors;
};

/// Precondition: a is square. `iterations` limits them for each row.
RealEigen real_eigen(const Mat<quad>& a, bool with_vectors, Eigen::Index iterations = 40);

}  // namespace plumb
