#include "methods/implicit/eigenvectors.hpp"

#include <algorithm>
#include <limits>

#include "numerics/complete_pivoting.hpp"
#include "numerics/real_eigen.hpp"

namespace plumb {
namespace {

using ComplexMatrix = Mat<std::complex<quad>>;

void normalise_column(ComplexMatrix& x, Eigen::Index j) {
  quad squares = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    squares += x(i, j).real() * x(i, j).real() + x(i, j).imag() * x(i, j).imag();
  if (!(squares > 0)) return;
  for (Eigen::Index i = 0; i < x.rows(); ++i) x(i, j) = quotient(x(i, j), std::complex<quad>(sqrt(squares)));
}

// The eigenvectors as columns of unit length.
ComplexMatrix complex_eigenvectors(const RealEigen& found) {
  const auto n = found.vectors.cols();
  ComplexMatrix x(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto& value = found.values[j];
    const bool is_real = abs(value.imag()) <= abs(value.real()) * (2 * std::numeric_limits<quad>::epsilon());
    const bool is_single = is_real || j + 1 == n;
    for (Eigen::Index i = 0; i < n; ++i) {
      x(i, j) = {found.vectors(i, j), is_single ? quad(0) : found.vectors(i, j + 1)};
      if (!is_single) x(i, j + 1) = std::conj(x(i, j));
    }
    normalise_column(x, j);
    if (!is_single) normalise_column(x, ++j);
  }
  return x;
}

template <class T>
std::complex<T> rounded(const std::complex<quad>& z) {
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

}  // namespace

template <class T>
Eigenvectors<T> eigenvectors(const Mat<T>& a) {
  const auto found = real_eigen(a.template cast<quad>(), true);
  Eigenvectors<T> out{
      found.values.unaryExpr(&rounded<T>), complex_eigenvectors(found).unaryExpr(&rounded<T>), {}, false};
  const CompletePivoting<std::complex<T>> lu(out.x);
  out.complete = found.found && lu.is_invertible();
  if (out.complete) out.inverse = lu.inverse();
  return out;
}

double spectral_radius(const Mat<double>& a) {
  double largest = 0;
  for (const auto& value : real_eigen(a.cast<quad>(), false).values)
    largest = std::max(largest, std::abs(rounded<double>(value)));
  return largest;
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
