#pragma once
// A chart of the states that satisfy the constraints of a system, around a base point q_0: the tangent space there is
// the space of the independent coordinates (Potra & Rheinboldt 1991). The dependent coordinates solve
//
//   q = q̂ ⊞ U z,  Φ(t, q) = 0,   v = v̂ + U w,  G(t, q) v + ∂Φ/∂t = 0,   [M Gᵀ; G 0]⁻¹ [0; 1] = [U; ·] at q_0
//
// for any (q̂, v̂) near the constraints. On vector spaces only the components of q̂ and v̂ in directions Sᵀ with Sᵀ U = 0
// enter: these are the independent coordinates y = Sᵀ q̂ and their rates. If M is regular, U = M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹, so
// the chart does not depend on units, and S is the tangent space at q_0 in the metric M.
//
// Both equations are solved by Newton's iteration with the matrix at q_0. It contracts by the norm of 1 − G(q) U, the
// condition of the chart: 0 at q_0, and 1 or more if the chart may be singular at q. If it contracts slowly, or needs
// 16 iterations, the rows G of the matrix are computed at q; the directions U remain.

#include <cmath>
#include <limits>
#include <utility>

#include "contract/erasure.hpp"
#include "numerics/lu.hpp"

namespace plumb {

/// The derivatives of (q, v) with respect to (q̂, v̂); ∂q/∂v̂ = 0.
template <class T>
struct ConstraintChartBlocks {
  Mat<T> q_by_q, v_by_q, v_by_v;

  explicit ConstraintChartBlocks(int velocities)
      : q_by_q(zeros<Mat<T>>(velocities, velocities)), v_by_q(q_by_q), v_by_v(q_by_q) {}
};

template <class T>
class ConstraintChart {
 public:
  using System = ErasedSystem<T>;
  using Q = typename System::Q;
  using V = typename System::V;
  using L = typename System::L;

  /// `has_blocks`: whether linearise() may be called.
  ConstraintChart(const System& s, bool has_blocks)
      : counts(s.sizes()),
        base(s.template factors<T>()),
        with_rows(s.template factors<T>()),
        at(zero_state(s)),
        w(at.v),
        next(at.q),
        e(at.lambda),
        directions(zeros<Mat<T>>(has_blocks ? counts.v : 0, has_blocks ? counts.lambda : 0)),
        product(zeros<Mat<T>>(directions.rows(), directions.rows())),
        of_rows(directions.cols()),
        of_positions(has_blocks ? counts.lambda - counts.nonholonomic : 0) {}

  /// Chooses q as the base point. Returns false if the constraints are redundant or singular there.
  bool choose(System& s, const T& t, const Q& q) {
    at.q = q;
    t_base = t;
    most_contraction = 0;
    has_directions = false;
    ++chosen;
    is_chosen = s.factor(base, {.t = t, .x = at}, Blend<T>{.mass = 1});
    return is_chosen;
  }
  bool exists() const { return is_chosen; }
  /// Returns the number of charts that were chosen so far.
  int count() const { return chosen; }
  /// Returns the largest factor by which an iteration in this chart contracted.
  T contraction() const { return most_contraction; }

  /// Replaces q̂ and v̂ by q and v. Returns false if no such q is found.
  bool reach(System& s, const T& t, Q& q, V& v) {
    has_rows = false;
    const auto positions = [&](L& error) { s.constraint(t, q, error); };
    const auto move = [&] {
      s.retract(q, w, next);
      q.swap(next);
      return largest(q);
    };
    const bool may_turn = counts.nonholonomic == 0;  // otherwise the directions of positions depend on the rows
    if (!iterate(s, t, q, may_turn, positions, move)) return false;
    const auto velocities = [&](L& error) { s.constraint_rate(t, q, v, error); };
    return iterate(s, t, q, true, velocities, [&] {
      v += w;
      return largest(v);
    });
  }

  /// Computes the derivatives of reach() at a state that it returned, from G and W = ∂(G v + ∂Φ/∂t)/∂q at this state.
  /// Returns false if the chart is singular there.
  bool linearise(System& s, const Mat<T>& jacobian, const Mat<T>& rate_by_q, ConstraintChartBlocks<T>& out) {
    find_directions(s);
    const auto holonomic = of_positions.matrix.rows();
    const auto fill = [&](Mat<T>& matrix) {
      for (Eigen::Index j = 0; j < matrix.cols(); ++j)
        for (Eigen::Index i = 0; i < matrix.rows(); ++i) matrix(i, j) = jacobian.row(i).dot(directions.col(j));
    };
    if (!of_rows.factor([&] { fill(of_rows.matrix); })) return false;
    if (!of_positions.factor([&] { fill(of_positions.matrix); })) return false;
    subtract(of_rows, jacobian, out.v_by_v);
    subtract(of_positions, jacobian.topRows(holonomic), out.q_by_q);
    for (auto* of : {&out.v_by_v, &out.q_by_q}) of->diagonal().array() += T(1);
    subtract(of_rows, rate_by_q, product);
    out.v_by_q.noalias() = product.lazyProduct(out.q_by_q);
    return true;
  }

 private:
  static constexpr int most_iterations = 150;  // a contraction of 1/2 gains all digits of quad in 113

  template <class X>
  static T largest(const X& x) {
    return x.size() == 0 ? T(0) : T(x.cwiseAbs().maxCoeff());
  }

  /// Solves error(e) = 0 by corrections w; `move` applies one and returns the size of the unknowns.
  template <class Error, class Move>
  bool iterate(System& s, const T& t, const Q& q, bool may_turn, Error error, Move move) {
    T last = 0;  // change in the last iteration; 0: there was none
    for (int k = 0; k < most_iterations; ++k) {
      error(e);
      e = -e;
      w.setZero();
      s.solve(has_rows ? with_rows : base, w, e);
      const T change = largest(w);
      if (!(change < std::numeric_limits<T>::max())) return false;  // also NaN
      const T roundoff = unit_roundoff<T>() * move();
      if (has_settled(change, last, roundoff)) return true;
      const bool is_measurable = k > 0 && last > T(0x1p10) * roundoff;
      if (is_measurable && !has_rows) most_contraction = larger(most_contraction, T(change / last));
      const bool is_slow = is_measurable && 2 * change > last;
      const bool is_long = is_measurable && may_turn && k % 16 == 15;
      if ((is_slow || is_long) && !(may_turn && take_rows(s, t, q))) return false;
      last = change;
    }
    return false;
  }
  static T larger(const T& a, const T& b) { return a < b ? b : a; }

  // Returns true if the next change would be below rounding, or if changes near the roundoff no longer decrease.
  static bool has_settled(const T& change, const T& last, const T& roundoff) {
    if (!(change > roundoff)) return true;
    if (last == 0) return false;
    const bool decreases = 10 * change < 9 * last;
    if (change < T(0x1p20) * roundoff && !decreases) return true;
    return change / last * change < roundoff;
  }

  bool take_rows(System& s, const T& t, const Q& q) {
    has_rows = true;
    return s.factor(with_rows, {.t = t_base, .x = at, .t_rows = &t, .q_rows = &q}, Blend<T>{.mass = 1});
  }

  void find_directions(System& s) {
    if (has_directions) return;
    for (Eigen::Index k = 0; k < directions.cols(); ++k) {
      w.setZero();
      e.setZero();
      e[k] = T(1);
      s.solve(base, w, e);
      directions.col(k) = w;
    }
    has_directions = true;
  }

  /// out ← −U (G U)⁻¹ rows, with as many directions U as there are rows.
  template <class Rows>
  void subtract(const Lu<T>& of, const Rows& rows, Mat<T>& out) {
    const auto n = rows.rows();
    for (Eigen::Index j = 0; j < out.cols(); ++j) {
      auto part = e.head(n);
      part = -rows.col(j);
      of.solve(part);
      out.col(j).setZero();
      for (Eigen::Index k = 0; k < n; ++k) out.col(j) += part[k] * directions.col(k);
    }
  }

  Sizes counts;
  Opaque base, with_rows;  // matrices with the rows G at q_0, and at another point
  typename System::State at;
  T t_base = 0, most_contraction = 0;
  V w;
  Q next;
  L e;
  Mat<T> directions;  // U; the following members are workspace of linearise()
  Mat<T> product;
  Lu<T> of_rows, of_positions;
  int chosen = 0;
  bool is_chosen = false, has_rows = false, has_directions = false;
};

}  // namespace plumb
