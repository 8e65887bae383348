#pragma once
// The stabilised equations of index 1 of any system with constraints:
//
//   q' = v − Gᵀμ,   v' = a − Gᵀη,   M a + Gᵀλ = f
//   Φ = 0,   G v + ∂Φ/∂t = 0,   G a + γ = 0           (nonholonomic rows: the last two; μ = 0)
//
// The constraints of all three levels hold together. The accelerations a and the multipliers λ are functions of q and
// v: the solution of the index-1 equations. The multipliers μ and η keep the invariants Φ and Φ' of these equations
// (Gear 1986, SIAM J. Sci. Stat. Comput. 7), μ as in Gear, Gupta & Leimkuhler 1985 (ggl). On the exact motion both
// vanish.
//
// The same discrete solutions have the overdetermined equations (Führer & Leimkuhler 1991): q' = v, v' = a, and the
// constraints of all levels, solved by the generalised inverse with residuals Gᵀμ and Gᵀη of q' = v and v' = a. With
// G S = 0 it solves
//
//   Φ = 0,   G v + ∂Φ/∂t = 0,   Sᵀ(q' − v) = 0,   Sᵀ(v' − a) = 0
//
// For linear constraints Petzold & Potra 1992 (Appl. Numer. Math. 10) show that both have equal results. With residuals
// in the range of the transposed derivatives of both constraints, the residual of q' = v would also contain
// (∂(G v + ∂Φ/∂t)/∂q)ᵀη. For linear constraints this is 0.
//
// Methods solve equations of the form ggl with mass matrix 1, the force a(t, q, v), and the multipliers η and μ. So the
// x.lambda of a method is η. The a and λ of a state are the index-1 solution at its q and v
// (Derivation::has_own_multipliers).
//
// Each force needs a factorisation. Newton matrices contain the derivatives of a:
//
//   [ M  Gᵀ ] (∂a, ∂λ)/∂x = (∂(f − Gᵀλ − M a)/∂x, −∂Φ''/∂x),   x = q or v
//   [ G  0  ]
//
// Systems without dense blocks omit them, so Newton's iteration converges linearly there, and only while h |∂a/∂v| and
// h² |∂a/∂q| are small.

#include <limits>
#include <utility>

#include "contract/erasure.hpp"
#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/plain_or_whole_factors.hpp"

namespace plumb {

template <class T>
class StabilisedIndex1 : public ErasedSystem<T> {
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

  /// Both arguments are the same system: the first imposes constraints on accelerations, the second has the form ggl.
  StabilisedIndex1(Plain at_accelerations, Plain at_both_levels)
      : Plain(std::move(at_both_levels)),
        index1(std::move(at_accelerations)),
        counts(Plain::sizes()),
        has_blocks(Plain::offers_blocks()),
        at(zero_state(index1)),
        here(has_blocks ? counts.v : 0, has_blocks ? counts.lambda : 0),
        of_motion(here),
        rows(here.jacobian),
        positions(here.jacobian),
        chart(has_blocks ? counts.v : 0),
        change_of_a(at.v),
        change_of_lambda(at.lambda),
        equations(index1.template factors<T>()) {}
  StabilisedIndex1(const StabilisedIndex1& other) : StabilisedIndex1(other.index1, other) {}
  StabilisedIndex1(StabilisedIndex1&&) noexcept = default;
  StabilisedIndex1& operator=(StabilisedIndex1&&) noexcept = default;
  ~StabilisedIndex1() = default;

  bool velocity_dependent() const { return true; }
  static constexpr bool solves_for_acceleration() { return true; }

  /// The accelerations of the index-1 equations, with η = 0 as multipliers.
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& eta) {
    const bool is_regular = index1.acceleration(t, q, v, a, eta);
    eta.setZero();
    return is_regular;
  }
  void force(const T& t, const Q& q, const V& v, V& out) { acceleration_or_nan(index1, t, q, v, out, at.lambda); }
  void momentum(const Q&, const V& v, V& out) const { out = v; }

  void blocks(const T& t, const State& x, BlocksOfAny& out) {
    if (!linearise(t, x)) here.stiffness.setConstant(std::numeric_limits<T>::quiet_NaN());
    out.mass = here.mass;
    out.damping = here.damping;
    out.stiffness = here.stiffness;
    out.jacobian = here.jacobian;
    out.rate_by_q = here.rate_by_q;
  }

  template <class Entry>
  Factors<Entry> factors() const {
    return {.plain = Plain::template factors<Entry>(),
            .whole = {has_blocks ? counts.v : 0, has_blocks ? counts.lambda : 0, true, counts.nonholonomic}};
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    f.is_whole = has_blocks && b.has_tangents();
    if (!f.is_whole) return Plain::factor(f.plain, point, without_tangents(b));
    if (!linearise(point.t, point.x)) return false;
    rows = here.jacobian;
    if (point.t_rows || point.q_rows)
      take_rows(point.t_rows ? *point.t_rows : point.t, point.q_rows ? *point.q_rows : point.x.q);
    positions = rows;
    if (point.theta && !Plain::vector_space()) {
      if (!chart.take(*this, point)) return false;
      for (auto* block : {&here.stiffness, &here.rate_by_q, &positions}) chart.apply(*block);
    }
    return f.whole.factor(here, rows, positions, b);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e) {
    if (!f.is_whole) return Plain::solve(f.plain, w, e);
    f.whole.solve(w, e);
  }
  /// Solves with a stabilised matrix.
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
    if (!f.is_whole) return Plain::solve(f.plain, w, e, mu);
    f.whole.solve(w, e, mu);
  }

 private:
  /// Returns the blend with mass matrix 1 and without derivatives of forces.
  template <class Entry>
  static Blend<Entry> without_tangents(Blend<Entry> b) {
    b.identity += b.mass;
    b.mass = b.damping = b.stiffness = b.mu_force = Entry(0);
    return b;
  }

  /// Computes the blocks of these equations in `here`. Returns false if mass and constraints are singular.
  bool linearise(const T& t, const State& x) {
    at.q = x.q;
    at.v = x.v;
    if (!index1.acceleration(t, x.q, x.v, at.a, at.lambda)) return false;
    if (!index1.factor(equations, Point{t, at}, Blend<T>{.mass = 1})) return false;
    index1.blocks(t, at, of_motion);
    at.lambda += x.lambda;
    Plain::blocks(t, at, here);
    here.mass.setIdentity();
    here.stiffness -= of_motion.stiffness;  // −∂(Gᵀη)/∂q
    here.damping.setZero();
    add_derivatives(of_motion.stiffness, of_motion.acceleration_by_q, here.stiffness);
    add_derivatives(of_motion.damping, of_motion.acceleration_by_v, here.damping);
    return true;
  }
  // Adds ∂a/∂x to `to`, where x is q or v; `of_forces` and `of_rows` are the derivatives of f − Gᵀλ − M a and of Φ''.
  void add_derivatives(const Mat<T>& of_forces, const Mat<T>& of_rows, Mat<T>& to) {
    for (Eigen::Index j = 0; j < to.cols(); ++j) {
      change_of_a = of_forces.col(j);
      change_of_lambda = -of_rows.col(j);
      index1.solve(equations, change_of_a, change_of_lambda);
      to.col(j) += change_of_a;
    }
  }
  /// Evaluates G of the constraint rows at another point.
  void take_rows(const T& t, const Q& q) {
    change_of_lambda.setZero();
    for (Eigen::Index k = 0; k < rows.rows(); ++k) {
      change_of_lambda[k] = T(1);
      Plain::reaction(t, q, change_of_lambda, change_of_a);
      change_of_lambda[k] = T(0);
      rows.row(k) = change_of_a.transpose();
    }
  }

  Plain index1;
  Sizes counts;
  bool has_blocks;
  State at;                     // state with the accelerations and multipliers of the last linearisation
  BlocksOfAny here, of_motion;  // blocks of these equations, and of the index-1 equations
  Mat<T> rows, positions;       // G and G N of the constraint rows
  ChartTangent<T, Eigen::Dynamic> chart;
  V change_of_a;
  L change_of_lambda;
  Opaque equations;
};

}  // namespace plumb
