#include "methods/implicit/eigenvectors.hpp"

#include <Eigen/Eigenvalues>
#include <limits>

#include "numerics/complete_pivoting.hpp"

namespace plumb {
namespace {

template <class T>
using ComplexMatrix = Eigen::Matrix<std::complex<T>, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
void normalise_column(ComplexMatrix<T>& x, Eigen::Index j) {
  using std::sqrt;
  T squares = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    squares += x(i, j).real() * x(i, j).real() + x(i, j).imag() * x(i, j).imag();
  if (!(squares > 0)) return;
  for (Eigen::Index i = 0; i < x.rows(); ++i) x(i, j) = quotient(x(i, j), std::complex<T>(sqrt(squares)));
}

// Columns of unit length, as EigenSolver::eigenvectors makes them: its templates for complex numbers take long to
// compile.
template <class T>
ComplexMatrix<T> complex_eigenvectors(const Eigen::EigenSolver<Mat<T>>& solver) {
  using std::abs;
  const Mat<T>& pseudo = solver.pseudoEigenvectors();
  const auto n = pseudo.cols();
  ComplexMatrix<T> x(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto& value = solver.eigenvalues()(j);
    const bool is_real = abs(value.imag()) <= abs(value.real()) * (2 * std::numeric_limits<T>::epsilon());
    const bool is_single = is_real || j + 1 == n;
    for (Eigen::Index i = 0; i < n; ++i) {
      x(i, j) = {pseudo(i, j), is_single ? T(0) : pseudo(i, j + 1)};
      if (!is_single) x(i, j + 1) = std::conj(x(i, j));
    }
    normalise_column(x, j);
    if (!is_single) normalise_column(x, ++j);
  }
  return x;
}

}  // namespace

template <class T>
Eigenvectors<T> eigenvectors(const Mat<T>& a) {
  const Eigen::EigenSolver<Mat<T>> solver(a);
  Eigenvectors<T> out{solver.eigenvalues(), complex_eigenvectors(solver), {}, false};
  const CompletePivoting<std::complex<T>> lu(out.x);
  out.complete = solver.info() == Eigen::Success && lu.is_invertible();
  if (out.complete) out.inverse = lu.inverse();
  return out;
}

double spectral_radius(const Mat<double>& a) {
  return Eigen::EigenSolver<Mat<double>>(a, false).eigenvalues().cwiseAbs().maxCoeff();
}

template <class T>
Vec<T> divided_by(const Vec<T>& w, const Mat<T>& a) {
  return CompletePivoting<T>(a.transpose()).solution(w);
}

template Eigenvectors<double> eigenvectors(const Mat<double>&);
template Eigenvectors<long double> eigenvectors(const Mat<long double>&);
template Eigenvectors<quad> eigenvectors(const Mat<quad>&);
template Vec<double> divided_by(const Vec<double>&, const Mat<double>&);
template Vec<long double> divided_by(const Vec<long double>&, const Mat<long double>&);
template Vec<quad> divided_by(const Vec<quad>&, const Mat<quad>&);

}  // namespace plumb
