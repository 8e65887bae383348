#pragma once
// The accelerations and multipliers of constraints that yield in proportion to their multipliers:
//
//   [ M  Gᵀ  ] (a, λ) = (f, −γ − λ_k / α)           the last rows: λ = λ_k + α (G a + γ)
//   [ G  −1/α ]
//
// With λ_k = 0 this is the penalty formulation, (M + α GᵀG) a = f − α Gᵀγ (bayo1988). The iteration λ_k ← λ from λ_0 =
// 0 is the augmented Lagrangian formulation (bayo1996); its limit has G a + γ = 0. If s is an eigenvalue of G M⁻¹ Gᵀ,
// the part of the error that belongs to it falls by the factor 1 + α s in each iteration.
//
// The matrix is regular wherever M + α GᵀG is, so rows of G may depend on each other. The part of λ with Gᵀλ = 0 then
// grows by the same amount in each iteration: its multiple is subtracted, which leaves the λ of least norm.

#include <limits>

#include "contract/system.hpp"
#include "numerics/lu.hpp"

namespace plumb {

template <class T>
class CompliantEquations {
 public:
  /// Upper limit of the number of solutions. The iteration ends earlier when the accelerations change by rounding
  /// errors only. Only eigenvectors with α s < 1, which belong to nearly dependent constraints, would need more.
  static constexpr int most_solutions = 50;

  /// `alpha` is the penalty in kg for rows in m, kg m² for rows in rad. Without `iterates` there is one solution.
  CompliantEquations(const Sizes& sizes, const T& alpha, bool iterates)
      : compliance(1 / alpha),
        is_iterated(iterates),
        has_momenta(sizes.momenta),
        mass(zeros<Mat<T>>(sizes.v, sizes.v)),
        columns(zeros<Mat<T>>(sizes.v, sizes.lambda)),
        rows(zeros<Mat<T>>(sizes.lambda, sizes.v)),
        lu(sizes.v + sizes.lambda),
        right(zeros<Vec<T>>(sizes.v + sizes.lambda)),
        z(right),
        multipliers(zeros<Vec<T>>(sizes.lambda)),
        step(multipliers),
        row(multipliers),
        rest(multipliers),
        before(zeros<Vec<T>>(sizes.v)),
        column(before),
        unit(before),
        still(before) {}

  /// Computes M and G of the system at t and q, and factorises the matrix above. Returns false if it is singular.
  template <class S>
  bool factor(S& s, const T& t, const typename S::Q& q) {
    const auto nv = mass.rows(), nl = rows.rows();
    for (Eigen::Index j = 0; j < nv; ++j) {
      unit[j] = T(1);
      s.momentum(q, unit, column);
      mass.col(j) = column;
      if (has_momenta) {  // rows of momenta contain G M⁻¹
        if (j == 0) s.constraint_acceleration(t, q, still, still, rest);
        s.constraint_acceleration(t, q, still, unit, row);
        rows.col(j) = row - rest;
      }
      unit[j] = T(0);
    }
    row.setZero();
    for (Eigen::Index k = 0; k < nl; ++k) {
      row[k] = T(1);
      s.reaction(t, q, row, column);
      row[k] = T(0);
      columns.col(k) = column;
      if (!has_momenta) rows.row(k) = column.transpose();
    }
    return lu.factor([&] {
      auto& to = lu.matrix;
      to.topLeftCorner(nv, nv) = mass;
      to.topRightCorner(nv, nl) = columns;
      to.bottomLeftCorner(nl, nv) = rows;
      to.bottomRightCorner(nl, nl).setZero();
      to.bottomRightCorner(nl, nl).diagonal().setConstant(-compliance);
    });
  }

  /// Replaces the force w by the acceleration and e, which is −γ, by the multipliers. Precondition: the last factor()
  /// succeeded.
  void solve(Vec<T>& w, Vec<T>& e) {
    const auto nv = w.size(), nl = e.size();
    right.head(nv) = w;
    right.tail(nl) = e;
    multipliers.setZero();
    before.setZero();
    T last = std::numeric_limits<T>::max();
    for (count = 1;; ++count) {
      z = right;
      z.tail(nl) -= compliance * multipliers;
      lu.solve(z);
      step = z.tail(nl) - multipliers;
      multipliers = z.tail(nl);
      if (!is_iterated || count == most_solutions) break;
      const T size = largest(z.head(nv)), change = largest(z.head(nv) - before);
      if (has_settled(size, change, last)) break;
      before = z.head(nv);
      last = change;
    }
    w = z.head(nv);
    e = multipliers;
    if (is_iterated) e -= T(count) * step;
  }

  /// Replaces (w, e) by the solution with the last factorised matrix and λ_k = 0, without iteration.
  void solve_once(Vec<T>& both) const { lu.solve(both); }

  /// G at the last factor().
  const Mat<T>& jacobian() const { return rows; }
  const T& compliance_of_rows() const { return compliance; }
  bool iterates() const { return is_iterated; }
  /// Returns the number of solutions of the last solve().
  int solutions() const { return count; }

 private:
  template <class X>
  static T largest(const X& x) {
    return x.size() == 0 ? T(0) : T(x.cwiseAbs().maxCoeff());
  }
  // Returns true if the last change is below rounding, or if it is near the roundoff and no longer decreases.
  static bool has_settled(const T& size, const T& change, const T& last) {
    const T roundoff = unit_roundoff<T>() * size;
    return !(change > 4 * roundoff) || (change < T(0x1p20) * roundoff && 10 * change > 9 * last);
  }

  T compliance;
  bool is_iterated, has_momenta;
  Mat<T> mass, columns, rows;
  Lu<T> lu;
  Vec<T> right, z, multipliers, step, row, rest, before, column, unit, still;
  int count = 0;
};

}  // namespace plumb
