#pragma once
// Eigenvalues and eigenvectors of a small real matrix by Eigen's EigenSolver, only in quad: its templates take seconds
// to compile for every scalar, and callers with lower precision round.

#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

struct RealEigen {
  /// False means that the iteration did not end; then the other members are undefined.
  bool found = false;
  /// The two values of a pair are adjacent; the value with the positive imaginary part comes first.
  Vec<std::complex<quad>> values;
  /// A real eigenvalue has one column; a pair has two, the real and the imaginary part of the first eigenvector. They
  /// have any length. The matrix is empty if they were not requested.
  Mat<quad> vectors;
};

/// Precondition: a is square. `iterations` limits them for each row.
RealEigen real_eigen(const Mat<quad>& a, bool with_vectors, Eigen::Index iterations = 40);

}  // namespace plumb
