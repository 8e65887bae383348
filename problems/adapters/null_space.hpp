#pragma once
// The null-space form of any system with constraints: the equations of Maggi in coordinates q and independent
// velocities u (Betsch 2005, Comput. Methods Appl. Mech. Eng. 194; Laulusa & Bauchau 2008, J. Comput. Nonlinear Dyn. 3).
// With the mass matrix M_0 and the constraint matrix G_0 at a base point, and a basis S of the null space of G_0,
//
//   q' = v = P u + s,   Pᵀ (M v' − f) = 0,        G P = 0,   SᵀM_0 P = 1        (null-space matrix P(t, q))
//                                                 G s + ∂Φ/∂t = 0,   SᵀM_0 s = 0
//
// is an ordinary differential equation for q and u = SᵀM_0 v. Velocities satisfy their constraints, and Φ = 0 is an
// invariant, because Φ' = 0 for every q and u. So only positions drift. Methods solve the same equations in the form
// index2, with the accelerations a(t, q, v) of the index-1 equations, M a + Gᵀλ = f, G a + γ = 0:
//
//   q' = v,   M_0 v' + G_0ᵀη = M_0 a(t, q, v),   G v + ∂Φ/∂t = 0
//
// Multiplied by Sᵀ this is u' = SᵀM_0 a, which does not contain η. M_0 and G_0 are constant during a step. So implicit
// Runge-Kutta methods with a regular coefficient matrix have exactly their stages for q and u, with their orders for
// ordinary differential equations. So have half-explicit methods that impose the constraint at their stages.
// After each step the run replaces v by P u + s, with the same u, and the new state becomes the base point (`settle`).
//
// The x.lambda of a method is η, which vanishes on the exact motion. The a and λ of a state are the index-1 solution at
// its q and v (Derivation::has_own_multipliers).
//
// Each force needs a factorisation. Newton matrices contain the derivatives of a if the system has dense blocks.
// Otherwise Newton's iteration converges linearly, and only while h |∂a/∂v| and h² |∂a/∂q| are small. Methods with
// coupled stages must solve them in the basis of the eigenvectors of their coefficient matrix, because dense blocks
// contain one matrix G only, and here the matrix of the reactions and the matrix of the rows differ.

#include <utility>

#include "contract/erasure.hpp"
#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/plain_or_whole_factors.hpp"

namespace plumb {

template <class T>
class NullSpace : public ErasedSystem<T> {
  using Plain = ErasedSystem<T>;
  using BlocksOfAny = Blocks<T, Eigen::Dynamic, Eigen::Dynamic>;

 public:
  using typename Plain::L;
  using typename Plain::Point;
  using typename Plain::Q;
  using typename Plain::State;
  using typename Plain::V;
  template <class Entry>
  using Factors = PlainOrWholeFactors<Entry>;

  /// Both arguments are the same system: the first imposes constraints on accelerations, the second on velocities.
  NullSpace(Plain at_accelerations, Plain at_velocities)
      : Plain(std::move(at_velocities)),
        index1(std::move(at_accelerations)),
        counts(Plain::sizes()),
        has_blocks(Plain::offers_blocks()),
        base(zero_state(index1)),
        at(base),
        w(base.v),
        work(base.v),
        row(base.lambda),
        here(size_of(counts.v), size_of(counts.lambda)),
        of_motion(here),
        base_mass(here.mass),
        base_rows(here.jacobian),
        rows(here.jacobian),
        chart(size_of(counts.v)),
        equations(index1.template factors<T>()),
        projection(Plain::template factors<T>()) {}
  NullSpace(const NullSpace& other) : NullSpace(other.index1, other) {}
  NullSpace(NullSpace&&) noexcept = default;
  NullSpace& operator=(NullSpace&&) noexcept = default;
  ~NullSpace() = default;

  bool velocity_dependent() const { return true; }
  static constexpr bool solves_for_acceleration() { return true; }
  static constexpr bool offers_blocks() { return false; }

  /// Chooses the base point. Returns false if the constraints are redundant or singular there.
  bool choose_chart(const T& t, const Q& q) {
    take_base(t, q);
    return factor_projection(t, q);
  }
  bool settle(const T& t, const Q& q, const V& v, Q& q_settled, V& v_settled) {
    q_settled = q;
    v_settled = v;
    if (!has_base) take_base(t, q);
    if (!factor_projection(t, q)) return false;
    for (int k = 0; k < 2; ++k) {  // the second solution removes rounding errors of the first
      Plain::constraint_rate(t, q, v_settled, row);
      row = -row;
      w.setZero();
      Plain::solve(projection, w, row);
      v_settled += w;
    }
    take_base(t, q);
    return true;
  }

  /// The accelerations of the index-1 equations, with η = 0 as multipliers.
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& eta) {
    const bool is_regular = index1.acceleration(t, q, v, a, eta);
    eta.setZero();
    return is_regular;
  }
  /// M_0 a
  void force(const T& t, const Q& q, const V& v, V& out) {
    if (!has_base) take_base(t, q);
    acceleration_or_nan(index1, t, q, v, work, row);
    Plain::momentum(base.q, work, out);
  }
  /// M_0 v
  void momentum(const Q& q, const V& v, V& out) { Plain::momentum(has_base ? base.q : q, v, out); }
  /// G_0ᵀη
  void reaction(const T& t, const Q& q, const L& eta, V& out) {
    if (!has_base) take_base(t, q);
    Plain::reaction(t_base, base.q, eta, out);
  }

  template <class Entry>
  Factors<Entry> factors() const {
    return {.plain = Plain::template factors<Entry>(),
            .whole = {size_of(counts.v), size_of(counts.lambda), false, has_blocks ? counts.nonholonomic : 0}};
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    if (!has_base) take_base(point.t, point.x.q);
    const T& t_rows = point.t_rows ? *point.t_rows : point.t;
    const Q& q_rows = point.q_rows ? *point.q_rows : point.x.q;
    f.is_whole = has_blocks && (b.has_tangents() || b.rate != Entry(0) || b.rate_of_velocity != Entry(0));
    if (!f.is_whole) {
      base.v = point.x.v;
      const Point at_base{.t = t_base, .x = base, .t_rows = &t_rows, .q_rows = &q_rows};
      return Plain::factor(f.plain, at_base, without_tangents(b));
    }
    if (!linearise(point.t, point.x)) return false;
    rows = here.jacobian;
    if (point.t_rows || point.q_rows) take_rows(t_rows, q_rows, rows);
    here.jacobian = base_rows;
    if (point.theta && !Plain::vector_space()) {
      if (!chart.take(*this, point)) return false;
      chart.apply(here.stiffness);
      chart.apply(here.rate_by_q);
    }
    return f.whole.factor(here, rows, rows, b);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& velocities, Vec<Entry>& multipliers) {
    if (!f.is_whole) return Plain::solve(f.plain, velocities, multipliers);
    f.whole.solve(velocities, multipliers);
  }
  /// Solves with a stabilised matrix, which these equations do not have: it is the matrix of the underlying system.
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& velocities, Vec<Entry>& multipliers, Vec<Entry>& mu) {
    Plain::solve(f.plain, velocities, multipliers, mu);
  }

 private:
  int size_of(int count) const { return has_blocks ? count : 0; }

  template <class Entry>
  static Blend<Entry> without_tangents(Blend<Entry> b) {
    b.damping = b.stiffness = Entry(0);
    return b;
  }

  void take_base(const T& t, const Q& q) {
    t_base = t;
    base.q = q;
    has_base = true;
    has_base_matrices = false;
  }
  /// Factorises the matrix [M_0 G_0ᵀ; G 0] with G at (t, q).
  bool factor_projection(const T& t, const Q& q) {
    return Plain::factor(projection, Point{.t = t_base, .x = base, .t_rows = &t, .q_rows = &q}, Blend<T>{.mass = 1});
  }

  /// Computes the blocks of these equations in `here`, with G at x as `jacobian`. Returns false if mass and constraints
  /// are singular. Precondition: the system has dense blocks.
  bool linearise(const T& t, const State& x) {
    at.q = x.q;
    at.v = x.v;
    if (!index1.acceleration(t, x.q, x.v, at.a, at.lambda)) return false;
    if (!index1.factor(equations, Point{.t = t, .x = at}, Blend<T>{.mass = 1})) return false;
    index1.blocks(t, at, of_motion);
    Plain::blocks(t, at, here);
    compute_base_matrices();
    here.mass = base_mass;
    multiply_derivatives(of_motion.stiffness, of_motion.acceleration_by_q, here.stiffness);
    multiply_derivatives(of_motion.damping, of_motion.acceleration_by_v, here.damping);
    return true;
  }
  // to ← M_0 ∂a/∂x, where x is q or v; `of_forces` and `of_rows` are the derivatives of f − Gᵀλ − M a and of Φ''.
  void multiply_derivatives(const Mat<T>& of_forces, const Mat<T>& of_rows, Mat<T>& to) {
    for (Eigen::Index j = 0; j < to.cols(); ++j) {
      w = of_forces.col(j);
      row = -of_rows.col(j);
      index1.solve(equations, w, row);
      Plain::momentum(base.q, w, work);
      to.col(j) = work;
    }
  }
  void compute_base_matrices() {
    if (has_base_matrices) return;
    w.setZero();
    for (Eigen::Index j = 0; j < base_mass.cols(); ++j) {
      w[j] = T(1);
      Plain::momentum(base.q, w, work);
      w[j] = T(0);
      base_mass.col(j) = work;
    }
    take_rows(t_base, base.q, base_rows);
    has_base_matrices = true;
  }
  /// out ← G(t, q)
  void take_rows(const T& t, const Q& q, Mat<T>& out) {
    row.setZero();
    for (Eigen::Index k = 0; k < out.rows(); ++k) {
      row[k] = T(1);
      Plain::reaction(t, q, row, work);
      row[k] = T(0);
      out.row(k) = work.transpose();
    }
  }

  Plain index1;
  Sizes counts;
  bool has_blocks;  // whether the underlying system has dense blocks
  T t_base = 0;
  State base;  // the base point is t_base and base.q
  bool has_base = false, has_base_matrices = false;
  State at;  // state with the accelerations and multipliers of the last linearisation
  V w, work;
  L row;
  BlocksOfAny here, of_motion;  // blocks of these equations, and of the index-1 equations
  Mat<T> base_mass, base_rows;  // M_0 and G_0
  Mat<T> rows;                  // G of the constraint rows
  ChartTangent<T, Eigen::Dynamic> chart;
  Opaque equations, projection;
};

}  // namespace plumb
