#pragma once
// The Newton matrix of s coupled stages with one linearisation for all of them, solved in the eigenvectors of a.
//
// With a = X diag(ν) X⁻¹ and the increments of all stages as columns, ΔA = Â Xᵀ, the coupled equations separate into
// the equations of one stage for each eigenvalue, with α = ν: one factorisation of the system each. Only one of a
// conjugate pair is factorised, in complex arithmetic. Sources: Butcher 1976, BIT 16, p. 237; Bickart 1977, SIAM J.
// Numer. Anal. 14; Hairer & Wanner, Solving ODEs II, section IV.8.

#include <vector>

#include "methods/implicit/eigenvectors.hpp"
#include "methods/implicit/stage_shape.hpp"

namespace plumb {

template <class S, int stages>
class TransformedMatrix {
 public:
  using T = typename S::Scalar;
  using Increment = StageIncrement<S, stages>;

  /// `available()` is false if the eigenvectors of `alpha` are too ill-conditioned.
  TransformedMatrix(S& system, const Mat<T, stages>& alpha) : s(system), shape(shape_of(system)) {
    const auto basis = eigenvectors<T>(Mat<T>(alpha));
    usable = basis.complete;
    if (!usable) return;
    for (Eigen::Index k = 0; k < alpha.rows(); ++k) {
      const Complex nu = basis.values[k];
      const Vec<Complex> right = basis.x.col(k), left = basis.inverse.row(k).transpose();
      if (nu.imag() > 0) pairs.emplace_back(s, shape, nu, right, left);
      if (nu.imag() == 0) singles.emplace_back(s, shape, nu.real(), right.real(), left.real());
    }
  }

  bool available() const { return usable; }

  /// Returns false if the matrix is singular.
  bool factor(const PointOf<S>& point, const T& h) {
    const auto of = [&](auto& modes) {
      for (auto& mode : modes)
        if (!s.factor(mode.factors, point, stage_blend(shape.form, h, mode.nu))) return false;
      return true;
    };
    return of(singles) && of(pairs);
  }

  void solve(Increment& z) {
    for (auto& mode : singles) mode.solve(s, shape, z);
    for (auto& mode : pairs) mode.solve(s, shape, z);
    z.forces.setZero();
    z.constraints.setZero();
    z.positions.setZero();
    for (const auto& mode : singles) mode.add_to(z, [](const T& x, const T& y) { return T(x * y); });
    for (const auto& mode : pairs)  // factor 2: the conjugate mode has the same real part
      mode.add_to(
          z, [](const Complex& x, const Complex& y) { return T(2 * (x.real() * y.real() - x.imag() * y.imag())); });
  }

 private:
  using Complex = std::complex<T>;

  template <class Entry>
  struct Mode {
    Entry nu;
    Vec<Entry> right, left;  // columns of X, rows of X⁻¹
    typename S::template Factors<Entry> factors;
    VelocitiesOf<S, Entry> w;
    MultipliersOf<S, Entry> e, mu;

    Mode(S& system, const StageShape& shape, const Entry& eigenvalue, const Vec<Entry>& column, const Vec<Entry>& row)
        : nu(eigenvalue),
          right(column),
          left(row),
          factors(system.template factors<Entry>()),
          w(VelocitiesOf<S, Entry>::Zero(shape.velocities)),
          e(MultipliersOf<S, Entry>::Zero(shape.constraints)),
          mu(e) {}

    void solve(S& system, const StageShape& shape, const Increment& z) {
      combine(z.forces, w);
      combine(z.constraints, e);
      if (!shape.stabilised()) return system.solve(factors, w, e);
      combine(z.positions, mu);
      system.solve(factors, w, e, mu);
    }

    // Computes the right-hand side of this eigenvalue: the columns of all stages, weighted with the row of X⁻¹.
    template <class Columns, class Out>
    void combine(const Columns& columns, Out& out) const {
      out.setZero();
      for (Eigen::Index j = 0; j < columns.cols(); ++j)
        for (Eigen::Index i = 0; i < columns.rows(); ++i) out[i] += left[j] * columns(i, j);
    }

    template <class Product>
    void add_to(Increment& z, Product real_product) const {
      const auto add = [&](auto& columns, const auto& solution) {
        for (Eigen::Index j = 0; j < columns.cols(); ++j)
          for (Eigen::Index i = 0; i < columns.rows(); ++i) columns(i, j) += real_product(right[j], solution[i]);
      };
      add(z.forces, w);
      add(z.constraints, e);
      add(z.positions, mu);
    }
  };

  S& s;
  StageShape shape;
  bool usable = false;
  std::vector<Mode<T>> singles;
  std::vector<Mode<Complex>> pairs;
};

}  // namespace plumb
