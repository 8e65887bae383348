#pragma once
// Eigenvalues and eigenvectors of a small real matrix, a = X diag(ν) X⁻¹, in quad and rounded to every precision.

#include <complex>

#include "numerics/scalar.hpp"

namespace plumb {

template <class T>
struct Eigenvectors {
  using Complex = std::complex<T>;
  Eigen::Matrix<Complex, Eigen::Dynamic, 1> values;                   // eigenvalues ν
  Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic> x, inverse;  // matrix X of eigenvectors, and X⁻¹
  bool complete = false;                                              // whether the eigenvectors form a basis
};

template <class T>
Eigenvectors<T> eigenvectors(const Mat<T>& a);

/// The largest absolute value of an eigenvalue.
double spectral_radius(const Mat<double>& a);

/// The row vector wᵀ a⁻¹ of an invertible a.
template <class T>
Vec<T> divided_by(const Vec<T>& w, const Mat<T>& a);

}  // namespace plumb
