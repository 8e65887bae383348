#include "numerics/real_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace plumb {

template <class T>
RealEigen<T> real_eigen(const Mat<T>& a, bool with_vectors, Eigen::Index iterations) {
  Eigen::EigenSolver<Mat<T>> solver(a.rows());
  solver.setMaxIterations(iterations * a.rows());
  solver.compute(a, with_vectors);
  RealEigen<T> out;
  out.found = solver.info() == Eigen::Success;
  if (!out.found) return out;
  out.values = solver.eigenvalues();
  if (with_vectors) out.vectors = solver.pseudoEigenvectors();
  return out;
}

template RealEigen<double> real_eigen(const Mat<double>&, bool, Eigen::Index);
template RealEigen<long double> real_eigen(const Mat<long double>&, bool, Eigen::Index);
template RealEigen<quad> real_eigen(const Mat<quad>&, bool, Eigen::Index);

}  // namespace plumb
