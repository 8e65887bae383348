#pragma once
// The Newton matrix of s coupled stages with one linearisation for all of them, solved in the eigenvectors of a.
//
// With a = X diag(ν) X⁻¹ and the increments of all stages as columns, ΔA = Â Xᵀ, the coupled system falls apart into
// one bordered system an eigenvalue, w = hν:
//
//   [M − w D − w² K, Gᵀ; R, 0],   R = G + wY + w²Z (index1),  ν (G + w W) (index2, / h),  ν² G (index3, / h²)
//
// Of a conjugate pair one is solved, in complex arithmetic. Source: Butcher 1976, BIT 16, p. 237; Bickart 1977, SIAM J.
// Numer. Anal. 14; Hairer & Wanner, Solving ODEs II, section IV.8.

#include <vector>

#include "methods/irk/coupled_matrix.hpp"
#include "methods/irk/eigenvectors.hpp"

namespace plumb {

template <class S, int stages>
class TransformedMatrix {
 public:
  using T = typename S::Scalar;
  using Blocks = BlocksOf<S>;

  /// False of `available()`: the eigenvectors of `alpha` are too ill-conditioned, or the form is ggl.
  TransformedMatrix(const StageShape& stage_shape, const Mat<T, stages>& alpha) : shape(stage_shape) {
    const auto basis = eigenvectors<T>(Mat<T>(alpha));
    usable = shape.form != Form::ggl && basis.complete;
    if (!usable) return;
    for (Eigen::Index k = 0; k < alpha.rows(); ++k) {
      const Complex nu = basis.values[k];
      if (nu.imag() < 0) continue;
      const int n = shape.velocities + shape.constraints;
      modes.push_back({nu, nu.imag() != 0, basis.x.col(k), basis.inverse.row(k).transpose(), Lu<T>(n), Lu<Complex>(n),
                       ComplexVector::Zero(n), Vec<T>::Zero(n)});
    }
  }

  bool available() const { return usable; }

  /// False: singular.
  bool factor(const T& h, const Blocks& blocks) {
    for (auto& mode : modes) {
      if (mode.is_complex) {
        fill(mode.complex_lu.matrix, mode.nu, h, blocks);
        if (!mode.complex_lu.factor()) return false;
      } else {
        fill(mode.real_lu.matrix, mode.nu.real(), h, blocks);
        if (!mode.real_lu.factor()) return false;
      }
    }
    return true;
  }

  /// z: stage by stage, in place.
  template <class Z>
  void solve(Z& z) {
    const auto width = static_cast<Eigen::Index>(shape.width());
    Eigen::Map<Mat<T>> columns(z.data(), width, z.size() / width);
    for (auto& mode : modes) mode.apply_inverse(columns);
    columns.setZero();
    for (const auto& mode : modes)
      for (Eigen::Index i = 0; i < columns.cols(); ++i)
        if (mode.is_complex)  // the conjugate adds the same real part
          columns.col(i) +=
              2 * (mode.right[i].real() * mode.solution.real() - mode.right[i].imag() * mode.solution.imag());
        else
          columns.col(i) += mode.right[i].real() * mode.real_solution;
  }

 private:
  using Complex = std::complex<T>;
  using ComplexMatrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;
  using ComplexVector = Eigen::Matrix<Complex, Eigen::Dynamic, 1>;

  struct Mode {
    Complex nu;
    bool is_complex;
    ComplexVector right, left;  // column of X, row of X⁻¹
    Lu<T> real_lu;
    Lu<Complex> complex_lu;
    ComplexVector solution;
    Vec<T> real_solution;

    template <class Columns>
    void apply_inverse(const Columns& columns) {
      if (is_complex) {
        solution.setZero();
        for (Eigen::Index j = 0; j < columns.cols(); ++j)
          for (Eigen::Index i = 0; i < columns.rows(); ++i) solution[i] += left[j] * columns(i, j);
        complex_lu.solve(solution);
      } else {
        real_solution.setZero();
        for (Eigen::Index j = 0; j < columns.cols(); ++j) real_solution += left[j].real() * columns.col(j);
        real_lu.solve(real_solution);
      }
    }
  };

  template <class Matrix, class Nu>
  void fill(Matrix& matrix, const Nu& nu, const T& h, const Blocks& b) const {
    using Scalar = typename Matrix::Scalar;
    const Scalar w = nu * h, w2 = w * w;
    const int n = shape.velocities;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) matrix(i, j) = Scalar(b.mass(i, j)) - w * b.damping(i, j) - w2 * b.stiffness(i, j);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < shape.constraints; ++i) {
        matrix(j, n + i) = Scalar(b.jacobian(i, j));
        matrix(n + i, j) = row(b, nu, w, w2, i, j);
      }
    matrix.bottomRightCorner(shape.constraints, shape.constraints).setZero();
  }
  template <class Nu, class Scalar>
  Scalar row(const Blocks& b, const Nu& nu, const Scalar& w, const Scalar& w2, int i, int j) const {
    switch (shape.form) {
      case Form::index1:
        return Scalar(b.jacobian(i, j)) + w * b.acceleration_by_v(i, j) + w2 * b.acceleration_by_q(i, j);
      case Form::index2: return nu * (Scalar(b.jacobian(i, j)) + w * b.rate_by_q(i, j));
      default: return nu * nu * b.jacobian(i, j);
    }
  }

  StageShape shape;
  bool usable = false;
  std::vector<Mode> modes;
};

}  // namespace plumb
