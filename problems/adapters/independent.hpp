#pragma once
// Independent coordinates of any system with constraints: the local parametrisation by tangent spaces of Potra &
// Rheinboldt (Mech. Struct. Mach. 19, 1991, 1-18), chosen at run time; compare the coordinate partitioning of Wehage &
// Haug (J. Mech. Des. 104, 1982, 247-255). With y = Sᵀ q in the chart of a base point (constraint_chart.hpp),
//
//   y'' = Sᵀ a(t, q, v),   (q, v) = (q, v)(t, y, y'),   M a + Gᵀλ = f,  Φ'' = 0
//
// is an ordinary differential equation. Methods see coordinates (q̂, v̂) of the whole space instead of (y, y'):
//
//   q̂' = v̂,   v̂' = a(t, q, v),   (q, v) = (q, v)(t, q̂, v̂)
//
// A method with constant coefficients commutes with Sᵀ. So on vector spaces Sᵀ q̂ and Sᵀ v̂ are exactly its results for y
// and y'. Other components of q̂ and v̂ have no influence. After each step the run replaces (q̂, v̂) by (q, v), with the
// same y and y', and changes to the chart around q if the last one contracted slowly (`settle`). All vectors of the
// history of a multistep method then are states of the motion, or rates of states, in any chart. So a change of chart
// needs no restart. With rotations q̂ moves on its own manifold; (q̂, v̂)' above is smooth there, so orders are the same.
//
// The equations of implicit methods have the residuals M (a − a*) + Gᵀ(λ − λ*) and G (a − a*) with M and G at q̂, where
// a* and λ* are the solution above. Each evaluation needs a factorisation. Newton matrices contain the derivatives of
// the chart if the system has dense blocks, and otherwise the derivatives at (q, v).

#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/constraint_chart.hpp"
#include "problems/adapters/plain_or_whole_factors.hpp"

namespace plumb {

template <class T>
class Independent : public ErasedSystem<T> {
  using Plain = ErasedSystem<T>;
  using DenseBlocks = Blocks<T, Eigen::Dynamic, Eigen::Dynamic>;

 public:
  using typename Plain::L;
  using typename Plain::Point;
  using typename Plain::Q;
  using typename Plain::State;
  using typename Plain::V;
  template <class Entry>
  using Factors = PlainOrWholeFactors<Entry>;

  /// Both systems are the same: the first imposes constraints on accelerations, the second on velocities. A chart is
  /// replaced after a step if its iterations contracted by less than `contraction`; 0: after every step.
  Independent(Plain at_accelerations, Plain at_velocities, const T& contraction)
      : Plain(std::move(at_accelerations)),
        velocity_level(std::move(at_velocities)),
        counts(Plain::sizes()),
        limit(contraction),
        has_blocks(Plain::offers_blocks()),
        chart(*this, has_blocks),
        x(zero_state(velocity_level)),
        q_known(x.q),
        v_known(x.v),
        work(x.v),
        row(x.lambda),
        here(size_of(counts.v), size_of(counts.lambda)),
        of_velocities(here),
        rows(here.jacobian),
        moved(size_of(counts.v)),
        block(here.stiffness),
        tangent(size_of(counts.v)) {}
  Independent(const Independent& other) : Independent(other, other.velocity_level, other.limit) {}
  Independent(Independent&&) noexcept = default;
  Independent& operator=(Independent&&) noexcept = default;
  ~Independent() = default;

  bool velocity_dependent() const { return true; }
  static constexpr bool solves_for_acceleration() { return true; }

  bool choose_chart(const T& t, const Q& q) {
    is_known = false;
    return chart.choose(*this, t, q);
  }
  bool settle(const T& t, const Q& q, const V& v, Q& q_settled, V& v_settled) {
    q_settled = q;
    v_settled = v;
    if (!chart.exists() && !choose_chart(t, q)) return false;
    if (!chart.reach(*this, t, q_settled, v_settled)) return false;
    return (limit != 0 && chart.contraction() <= limit) || choose_chart(t, q_settled);
  }
  /// Returns the number of charts that were chosen so far.
  int charts() const { return chart.count(); }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    if (!solve_at(t, q, v)) return false;
    a = x.a;
    lambda = x.lambda;
    return true;
  }
  /// M a* + Gᵀλ* with M and G at q̂
  void force(const T& t, const Q& q, const V& v, V& f) {
    solve_or_nan(t, q, v);
    Plain::momentum(q, x.a, f);
    Plain::reaction(t, q, x.lambda, work);
    f += work;
  }
  /// G (a − a*) with G at q̂
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& out) {
    solve_or_nan(t, q, v);
    Plain::constraint_acceleration(t, q, v, x.a, row);
    Plain::constraint_acceleration(t, q, v, a, out);
    out -= row;
  }
  /// −G a*
  void constraint_bias(const T& t, const Q& q, const V& v, L& out) {
    solve_or_nan(t, q, v);
    Plain::constraint_acceleration(t, q, v, x.a, row);
    Plain::constraint_bias(t, q, v, out);
    out -= row;
  }

  /// Derivatives at the solution a*, λ*, which the solution of the equations of implicit methods equals.
  void blocks(const T& t, const State& at, DenseBlocks& out) {
    if (!linearise(t, at.q, at.v, out)) out.stiffness.setConstant(std::numeric_limits<T>::quiet_NaN());
  }

  template <class Entry>
  Factors<Entry> factors() const {
    return {.plain = Plain::template factors<Entry>(),
            .whole = {size_of(counts.v), size_of(counts.lambda), false, has_blocks ? counts.nonholonomic : 0}};
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    const bool has_derivatives = b.has_tangents() || b.by_v != Entry(0) || b.by_q != Entry(0);
    const bool is_of_accelerations = b.rate == Entry(0) && b.position == Entry(0) && !b.stabilised;
    f.is_whole = has_blocks && has_derivatives && is_of_accelerations;
    if (!f.is_whole) return Plain::factor(f.plain, point, b);
    if (!linearise(point.t, point.x.q, point.x.v, here)) return false;
    rows = here.jacobian;
    if (point.t_rows || point.q_rows)
      take_rows(point.t_rows ? *point.t_rows : point.t, point.q_rows ? *point.q_rows : point.x.q);
    if (point.theta && !Plain::vector_space()) {
      if (!tangent.take(*this, point)) return false;
      tangent.apply(here.stiffness);
      tangent.apply(here.acceleration_by_q);
    }
    return f.whole.factor(here, rows, rows, b);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e) {
    if (f.is_whole) return f.whole.solve(w, e);
    Plain::solve(f.plain, w, e);
  }
  /// Solves with a stabilised matrix, which equals the matrix of the system without charts.
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
    Plain::solve(f.plain, w, e, mu);
  }

 private:
  int size_of(int count) const { return has_blocks ? count : 0; }

  /// Computes q, v, a* and λ* in x. Returns false if they do not exist.
  bool solve_at(const T& t, const Q& q, const V& v) {
    if (is_known && t == t_known && q == q_known && v == v_known) return true;
    is_known = false;
    if (!chart.exists() && !chart.choose(*this, t, q)) return false;
    x.q = q;
    x.v = v;
    if (!chart.reach(*this, t, x.q, x.v) || !Plain::acceleration(t, x.q, x.v, x.a, x.lambda)) return false;
    t_known = t;
    q_known = q;
    v_known = v;
    is_known = true;
    return true;
  }
  void solve_or_nan(const T& t, const Q& q, const V& v) {
    if (solve_at(t, q, v)) return;
    x.a.setConstant(std::numeric_limits<T>::quiet_NaN());
    x.lambda.setConstant(std::numeric_limits<T>::quiet_NaN());
  }

  /// Computes the blocks at a*, λ*, with the derivatives of the chart. Precondition: the system has dense blocks.
  bool linearise(const T& t, const Q& q, const V& v, DenseBlocks& out) {
    if (!solve_at(t, q, v)) return false;
    Plain::blocks(t, x, out);
    velocity_level.blocks(t, x, of_velocities);
    if (!chart.linearise(*this, out.jacobian, of_velocities.rate_by_q, moved)) return false;
    compose(out.stiffness, out.damping);
    compose(out.acceleration_by_q, out.acceleration_by_v);
    return true;
  }
  /// Replaces the derivatives with respect to (q, v) by the derivatives with respect to (q̂, v̂).
  void compose(Mat<T>& by_q, Mat<T>& by_v) {
    auto part = block.topRows(by_q.rows());
    part.noalias() = by_q.lazyProduct(moved.q_by_q);
    part.noalias() += by_v.lazyProduct(moved.v_by_q);
    by_q = part;
    part.noalias() = by_v.lazyProduct(moved.v_by_v);
    by_v = part;
  }
  void take_rows(const T& t, const Q& q) {
    row.setZero();
    for (Eigen::Index k = 0; k < rows.rows(); ++k) {
      row[k] = T(1);
      Plain::reaction(t, q, row, work);
      row[k] = T(0);
      rows.row(k) = work.transpose();
    }
  }

  Plain velocity_level;
  Sizes counts;
  T limit;
  bool has_blocks;
  ConstraintChart<T> chart;
  State x;  // q, v, a*, λ* of the last arguments, which follow
  Q q_known;
  V v_known;
  T t_known = 0;
  bool is_known = false;
  V work;
  L row;
  DenseBlocks here, of_velocities;
  Mat<T> rows;
  ConstraintChartBlocks<T> moved;
  Mat<T> block;
  ChartTangent<T, Eigen::Dynamic> tangent;
};

}  // namespace plumb
