#pragma once
// Bayo's penalty and augmented Lagrangian formulations of any system with constraints. Both replace Φ'' = 0 by
//
//   M a + Gᵀλ = f,   λ = λ_k + α (Φ'' + 2 ω μ Φ' + ω² Φ)                     α [kg, kg m²], ω [1/s], μ [-]
//
// with λ_k = 0 (penalty; Bayo, García de Jalón & Serna 1988) or λ_k = λ, the limit of the iteration (augmented
// Lagrangian; Bayo & Ledesma 1996). Nonholonomic rows have α ((G v + ∂Φ/∂t)' + ω μ (G v + ∂Φ/∂t)). Constraints may be
// redundant and singular (compliant_equations.hpp). Where G has full rank, the limit is Baumgarte's formulation with
// the rates ω μ and ω.
//
// All methods integrate the acceleration a* of these equations. Explicit methods evaluate a* directly. The equations of
// implicit methods contain the rows G (a − a*) = 0, which determine a and Gᵀλ. Each evaluation needs a dense
// factorisation. The lower right block of Newton matrices is −κ instead of 0, so they are regular even if constraints
// are redundant:
//
//   [ B  Gᵀ ]    R = ∂(G (a − a*)) / ∂(a, v, q),  κ = √u max_k (G diag(M)⁻¹ Gᵀ)_kk with the unit roundoff u
//   [ R  −κ ]
//
// Methods with coupled stages must therefore solve them in the basis of the eigenvectors of their coefficient matrix:
// the alternative, one dense matrix of all stages, has no κ.

#include "problems/adapters/baumgarte.hpp"
#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/compliant_equations.hpp"

namespace plumb {

template <class T>
struct PenaltySettings {
  T alpha = 0;            // penalty factor [kg, kg m²]
  T omega = 0, mu = 0;    // frequency [1/s]; damping ratio
  bool iterates = false;  // whether the augmented Lagrangian is iterated
};

/// The factors of a Newton matrix: `lu` if the system has dense blocks, otherwise `rigid`.
template <class Entry>
struct PenaltyFactors {
  Opaque rigid;
  Lu<Entry> lu;
  Vec<Entry> z;
  bool is_dense = false;
};

template <class T>
class Penalty : public Baumgarte<T> {
  using Rigid = Baumgarte<T>;

 public:
  using typename Rigid::L;
  using typename Rigid::Point;
  using typename Rigid::Q;
  using typename Rigid::State;
  using typename Rigid::V;
  template <class Entry>
  using Factors = PenaltyFactors<Entry>;

  /// Both systems are the same: the first imposes constraints on accelerations, the second on velocities.
  Penalty(ErasedSystem<T> at_accelerations, ErasedSystem<T> at_velocities, const PenaltySettings<T>& of)
      : Rigid(std::move(at_accelerations), std::move(at_velocities), {of.omega * of.mu, of.omega}),
        equations(Rigid::sizes(), of.alpha, of.iterates),
        is_dense(Rigid::offers_blocks()),
        here(is_dense ? Rigid::sizes().v : 0, is_dense ? Rigid::sizes().lambda : 0),
        of_solution(here),
        rows(here.jacobian),
        chart(static_cast<int>(here.mass.rows())),
        solution(zero_state(*this)),
        gap(solution.v),
        work(zeros<Vec<T>>(Rigid::sizes().v + Rigid::sizes().lambda)) {}

  static constexpr bool offers_blocks() { return false; }
  static constexpr std::string_view linear_algebra() { return "dense"; }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    if (!equations.factor(static_cast<Rigid&>(*this), t, q)) return false;
    Rigid::force(t, q, v, a);
    Rigid::constraint_bias(t, q, v, lambda);
    lambda = -lambda;
    equations.solve(a, lambda);
    return true;
  }
  /// G (a − a*), where a* is the acceleration of the formulation.
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& out) {
    acceleration_or_nan(*this, t, q, v, solution.a, solution.lambda);
    gap = a - solution.a;
    out.noalias() = equations.jacobian() * gap;
  }
  /// −G a*
  void constraint_bias(const T& t, const Q& q, const V& v, L& out) {
    acceleration_or_nan(*this, t, q, v, solution.a, solution.lambda);
    gap = -solution.a;
    out.noalias() = equations.jacobian() * gap;
  }

  template <class Entry>
  Factors<Entry> factors() const {
    const auto n = is_dense ? work.size() : 0;
    return {.rigid = Rigid::template factors<Entry>(), .lu = Lu<Entry>(n), .z = zeros<Vec<Entry>>(n)};
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    const bool is_of_accelerations =
        b.mass != Entry(0) && b.rate == Entry(0) && b.position == Entry(0) && !b.stabilised;
    f.is_dense = is_dense && is_of_accelerations;
    if (!f.is_dense) return Rigid::factor(f.rigid, point, b);
    if (!linearise(point, b.by_v != Entry(0) || b.by_q != Entry(0))) return false;
    return f.lu.factor([&] { assemble(f.lu.matrix, b); });
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e) {
    if (!f.is_dense) return Rigid::solve(f.rigid, w, e);
    for (Eigen::Index i = 0; i < w.size(); ++i) f.z[i] = w[i];
    for (Eigen::Index k = 0; k < e.size(); ++k) f.z[w.size() + k] = e[k];
    f.lu.solve(f.z);
    for (Eigen::Index i = 0; i < w.size(); ++i) w[i] = f.z[i];
    for (Eigen::Index k = 0; k < e.size(); ++k) e[k] = f.z[w.size() + k];
  }
  /// Solves with a stabilised matrix, which equals the matrix of the system with rigid constraints.
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
    Rigid::solve(f.rigid, w, e, mu);
  }

  /// Computes the blocks M, D, K, G and, with `rows_too`, the derivatives of constraint_acceleration(). Returns false
  /// if the equations are singular. Precondition: the underlying system has dense blocks.
  bool linearise(const T& t, const State& x, bool rows_too, Blocks<T, Eigen::Dynamic, Eigen::Dynamic>& out) {
    Rigid::blocks(t, x, out);
    if (equations.iterates() || !rows_too) return true;  // in the limit the rows are Φ'' + ..., as computed above
    solution.q = x.q;
    solution.v = x.v;
    if (!acceleration(t, solution.q, solution.v, solution.a, solution.lambda)) return false;
    Rigid::blocks(t, solution, of_solution);
    subtract(of_solution.damping, of_solution.acceleration_by_v, out.acceleration_by_v);
    subtract(of_solution.stiffness, of_solution.acceleration_by_q, out.acceleration_by_q);
    return true;
  }
  /// Returns the number of solutions that the last acceleration took.
  int solutions() const { return equations.solutions(); }

 private:
  // At a*, Φ'' + 2 ω μ Φ' + ω² Φ = λ*/α. Subtracts (∂λ*/∂x)/α from `from`, where x is q or v; `of_forces` and `of_rows`
  // are the derivatives of the forces and of the constraint rows with respect to x.
  void subtract(const Mat<T>& of_forces, const Mat<T>& of_rows, Mat<T>& from) {
    const auto nv = of_forces.rows(), nl = of_rows.rows();
    for (Eigen::Index j = 0; j < nv; ++j) {
      work.head(nv) = of_forces.col(j);
      work.tail(nl) = -of_rows.col(j);
      equations.solve_once(work);
      from.col(j) -= equations.compliance_of_rows() * work.tail(nl);
    }
  }

  bool linearise(const Point& point, bool rows_too) {
    if (!linearise(point.t, point.x, rows_too, here)) return false;
    rows = here.jacobian;
    if (point.t_rows || point.q_rows)
      take_rows(point.t_rows ? *point.t_rows : point.t, point.q_rows ? *point.q_rows : point.x.q);
    if (!point.theta || Rigid::vector_space()) return true;
    if (!chart.take(*this, point)) return false;
    chart.apply(here.stiffness);
    chart.apply(here.acceleration_by_q);
    return true;
  }
  void take_rows(const T& t, const Q& q) {
    auto& unit = solution.lambda;
    unit.setZero();
    for (Eigen::Index k = 0; k < rows.rows(); ++k) {
      unit[k] = T(1);
      Rigid::reaction(t, q, unit, gap);
      unit[k] = T(0);
      rows.row(k) = gap.transpose();
    }
  }

  /// Skips blocks with the weight 0, because they may contain NaN if a and λ are undefined.
  template <class Entry>
  void assemble(Mat<Entry>& to, const Blend<Entry>& b) const {
    const auto nv = here.mass.rows(), nl = rows.rows(), holonomic = nl - Rigid::sizes().nonholonomic;
    to.setZero();
    for (Eigen::Index j = 0; j < nv; ++j) {
      for (Eigen::Index i = 0; i < nv; ++i) {
        to(i, j) = b.mass * here.mass(i, j);
        if (b.damping != Entry(0)) to(i, j) -= b.damping * here.damping(i, j);
        if (b.stiffness != Entry(0)) to(i, j) -= b.stiffness * here.stiffness(i, j);
      }
      to(j, j) += b.identity;
      for (Eigen::Index k = 0; k < nl; ++k) {
        to(j, nv + k) = Entry(here.jacobian(k, j));
        Entry& row = to(nv + k, j);
        row = (k < holonomic ? b.jacobian : b.of_velocity) * rows(k, j);
        if (b.by_v != Entry(0)) row += b.by_v * here.acceleration_by_v(k, j);
        if (b.by_q != Entry(0)) row += b.by_q * here.acceleration_by_q(k, j);
      }
    }
    const Entry kappa = b.jacobian / b.mass * small_compliance();
    for (Eigen::Index k = 0; k < nl; ++k) to(nv + k, nv + k) = -kappa;
  }
  T small_compliance() const {
    using std::sqrt;
    T most = 0;
    for (Eigen::Index k = 0; k < rows.rows(); ++k) {
      T sum = 0;
      for (Eigen::Index i = 0; i < rows.cols(); ++i)
        if (here.mass(i, i) > 0) sum += rows(k, i) * rows(k, i) / here.mass(i, i);
      if (sum > most) most = sum;
    }
    return T(sqrt(unit_roundoff<T>())) * most;
  }

  CompliantEquations<T> equations;
  bool is_dense;  // whether the underlying system has dense blocks
  Blocks<T, Eigen::Dynamic, Eigen::Dynamic> here, of_solution;
  Mat<T> rows;
  ChartTangent<T, Eigen::Dynamic> chart;
  State solution;  // solution a* and λ*, with q and v where they are needed
  V gap;
  Vec<T> work;
};

}  // namespace plumb
