#include "reference/collocation_of_vibrations.hpp"

#include <Eigen/Eigenvalues>

namespace plumb {
namespace {

using Index = Eigen::Index;
using Complex = std::complex<double>;

struct SchurForm {
  Mat<Complex> basis, triangle;

  explicit SchurForm(const Mat<double>& of) {
    const Eigen::ComplexSchur<Mat<double>> schur(of);
    basis = schur.matrixU();
    triangle = schur.matrixT();
  }
};

const SchurForm& schur_of_integration() {
  static const SchurForm made(Integration<double>::get().twice);
  return made;
}

// Replaces x by the solution y of (1 − factor · triangle) y = x.
template <class Column>
void solve_from_below(const Mat<Complex>& triangle, const Complex& factor, Column&& x) {
  for (Index i = x.size() - 1; i >= 0; --i) {
    x[i] /= 1. - factor * triangle(i, i);
    const Complex scaled = factor * x[i];
    for (Index j = 0; j < i; ++j) x[j] += scaled * triangle(j, i);
  }
}

}  // namespace

CollocationOfVibrations::CollocationOfVibrations(const Mat<double>& stiffness) : stiffness_(stiffness) {
  const SchurForm schur(stiffness.transpose());
  basis_ = schur.basis;
  triangle_ = schur.triangle;
}

Mat<double> CollocationOfVibrations::solved(double half_width, const Mat<double>& residual) const {
  const auto& [basis, twice] = schur_of_integration();
  Mat<Complex> y = basis.adjoint() * residual.cast<Complex>() * basis_;
  Mat<Complex> bent(y.rows(), y.cols());  // matrix h² T y
  const double area = half_width * half_width;
  for (Index k = 0; k < y.cols(); ++k) {
    y.col(k) += bent.leftCols(k) * triangle_.col(k).head(k);
    solve_from_below(twice, area * triangle_(k, k), y.col(k));
    bent.col(k) = twice.triangularView<Eigen::Upper>() * y.col(k);
    bent.col(k) *= area;
  }
  return (basis * y * basis_.adjoint()).real();
}

}  // namespace plumb
