#pragma once
// Eigenvalues and eigenvectors of a small real matrix by Eigen's EigenSolver, only in quad: its templates take seconds
// to compile for every scalar, and callers with lower precision round.

#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

struct RealEigen {
  /// Whether the iteration converged; if not, the other members are undefined.
  bool found = false;
  /// The two values of a complex conjugate pair are adjacent; the value with the positive imaginary part comes first.
  Vec<std::complex<quad>> values;
  /// Eigenvectors as columns, not normalised. A real eigenvalue has one column; a complex pair has two, the real and
  /// the imaginary part of the eigenvector of its first value. Empty if not requested.
  Mat<quad> vectors;
};

/// Precondition: `a` is square. `iterations` is the maximum number of QR iterations for each row.
RealEigen real_eigen(const Mat<quad>& a, bool with_vectors, Eigen::Index iterations = 40);

}  // namespace plumb
