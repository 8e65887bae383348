#include "methods/implicit/eigenvectors.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace plumb {

template <class T>
Eigenvectors<T> eigenvectors(const Mat<T>& a) {
  const Eigen::EigenSolver<Mat<T>> solver(a);
  Eigenvectors<T> out{solver.eigenvalues(), solver.eigenvectors(), {}, false};
  const Eigen::FullPivLU<decltype(out.x)> lu(out.x);
  out.complete = solver.info() == Eigen::Success && lu.isInvertible();
  if (out.complete) out.inverse = lu.inverse();
  return out;
}

double spectral_radius(const Mat<double>& a) {
  return Eigen::EigenSolver<Mat<double>>(a, false).eigenvalues().cwiseAbs().maxCoeff();
}

template <class T>
Vec<T> divided_by(const Vec<T>& w, const Mat<T>& a) {
  const Mat<T> transposed = a.transpose();
  return transposed.fullPivLu().solve(w);
}

template Eigenvectors<double> eigenvectors(const Mat<double>&);
template Eigenvectors<long double> eigenvectors(const Mat<long double>&);
template Eigenvectors<quad> eigenvectors(const Mat<quad>&);
template Vec<double> divided_by(const Vec<double>&, const Mat<double>&);
template Vec<long double> divided_by(const Vec<long double>&, const Mat<long double>&);
template Vec<quad> divided_by(const Vec<quad>&, const Mat<quad>&);

}  // namespace plumb
