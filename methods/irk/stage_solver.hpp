#pragma once
// Coupled stages of an implicit method, on any formulation.
//
//   V_i = v_i + h Σ_j a_ij A_j,   Q_i = q_i + h Σ_j a_ij P_j,   P_i = V_i   (ggl: P_i = V_i − G_iᵀ μ_i)
//   M(Q_i) A_i + G(Q_i)ᵀ λ_i = f(t_i, Q_i, V_i)
//   index1: G A_i + γ = 0    index2: G V_i + ∂Φ/∂t = 0    index3: Φ(Q_i) = 0    ggl: the last two
//
// for given q_i, v_i and weights a. Newton's method on (A_i, λ_i) of all stages together (ggl: and m_i, μ = h m):
//
//   full         a new linearisation at every stage and iteration
//   simplified   one linearisation, at the beginning of the step
//   transformed  the same, solved in the eigenvectors of a: an LU an eigenvalue instead of one of all stages
//
// The increment that meets the tolerance is applied. Residual test: the force balance [N] and the constraint rows as
// they stand in the matrix [m/s²], but positions divided by h a_ii only [m/s], as zhang2022, section 2 does.

#include "methods/irk/newton_mode.hpp"
#include "methods/irk/transformed_matrix.hpp"
#include "methods/newton.hpp"

namespace plumb {

template <class S, int stages = Eigen::Dynamic>
class StageSolver {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  using Weights = Mat<T, stages>;
  using Velocities = Mat<T, S::V::RowsAtCompileTime, stages>;
  using Multipliers = Mat<T, S::L::RowsAtCompileTime == 0 ? Eigen::Dynamic : S::L::RowsAtCompileTime, stages>;

  StageSolver(S& system, const NewtonSettings& newton, NewtonMode newton_mode, const Weights& weights)
      : base_q(Velocities::Zero(system.sizes().v, weights.rows())),
        base_v(base_q),
        q(base_q),
        v(base_q),
        a(base_q),
        rate(base_q),
        lambda(Multipliers::Zero(system.sizes().lambda, weights.rows())),
        mu(lambda),
        s(system),
        shape{system.sizes().v, system.sizes().lambda, system.sizes().lambda == 0 ? Form::ode : system.form()},
        mode(newton_mode),
        alpha(weights),
        beta(weights * weights),
        tests_residual(newton.test == NewtonTest::residual),
        norm(newton.norm),
        verdict(newton),
        blocks(mode == NewtonMode::full ? static_cast<std::size_t>(weights.rows()) : 1,
               BlocksOf<S>(shape.velocities, shape.constraints)),
        coupled(shape, static_cast<int>(weights.rows())),
        y(zero_state(system)),
        f(y.v),
        part(y.v),
        phi(y.lambda),
        defect(base_q),
        drift(base_q),
        zero(base_q),
        z(Vec<T, size>::Zero(weights.rows() * shape.width())),
        tested(z) {
    if (mode == NewtonMode::transformed) transformed.emplace(shape, weights);
  }

  /// Takes other weights a, for methods that solve stages one after another; not with NewtonMode::transformed.
  void use(const Weights& weights) {
    alpha = weights;
    beta.noalias() = weights * weights;
  }

  /// Why the stages cannot be solved as asked; ok if they can.
  StepResult fitness() const {
    if (!s.vector_space()) return {Status::unsupported, 0, "needs a vector space of coordinates"};
    if (mode == NewtonMode::transformed && !transformed->available())
      return {Status::unsupported, 0, "these stages cannot be block-diagonalised"};
    if (shape.form == Form::ggl && size != Eigen::Dynamic) return {Status::unsupported, 0, "ggl has no fixed sizes"};
    return {};
  }

  /// From the guesses in `a`, `lambda` and `mu`, with base_q and base_v set; `time(i)` is t_i, and x at t the state
  /// where a single linearisation is taken. Leaves the stages in q, v, a, rate, lambda and mu.
  template <class Time>
  StepResult solve(const T& t, const T& h, const State& x, Time time) {
    verdict.restart();
    if (shape.form == Form::ggl) begin_rates(h);
    for (bool first = true;; first = false) {
      move(h);
      balance(h, time);
      if (tests_residual) {
        const auto answer = verdict.judge(
            residual_size(h), [&] { return force_size() + rounded(h, h); }, "residual");
        if (answer != verdict.iterate) return finished(answer);
      }
      if ((first || mode == NewtonMode::full) && !linearise(t, h, x, time))
        return {Status::singular, static_cast<double>(newton_size(a)), "Newton matrix, accelerations of size"};
      if (shape.form == Form::ggl) compensate(h);
      if (mode == NewtonMode::transformed)
        transformed->solve(z);
      else
        coupled.solve(z);
      apply(h);
      ++*counters.newton_iterations, ++*counters.linear_solves;
      if (tests_residual) continue;
      const auto answer = verdict.judge(
          newton_size(z), [&] { return newton_size(a) + rounded(h, h * h); }, "increment of the accelerations");
      if (answer == verdict.converged) move(h);
      if (answer != verdict.iterate) return finished(answer);
    }
  }

  Velocities base_q, base_v;  // q_i, v_i
  Velocities q, v, a, rate;   // Q_i, V_i, A_i, P_i
  Multipliers lambda, mu;     // λ_i, m_i
  Counters counters;

 private:
  static constexpr int size = coupled_size<S, stages>();
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  int count() const { return static_cast<int>(alpha.rows()); }

  template <class X>
  T newton_size(const X& x) const {
    return newton_norm(norm, x);
  }

  T residual_size(const T& h) {
    if (shape.form != Form::index3 && shape.form != Form::ggl) return newton_size(z);
    tested = z;
    const int n = shape.width() - shape.constraints;  // the rows of positions are the last
    for (int i = 0; i < count(); ++i)
      if (alpha(i, i) != 0) tested.segment(i * shape.width() + n, shape.constraints) *= h / alpha(i, i);
    return newton_size(tested);
  }

  // What the constraint rows are rounded like after their division by powers of h; `in_position` for positions.
  T rounded(const T& h, const T& in_position) const {
    using std::abs;
    const T multipliers = lambda.size() == 0 ? T(0) : newton_size(lambda);
    switch (shape.form) {
      case Form::index2: return multipliers + newton_size(v) / abs(h);  // h < 0 backwards
      case Form::index3:
      case Form::ggl: return multipliers + newton_size(q) / abs(in_position);
      default: return multipliers;
    }
  }

  // ggl: P_i = V_i to begin with; balance() says what of μ is missing in it.
  void begin_rates(const T& h) { combine(base_v, h, a, rate); }

  // out = base + h x aᵀ: in one order, so that fixed and dynamic sizes give the same bits, and with the large base last.
  void combine(const Velocities& base, const T& h, const Velocities& x, Velocities& out) const {
    for (int i = 0; i < count(); ++i) {
      out.col(i) = alpha(i, 0) * x.col(0);
      for (int j = 1; j < count(); ++j) out.col(i) += alpha(i, j) * x.col(j);
      out.col(i) = base.col(i) + h * out.col(i);
    }
  }

  void move(const T& h) {
    combine(base_v, h, a, v);
    if (shape.form != Form::ggl) rate = v;
    combine(base_q, h, rate, q);
  }

  // Stage i into y.
  void take(int i) {
    y.q = q.col(i), y.v = v.col(i), y.a = a.col(i);
    if constexpr (constrained) y.lambda = lambda.col(i);
  }

  // Of all stages at the last balance().
  T force_size() const { return count() > 1 ? largest_force : newton_norm(NewtonNorm::max, f); }

  // The negative residual into z.
  template <class Time>
  void balance(const T& h, Time time) {
    largest_force = 0;
    const int n = shape.velocities, m = shape.constraints;
    for (int i = 0; i < count(); ++i) {
      take(i);
      const int at = i * shape.width();
      s.force(time(i), y.q, y.v, f);
      s.momentum(y.q, y.a, part);
      z.segment(at, n) = f - part;
      if (count() > 1) largest_force = std::max(largest_force, newton_norm(NewtonNorm::max, f));
      if constexpr (constrained) {
        if (m != 0) {
          s.reaction(time(i), y.q, y.lambda, part);
          z.segment(at, n) -= part;
          constraint_rows(time(i), h, i, at + n);
        }
      }
    }
    *counters.residual_evaluations += count();
  }

  void constraint_rows(const T& t, const T& h, int i, int at) {
    const int m = shape.constraints;
    switch (shape.form) {
      case Form::ode: break;
      case Form::index1:
        s.constraint_acceleration(t, y.q, y.v, y.a, phi);
        z.segment(at, m) = -phi;
        break;
      case Form::index3:
        s.constraint(t, y.q, phi);
        z.segment(at, m) = phi / (-h * h);
        break;
      case Form::ggl:
        s.constraint(t, y.q, phi);
        z.segment(at + m, m) = phi / (-h * h);
        phi = h * mu.col(i);
        s.reaction(t, y.q, phi, part);
        defect.col(i) = rate.col(i) - v.col(i) + part;
        [[fallthrough]];
      case Form::index2:
        s.constraint_rate(t, y.q, y.v, phi);
        z.segment(at, m) = phi / -h;
        break;
    }
  }

  template <class Time>
  bool linearise(const T& t, const T& h, const State& x, Time time) {
    ++*counters.factorizations;
    if (mode == NewtonMode::transformed) {
      s.blocks(t, x, blocks[0]);
      return transformed->factor(h, blocks[0]);
    }
    if (mode == NewtonMode::simplified) {
      s.blocks(t, x, blocks[0]);
      return coupled.factor(h, alpha, beta, [&](int) -> const BlocksOf<S>& { return blocks[0]; });
    }
    for (int i = 0; i < count(); ++i) {
      if (count() > 1) take(i);  // balance() has left the only one in y
      s.blocks(time(i), y, blocks[static_cast<std::size_t>(i)]);
    }
    return coupled.factor(h, alpha, beta,
                          [&](int i) -> const BlocksOf<S>& { return blocks[static_cast<std::size_t>(i)]; });
  }

  // ggl: P_i does not quite meet its equation; what it lacks moves Q_i by −h Σ a_ij defect_j.
  void compensate(const T& h) {
    if constexpr (constrained) {
      combine(zero, h, defect, drift);
      const int n = shape.velocities, m = shape.constraints;
      for (int i = 0; i < count(); ++i) {
        const auto& b = blocks[mode == NewtonMode::full ? static_cast<std::size_t>(i) : 0];
        const int at = i * shape.width();
        z.segment(at, n).noalias() -= b.stiffness * drift.col(i);
        z.segment(at + n, m).noalias() += b.rate_by_q * drift.col(i) / h;
        z.segment(at + n + m, m).noalias() += b.jacobian * drift.col(i) / (h * h);
      }
    }
  }

  void apply(const T& h) {
    const int n = shape.velocities, m = shape.constraints, w = shape.width();
    for (int i = 0; i < count(); ++i) {
      a.col(i) += z.segment(i * w, n);
      if constexpr (constrained) lambda.col(i) += z.segment(i * w + n, m);
    }
    if constexpr (constrained) {
      if (shape.form == Form::ggl) apply_stabilisation(h);
    }
  }

  // ΔP = ΔV − h Gᵀ Δm − defect
  void apply_stabilisation(const T& h) {
    const int n = shape.velocities, m = shape.constraints;
    rate -= defect + v;
    combine(base_v, h, a, v);
    rate += v;
    for (int i = 0; i < count(); ++i) {
      const auto& b = blocks[mode == NewtonMode::full ? static_cast<std::size_t>(i) : 0];
      const auto increment = z.segment(i * shape.width() + n + m, m);
      mu.col(i) += increment;
      rate.col(i).noalias() -= h * (b.jacobian.transpose() * increment);
    }
  }

  StepResult finished(typename NewtonVerdict<T>::Answer answer) {
    *counters.stages += count();
    if (answer == verdict.converged) return {};
    ++*counters.newton_failures;
    return verdict.result();
  }

  S& s;
  StageShape shape;
  NewtonMode mode;
  Weights alpha, beta;
  bool tests_residual;
  NewtonNorm norm;
  NewtonVerdict<T> verdict;
  std::vector<BlocksOf<S>> blocks;
  CoupledMatrix<S, stages> coupled;
  std::optional<TransformedMatrix<S, stages>> transformed;
  State y;
  typename S::V f, part;
  typename S::L phi;
  Velocities defect, drift, zero;
  Vec<T, size> z, tested;
  T largest_force = 0;
};

}  // namespace plumb
