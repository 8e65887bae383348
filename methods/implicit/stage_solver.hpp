#pragma once
// Stages of an implicit method, on any formulation.
//
//   V_i = v_i + h Σ_j a_ij A_j,   Θ_i = θ_i + h Σ_j a_ij P_j,   P_i = θ'(Θ_i, R_i),   R_i = V_i   (ggl: V_i − G_iᵀ μ_i)
//   M(Q_i) A_i + G(Q_i)ᵀ λ_i = f(t_i, Q_i, V_i),   Q_i at Θ_i of the chart (chart.hpp)
//   index1: G A_i + γ = 0    index2: G V_i + ∂Φ/∂t = 0    index3: Φ(Q_i) = 0    ggl: the last two
//   (nonholonomic rows: index2 instead of index3)
//
// for given θ_i, v_i and weights a. Newton's method on (A_i, λ_i) of all stages together (ggl: and m_i, μ = h m):
//
//   full         a new linearisation at every stage and iteration
//   damped       as in full; if the residual does not fall, the increment is reduced to a half, a quarter, ...
//   simplified   one linearisation, at the beginning of the step
//   transformed  as in simplified, but solved in the eigenvectors of a: one factorisation for each eigenvalue
//
// The residual test measures the force balance [N] and the constraint rows as scaled in the matrix [m/s²], but divides
// positions only by h a_ii [m/s], as in zhang2022, section 2. A single stage may also start from a predicted velocity,
// methods/implicit/predicted_state.hpp.

#include "methods/implicit/chart.hpp"
#include "methods/implicit/natural_units.hpp"
#include "methods/implicit/newton.hpp"
#include "methods/implicit/predicted_state.hpp"
#include "methods/implicit/stage_matrix.hpp"

namespace plumb {

template <class S, int stages = Eigen::Dynamic>
class StageSolver {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  using Weights = Mat<T, stages>;
  using Velocities = StageVelocities<S, stages>;
  using Multipliers = StageMultipliers<S, stages>;

  StageSolver(S& system, const NewtonSettings& newton, NewtonMode newton_mode, const Weights& weights)
      : base_theta(Velocities::Zero(system.sizes().v, weights.rows())),
        base_v(base_theta),
        theta(base_theta),
        v(base_theta),
        a(base_theta),
        rate(base_theta),
        slope(base_theta),
        lambda(Multipliers::Zero(system.sizes().lambda, weights.rows())),
        mu(lambda),
        chart(system),
        predicted(system),
        s(system),
        shape(shape_of(system)),
        mode(newton_mode),
        alpha(weights),
        norm(newton.norm),
        units(system, newton),
        newton_iteration(newton),
        matrix(system, newton_mode, weights),
        z(shape, weights.rows()),
        work(z),
        taken(z),
        times(Vec<T, stages>::Zero(weights.rows())),
        y(zero_state(system)),
        f(y.v),
        part(y.v),
        phi(y.lambda) {}

  /// Sets another weight a, for methods that solve stages one after another.
  void use(const Weights& weights) { alpha = weights; }
  /// Sets another tolerance of Newton's iteration; nullopt: the default.
  void tolerate(std::optional<double> size) {
    units.tolerate(size.has_value());
    newton_iteration.tolerate(size);
  }
  /// Measures the units of the default tolerance at the start of a run, at x with its accelerations and multipliers.
  void measure(const T& t, const T& step, const State& x) {
    units.measure(s, t, step, x);
    newton_iteration.expect(units.acceleration);
    matrix.scale(units);
  }

  /// Returns the reason why the stages cannot be solved with these settings; the status is ok if they can.
  StepResult fitness() const {
    if (matrix.available()) return {};
    return {Status::unsupported, 0, "these stages cannot be block-diagonalised"};
  }

  /// Solves from the initial guesses in `a`, `lambda`, `mu` and, for a predicted state, `slope`. Preconditions:
  /// base_theta and base_v are set. `time(i)` is t_i, and x at t is the state for a single linearisation. The stages
  /// are returned in theta, v, a, rate, slope, lambda and mu.
  template <class Time>
  StepResult solve(const T& t, const T& step, const State& x, Time time) {
    for (int i = 0; i < count(); ++i) times[i] = time(i);
    h = step;
    begin_t = t;
    begin = &x;
    lost = false;
    is_safeguarded = false;
    theta = base_theta;
    if (predicted.is_enabled)
      predicted.begin(chart, slope.col(0), base_theta.col(0), base_v.col(0), h * alpha(0, 0), a.col(0));
    if (!predicted.is_enabled) keep_guess();
    auto result = newton_iteration.solve(*this, counters);
    if (result.status == Status::newton_diverged && !predicted.is_enabled && !is_damped())
      result = solve_safely(result);
    if (predicted.current()) accept_prediction();
    *counters.stages += count();
    return result;
  }

  /// Copies stage i into a state, after a solution.
  void deliver(int i, State& x) {
    chart.position(theta.col(i), x.q);
    x.v = v.col(i);
    x.a = a.col(i);
    if constexpr (constrained) x.lambda = lambda.col(i);
  }

  Velocities base_theta, base_v;        // known terms θ_i and v_i of the stages
  Velocities theta, v, a, rate, slope;  // stage vectors Θ_i, V_i, A_i, R_i, P_i
  Multipliers lambda, mu;               // multipliers λ_i and m_i
  Chart<S> chart;
  PredictedState<S> predicted;  // predicted state, for a single stage
  Counters counters;

 private:
  friend class NewtonIteration<T>;
  using Matrix = StageMatrix<S, stages>;
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  static constexpr std::string_view increment_name = "increment of the accelerations";
  int count() const { return static_cast<int>(alpha.rows()); }

  template <class... X>
  T newton_size(const X&... x) const {
    return newton_norm(norm, x...);
  }

  void keep_guess() {
    guess_a = a;
    guess_lambda = lambda;
    guess_mu = mu;
  }
  // Restarts with damping: increments are shortened if the residual does not fall. Returns the first failure if this
  // fails, too.
  StepResult solve_safely(const StepResult& failure) {
    a = guess_a;
    lambda = guess_lambda;
    mu = guess_mu;
    theta = base_theta;
    lost = false;
    is_safeguarded = true;
    const auto result = newton_iteration.solve(*this, counters);
    return result.status == Status::ok ? result : failure;
  }

  // ---- called by the iteration

  bool evaluate() {
    if (!move()) return false;
    balance();
    return true;
  }

  T residual_size() {
    const bool in_positions = imposes_positions(shape.form);
    if (!in_positions && !predicted.is_enabled) return newton_size(z.forces, z.constraints);
    work = z;
    if (in_positions) scale_positions();
    if (!predicted.is_enabled) return newton_size(work.forces, work.constraints, work.positions);
    if (predicted.current()) predicted.add_residuals(shape, times[0], h, h * alpha(0, 0), y, phi, work);
    return newton_size(work.forces, predicted.momentum_residual(), work.constraints, work.positions);
  }
  void scale_positions() {
    auto& positions = shape.stabilised() ? work.positions : work.constraints;
    for (int i = 0; i < count(); ++i)
      if (alpha(i, i) != 0) positions.col(i).head(shape.constraints - shape.nonholonomic) *= h / alpha(i, i);
  }
  T residual_scale() const { return (count() > 1 ? largest_force : newton_norm(NewtonNorm::max, f)) + rounded(h); }

  bool correct(bool first) {
    if ((first || linearises_always(mode)) && !linearise(first)) return false;
    matrix.solve(z, counters);
    a += z.forces;
    lambda += z.constraints;
    if (shape.stabilised()) mu += z.positions;
    if (is_damped()) taken = z;
    if (predicted.is_enabled) predicted.leave();
    return true;
  }
  bool is_damped() const { return mode == NewtonMode::damped || is_safeguarded; }
  void retreat() {
    taken.forces /= T(2);
    taken.constraints /= T(2);
    taken.positions /= T(2);
    a -= taken.forces;
    lambda -= taken.constraints;
    if (shape.stabilised()) mu -= taken.positions;
    theta = base_theta;
    lost = false;
  }
  T increment_size() const {
    return units.size(units.rates, z.forces, units.lambda, z.constraints, units.mu, z.positions);
  }
  T increment_scale() const { return units.size(units.rates, a) + rounded(h * h); }
  // An increment δ of accelerations moves velocities by hα δ and positions by (hα)² δ.
  T increment_resolution() const {
    using std::abs;
    const T weight = abs(h) * newton_norm(NewtonNorm::max, alpha);
    const T accelerations = units.size(units.rates, a);
    if (weight == 0) return accelerations;
    return accelerations + units.size(units.rates, v) / weight + position_size() / (weight * weight);
  }
  bool accept() { return move(); }

  StepResult failure() const {
    if (lost)
      return {Status::newton_diverged, static_cast<double>(newton_size(theta)),
              chart.is_flat() ? "the stages violate the constraints; norm of the coordinates:"
                              : "the stages are outside of the chart of rotations; norm of the coordinates:"};
    return {Status::singular, static_cast<double>(newton_size(a)), "Newton matrix; size of the accelerations:"};
  }

  T position_size() const { return chart.is_flat() ? units.size(units.theta, theta) : units.size(units.q, y.q); }
  // The size of the quantities that determine the rounding error of the constraint rows, divided by the same powers of
  // h; for rows of positions this power is `in_position`.
  T rounded(const T& in_position) const {
    using std::abs;
    const T multipliers = lambda.size() == 0 ? T(0) : units.size(units.lambda, lambda);
    switch (shape.form) {
      case Form::index2: return multipliers + units.size(units.rates, v) / abs(h);  // h < 0 if backwards in time
      case Form::index3:
      case Form::ggl: return multipliers + position_size() / abs(in_position);
      case Form::ode:
      case Form::index1: break;
    }
    return multipliers;
  }

  // ---- the equations

  // Accepts the predicted rates, `rate` of positions and `a`. Velocities are then momenta divided by M, by the formula.
  void accept_prediction() {
    a.col(0) = predicted.accelerations();
    combine(base_v, a, v);
  }

  // Computes out = base + h x aᵀ in a fixed order, so that fixed and dynamic sizes give the same bits. The large `base`
  // is added last.
  void combine(const Velocities& base, const Velocities& x, Velocities& out) const {
    for (int i = 0; i < count(); ++i) {
      out.col(i) = alpha(i, 0) * x.col(0);
      for (int j = 1; j < count(); ++j) out.col(i) += alpha(i, j) * x.col(j);
      out.col(i) = base.col(i) + h * out.col(i);
    }
  }

  // Computes velocities and positions from A and m. Θ and P depend on each other through the chart, and for ggl through
  // Gᵀμ. A fixed-point iteration solves for both; a sweep reduces its error by a factor like h |ω| or h |μ|. Returns
  // false if the iteration does not converge.
  bool move() {
    using std::isfinite;
    combine(base_v, a, v);
    if (chart.is_flat() && !shape.stabilised()) {
      rate = v;
      slope = v;
      combine(base_theta, slope, theta);
      return true;
    }
    constexpr int most_sweeps = 200;
    T before = T(std::numeric_limits<double>::max());
    for (int k = 0; k < most_sweeps; ++k) {
      work.forces = theta;
      sweep();
      work.forces -= theta;
      const auto size_of = [this](const Velocities& x) {
        return units.is_plain() ? newton_norm(NewtonNorm::max, x)
                                : WeightedNorm<T>(NewtonNorm::max).add(units.theta, x).size();
      };
      const T change = size_of(work.forces), usual = units.position;
      if (change <= 4 * unit_roundoff<T>() * (usual + size_of(theta)) ||
          (k > 8 && change >= before && change < T(1e-3) * usual))
        return true;
      if (!isfinite(change)) break;
      before = change;
    }
    lost = true;
    return false;
  }
  void sweep() {
    for (int i = 0; i < count(); ++i) {
      rate.col(i) = v.col(i);
      if constexpr (constrained)
        if (shape.stabilised()) {
          chart.position(theta.col(i), y.q);
          phi = h * mu.col(i);
          s.reaction(times[i], y.q, phi, part);
          rate.col(i) -= part;
        }
      chart.rate(theta.col(i), rate.col(i), slope.col(i));
    }
    combine(base_theta, slope, theta);
  }

  // Computes the negative residual in z.
  void balance() {
    largest_force = 0;
    for (int i = 0; i < count(); ++i) {
      deliver(i, y);
      s.force(times[i], y.q, y.v, f);
      s.momentum(y.q, y.a, part);
      z.forces.col(i) = f - part;
      if (count() > 1) largest_force = std::max(largest_force, newton_norm(NewtonNorm::max, f));
      if constexpr (constrained)
        if (shape.constraints != 0) {
          s.reaction(times[i], y.q, y.lambda, part);
          z.forces.col(i) -= part;
          constraint_rows(s, shape, times[i], h, y, phi, z.constraints.col(i), z.positions, i);
        }
    }
    *counters.residual_evaluations += count();
  }

  bool linearise(bool first) {
    if constexpr (Matrix::one_by_one) {
      return linearises_always(mode) ? matrix.single->factor(point_of_stage(first), h, alpha(0, 0))
                                     : matrix.single->factor({begin_t, *begin}, h, alpha(0, 0));
    } else {
      if constexpr (Matrix::may_be_dense)
        if (matrix.dense) return linearise_densely();
      return !first || matrix.transformed->factor({begin_t, *begin}, h);
    }
  }
  bool linearise_densely() requires(Matrix::may_be_dense) {
    ++*counters.factorizations;
    if (mode == NewtonMode::simplified) return matrix.dense->factor(begin_t, h, *begin);
    for (int i = 0; i < count(); ++i) {
      if (count() > 1) deliver(i, y);  // for a single stage, balance() has set y
      part = theta.col(i);
      f = rate.col(i);
      matrix.dense->linearise(i, times[i], y, chart.centre(), part, f);
    }
    return matrix.dense->factor(h);
  }
  // The point of linearisation of a single stage. The first iterate is the predicted state, which the points of all
  // iterations of the stage contain. Precondition: balance() has set y.
  PointOf<S> point_of_stage(bool first) {
    PointOf<S> at{times[0], y};
    if (chart.is_flat()) return at;
    part = theta.col(0);
    f = rate.col(0);
    if (first) predicted_theta = part;
    at.centre = &chart.centre();
    at.theta = &part;
    at.velocity = &f;
    at.weight = h * alpha(0, 0);
    at.predicted_theta = &predicted_theta;
    return at;
  }

  S& s;
  StageShape shape;
  NewtonMode mode;
  Weights alpha;
  NewtonNorm norm;
  bool is_safeguarded = false;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  Matrix matrix;
  StageIncrement<S, stages> z;      // the negative residuals, overwritten by the increments
  StageIncrement<S, stages> work;   // workspace: residuals as the residual test scales them, or changes of θ in move()
  StageIncrement<S, stages> taken;  // damped iteration: the part of the last increments that the iterate contains
  Velocities guess_a = base_theta;  // initial guesses of the iteration
  Multipliers guess_lambda = lambda, guess_mu = lambda;
  Vec<T, stages> times;
  State y;
  typename S::V f, part;
  typename S::V predicted_theta = part;  // θ of the predicted state of a single stage
  typename S::L phi;
  T h = 0, begin_t = 0, largest_force = 0;
  const State* begin = nullptr;
  bool lost = false;  // whether move() did not converge
};

}  // namespace plumb
