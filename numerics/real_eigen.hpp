#pragma once
// Eigenvalues and eigenvectors of a small real matrix by Eigen's EigenSolver, whose templates take some fifteen seconds
// to compile for every scalar: they are compiled here, and nowhere else.

#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

template <class T>
struct RealEigen {
  /// False: the iteration did not end. Nothing else has a meaning then.
  bool found = false;
  /// Those of a pair stand side by side, that with the positive imaginary part first.
  Vec<std::complex<T>> values;
  /// Of a real eigenvalue a column; of a pair two, the real and the imaginary part of the first one's. Any length.
  /// Empty, if they were not asked for.
  Mat<T> vectors;
};

/// Precondition: a is square. `iterations`: at most so many for each row.
template <class T>
RealEigen<T> real_eigen(const Mat<T>& a, bool with_vectors, Eigen::Index iterations = 40);

}  // namespace plumb
