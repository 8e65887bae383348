#pragma once
// The Lobatto IIIA-IIIB pair with s = 2, 3 or 4 stages, under constraints on positions or without constraints:
// positions by Lobatto IIIA (a_ij, c_i, b_i), velocities by Lobatto IIIB (â_ij).
//
//   V_i = v + h Σ_j â_ij A_j,   Q_i = q ⊞ Θ_i,   Θ_i = h Σ_j a_ij θ'(Θ_j, V_j)                       i = 1..s
//   M(Q_i) A_i = f(t_i, Q_i, V_i) − G(t_i, Q_i)ᵀ Λ_i,   t_i = t + c_i h                              i = 1..s
//   Φ(t_i, Q_i) = 0,  i = 2..s,                        G(t⁺, q⁺) v⁺ + ∂Φ/∂t = 0
//   q⁺ = Q_s,   v⁺ = v + h Σ_j b_j A_j
//
// As Q_1 = q and â_is = 0, the constraints on positions determine Λ_1..Λ_{s−1}, and A_s and Λ_s follow from the
// constraint on v⁺ by a linear equation. λ⁺ and a⁺ solve the index-1 equations at (q⁺, v⁺), because Λ_s has order s − 1
// only.
//
// Sources: Jay 1996; Hairer, Lubich & Wanner, Geometric Numerical Integration, section VII.1.5. The order of q, v and λ
// is 2s − 2. On vector spaces the method is symmetric. If also M is constant and f = f(q), it is symplectic, and equal
// to RATTLE for s = 2. On rotations it solves the equations of θ and v in a chart around q (chart.hpp), which preserves
// the order, but neither symmetry nor the symplectic form.
//
// Newton's iteration in A_1..A_{s−1}, Λ_1..Λ_{s−1} neglects ∂f/∂q and ∂f/∂v, and takes M and G at q ⊞ h/2 v. With
// ω_ij = Σ_k a_{i+1,k} â_kj, its equations are separate for each stage:
//
//   [M Gᵀ; G 0] [ΔA_j; ΔΛ_j] = [r_j; −Σ_i (ω⁻¹)_ji Φ(t_{i+1}, Q_{i+1})/h²],   r_j = f_j − G_jᵀ Λ_j − M_j A_j
//
// It converges linearly, with a factor proportional to h, so stiff forces limit the step as in explicit methods.
// Without damping the method is stable for ωh <= 2, 2.82 and 3.11 with s = 2, 3 and 4.
// Memory: a and λ, the initial values of the iteration. Cost: two factorisations, two solves, and in each iteration
// s − 1 forces and solves.

#include <algorithm>
#include <vector>

#include "methods/spark/coefficients.hpp"
#include "methods/spark/stage_motion.hpp"

namespace plumb {

template <class S>
class LobattoPair {
 public:
  using T = typename S::Scalar;
  using Q = typename S::Q;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  LobattoPair(S& system, const MethodOptions& options, const LobattoPairData& data)
      : s(system),
        table(data),
        norm(options.newton.norm),
        units(system, options.newton),
        newton_iteration(options.newton, Convergence::linear),
        factors(system.template factors<T>()),
        motion(system, table.stages()),
        x(zero_state(system)),
        y(x),
        force(x.v),
        work(x.v),
        phi(x.lambda),
        q(table.stages(), x.q),
        a(table.stages() - 1, x.v),
        r(a),
        lambda(table.stages() - 1, x.lambda),
        off(lambda),
        eta(lambda),
        store(Vec<T>::Zero(system.sizes().v + system.sizes().lambda)) {}

  StepResult start(const T& t, const T& step_size, State& state) {
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (!s.acceleration(t, state.q, state.v, state.a, state.lambda)) return singular();
    remember(state);
    units.measure(s, t, step_size, state);
    newton_iteration.expect(units.velocity());
    return {};
  }

  StepResult step(const T& t, const T& step_size, State& state) {
    h = step_size;
    begin_t = t;
    x = state;
    if (!prepare()) return singular();
    if (const auto result = newton_iteration.solve(*this, counters); result.status != Status::ok) return result;
    if (!s.factor(factors, {t + h, end()}, Blend<T>{.mass = 1})) return singular();
    end_velocity();
    end_acceleration();
    remember(y);
    state = y;
    *counters.stages += static_cast<std::int64_t>(table.stages());
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static StepResult singular() { return {Status::singular, 0, "bordered matrix"}; }
  void remember(const State& state) {
    store.head(state.a.size()) = state.a;
    store.tail(state.lambda.size()) = state.lambda;
  }
  T time(std::size_t i) const { return begin_t + table.nodes[i] * h; }

  // Sets the initial values, and factorises at the middle of the step. Returns false if the matrix is singular.
  bool prepare() {
    for (std::size_t j = 0; j < a.size(); ++j) {
      a[j] = store.head(x.v.size());
      lambda[j] = store.tail(x.lambda.size());
    }
    motion.begin(x, h, table.nodes);
    q.front() = x.q;
    y = x;
    work = h / 2 * x.v;
    s.retract(x.q, work, y.q);
    return s.factor(factors, {begin_t + h / 2, y}, Blend<T>{.mass = 1});
  }

  // Computes V_i and Q_i.
  void move() {
    for (std::size_t i = 0; i < q.size(); ++i) {
      auto& v = motion.velocity[i];
      v = x.v;
      for (std::size_t j = 0; j < a.size(); ++j) v += (h * table.velocities[i][j]) * a[j];
    }
    moved = motion.move(x, h, table.positions, units);
    for (std::size_t i = 1; i < q.size(); ++i) motion.position(x, h, table.positions[i], q[i]);
  }

  // Copies Q_s and V_s into y, and returns y. V_s is not v⁺.
  const State& end() {
    y.q = q.back();
    y.v = motion.velocity.back();
    return y;
  }
  // Computes v⁺, with A_s from the constraint on v⁺.
  void end_velocity() {
    const T t = begin_t + h, weight = h * table.weights.back();
    s.force(t, y.q, y.v, work);
    y.v = x.v;
    for (std::size_t j = 0; j < a.size(); ++j) y.v += (h * table.weights[j]) * a[j];
    s.constraint_rate(t, y.q, y.v, phi);
    phi /= -weight;
    s.solve(factors, work, phi);
    y.v += weight * work;
  }
  void end_acceleration() {
    s.force(begin_t + h, y.q, y.v, y.a);
    s.constraint_bias(begin_t + h, y.q, y.v, phi);
    y.lambda = -phi;
    s.solve(factors, y.a, y.lambda);
  }

  // ---- members called by the iteration

  friend class NewtonIteration<T>;
  static constexpr std::string_view increment_name = "change of the velocities of stages";

  bool evaluate() {
    move();
    largest_force = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
      s.force(time(j), q[j], motion.velocity[j], force);
      largest_force = std::max(largest_force, newton_norm(norm, force));
      s.momentum(q[j], a[j], work);
      r[j] = force - work;
      s.reaction(time(j), q[j], lambda[j], work);
      r[j] -= work;
      s.constraint(time(j + 1), q[j + 1], off[j]);
    }
    *counters.residual_evaluations += static_cast<std::int64_t>(a.size());
    return true;
  }
  T residual_size() const {
    T size = moved;
    for (std::size_t j = 0; j < r.size(); ++j) raise_to(size, newton_norm(norm, r[j], off[j]));
    return size;
  }
  T residual_scale() const { return std::max(largest_force, newton_norm(norm, q.back())); }

  bool correct(bool) {
    for (std::size_t j = 0; j < a.size(); ++j) {
      eta[j].setZero();
      for (std::size_t i = 0; i < a.size(); ++i)
        eta[j] -= (table.omega_inverse(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) / (h * h)) * off[i];
      s.solve(factors, r[j], eta[j]);
      a[j] += r[j];
      lambda[j] += eta[j];
    }
    return true;
  }
  T increment_size() const {
    using std::abs;
    T size = moved;
    for (const auto& change : r) raise_to(size, T(abs(h) * units.size(units.rates, change)));  // h < 0 backwards
    return size;
  }
  T increment_scale() const { return units.size(units.rates, motion.velocity.back()); }
  // A rounding error of positions in Φ causes an error of accelerations that is ω⁻¹/h² times as large.
  T increment_resolution() const {
    using std::abs;
    return increment_scale() + table.amplification * units.size(units.q, q.back()) / abs(h);
  }
  bool accept() {
    move();
    return true;
  }
  static StepResult failure() { return singular(); }

  S& s;
  LobattoPairTable<T> table;
  NewtonNorm norm;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  typename S::template Factors<T> factors;
  StageMotion<S> motion;
  State x, y;  // x: state at the start of the step; y: at its end
  V force, work;
  L phi;
  std::vector<Q> q;            // positions Q_i
  std::vector<V> a, r;         // accelerations A_j; residuals r_j, which solving overwrites with ΔA_j
  std::vector<L> lambda, off;  // multipliers Λ_j; constraint residuals Φ(Q_{j+1})
  std::vector<L> eta;          // right-hand sides of the constraint rows, overwritten with ΔΛ_j
  Vec<T> store;
  T h = 0, begin_t = 0, moved = 0, largest_force = 0;
};

}  // namespace plumb
