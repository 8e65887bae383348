#include "numerics/real_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace plumb {

RealEigen real_eigen(const Mat<quad>& a, bool with_vectors, Eigen::Index iterations) {
  Eigen::EigenSolver<Mat<quad>> solver(a.rows());
  solver.setMaxIterations(iterations * a.rows());
  solver.compute(a, with_vectors);
  RealEigen out;
  out.found = solver.info() == Eigen::Success;
  if (!out.found) return out;
  out.values = solver.eigenvalues();
  if (with_vectors) out.vectors = solver.pseudoEigenvectors();
  return out;
}

}  // namespace plumb
