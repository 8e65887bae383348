#pragma once
// Constrained<Model>: a model in redundant coordinates, M(q) v' = f − Gᵀλ with Φ(t, q) = 0, as a Mechanical system of
// fixed size. The formulation determines the level at which methods impose the constraints.
//
// A model supplies: Scalar, coordinates, constraints, mass(q, M), force(t, q, v, f), constraint(t, q, Φ), jacobian(t,
// q, G), bias(t, q, v, γ) with Φ'' = G v' + γ, tangents(t, q, v, a, λ, K, D) with K = ∂(f − Gᵀλ − M a)/∂q and D =
// ∂f/∂v, jacobian_tangent(t, q, w, W) with W = ∂(G w)/∂q, bias_tangents(t, q, v, Q, V) with Q = ∂γ/∂q and V = ∂γ/∂v,
// conservative(), energy(t, q, v), outputs(t, q, v, out), invariant_count, invariants(t, q, v, out).
// Some models supply further members:
//   - if Φ depends on t: rate_offset(t, q, r) with r = ∂Φ/∂t, and rate_offset_tangent(t, q, R) with R = ∂r/∂q;
//   - unless the model is conservative: power(t, q, v), which is dE/dt without the reactions; their λᵀ ∂Φ/∂t is added
//     here;
//   - for speed: momentum(q, v, p), mass_pattern and jacobian_pattern (problems/adapters/pattern.hpp) with the
//     structural zeros of M and G, and a hand-written `Bordered` solver;
//   - if the configuration is not in a vector space: Space (problems/adapters/space.hpp).

#include <utility>

#include "numerics/lu.hpp"
#include "numerics/partial_lu.hpp"
#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/dense_factors.hpp"
#include "problems/adapters/mass_first.hpp"
#include "problems/adapters/space.hpp"

namespace plumb {

/// Solves [B Gᵀ; G 0] z = (w, e) by LU of the whole matrix with partial pivoting, so B may be singular. Double-doubles
/// use a pivot order that skips zeros and saves half of the time. It changes the rounding, but no stored result is in
/// double-doubles.
template <class T, int nv, int nl>
class BorderedLu {
  static constexpr int n = nv + nl;
  using Whole = std::conditional_t<std::is_same_v<T, double_double>, Lu<T, n>, PartialLu<T, n>>;

 public:
  bool factor(const Mat<T, nv>& b, const Mat<T, nl, nv>& columns, const Mat<T, nl, nv>& rows) {
    auto& matrix = lu.matrix;
    for (int j = 0; j < nv; ++j) {
      for (int i = 0; i < nv; ++i) matrix(i, j) = b(i, j);
      for (int i = 0; i < nl; ++i) {
        matrix(nv + i, j) = rows(i, j);
        matrix(j, nv + i) = columns(i, j);
      }
    }
    for (int j = nv; j < nv + nl; ++j)
      for (int i = nv; i < nv + nl; ++i) matrix(i, j) = 0;
    return lu.factor();
  }
  void solve(Vec<T, nv>& w, Vec<T, nl>& e) {
    Vec<T, nv + nl> z;
    for (int i = 0; i < nv; ++i) z[i] = w[i];
    for (int i = 0; i < nl; ++i) z[nv + i] = e[i];
    lu.solve(z);
    for (int i = 0; i < nv; ++i) w[i] = z[i];
    for (int i = 0; i < nl; ++i) e[i] = z[nv + i];
  }

 private:
  Whole lu = [] {
    if constexpr (std::is_constructible_v<Whole, int>)
      return Whole(n);
    else
      return Whole();
  }();
};

/// Factorises with `Plain` if the constraint rows contain only G, and otherwise by LU of the whole matrix.
template <class Entry, class T, int nv, int nl, class Plain>
struct ConstrainedFactors {
  DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic> whole;

  explicit ConstrainedFactors(bool stabilised) : whole(nv, nl, stabilised) {}
};
template <class T, int nv, int nl, class Plain>
struct ConstrainedFactors<T, T, nv, nl, Plain> {
  DenseFactors<T, nv, nl> whole;
  Plain plain;
  bool is_plain = false;

  explicit ConstrainedFactors(bool stabilised) : whole(nv, nl, stabilised) {}
};

template <class Model>
class Constrained : public SpaceOf<Model, Model::coordinates>::type {
  using Space = SpaceOf<Model, Model::coordinates>;
  static constexpr int nq = Space::coordinates, nv = Model::coordinates, nl = Model::constraints;
  static constexpr bool eliminates_by_hand = requires { typename Model::Bordered; };
  // False for quad and double-doubles: they compute certified values and need all digits, and skipping zeros would save
  // little of their time.
  static constexpr bool factors_mass_first = !eliminates_by_hand && !std::is_same_v<typename Model::Scalar, quad> &&
                                             !std::is_same_v<typename Model::Scalar, double_double>;
  static constexpr bool provides_power = requires(
      const Model m, typename Model::Scalar t, Vec<typename Model::Scalar, nq> q, Vec<typename Model::Scalar, nv> v) {
    m.power(t, q, v);
  };
  template <class M, bool by_hand>
  struct SolverOf {
    using type = BorderedLu<typename M::Scalar, nv, nl>;
  };
  template <class M>
  struct SolverOf<M, true> {
    using type = typename M::Bordered;
  };
  using Plain = typename SolverOf<Model, eliminates_by_hand>::type;

 public:
  using Scalar = typename Model::Scalar;
  using T = Scalar;
  using Q = Vec<T, nq>;
  using V = Vec<T, nv>;
  using L = Vec<T, nl>;
  using State = plumb::State<Q, V, L>;
  using Point = LinearisationPoint<T, Q, V, L>;
  template <class Entry>
  using Factors = ConstrainedFactors<Entry, T, nv, nl, Plain>;
  Model model;

  Constrained(Model m, Form form)
      : Space::type(Space::of(m)), model(std::move(m)), level(form), chart(nv), blocks_at(nv, nl) {}

  Sizes sizes() const { return {nq, nv, nl}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return true; }  // Φ'' is quadratic in v
  static constexpr bool solves_for_acceleration() { return true; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    model.force(t, q, v, a);
    model.bias(t, q, v, lambda);
    lambda = -lambda;
    if constexpr (factors_mass_first) {
      Mat<T, nv> mass;  // local matrices, so that the compiler can omit structural zeros
      Mat<T, nl, nv> jacobian;
      model.mass(q, mass);
      model.jacobian(t, q, jacobian);
      if (MassFirst<Model>::solve(mass, jacobian, a, lambda)) return true;
    }
    if (!factor_plainly(bordered, t, q, v, a, lambda, {.mass = 1}, t, q)) return false;
    bordered.solve(a, lambda);
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const { model.force(t, q, v, f); }
  void momentum(const Q& q, const V& v, V& p) {
    if constexpr (requires { model.momentum(q, v, p); }) {
      model.momentum(q, v, p);
    } else {
      model.mass(q, blocks_at.mass);
      p.noalias() = blocks_at.mass * v;
    }
  }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) {
    model.jacobian(t, q, blocks_at.jacobian);
    r.noalias() = blocks_at.jacobian.transpose() * lambda;
  }
  void constraint(const T& t, const Q& q, L& g) const { model.constraint(t, q, g); }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) {
    model.jacobian(t, q, blocks_at.jacobian);
    g.noalias() = blocks_at.jacobian * v;
    if constexpr (rheonomic) {
      L offset;
      model.rate_offset(t, q, offset);
      g += offset;
    }
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) {
    model.bias(t, q, v, g);
    model.jacobian(t, q, blocks_at.jacobian);
    g.noalias() += blocks_at.jacobian * a;
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) const { model.bias(t, q, v, g); }

  void blocks(const T& t, const State& x, plumb::Blocks<T, nv, nl>& out) {
    linearise(t, x, imposes_velocities(level), imposes_accelerations(level), out);
  }

  template <class Entry>
  Factors<Entry> factors() const {
    return Factors<Entry>(is_stabilised(level));
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    const bool charted = Space::curved && point.theta;
    const T& t_rows = point.t_rows ? *point.t_rows : point.t;
    const Q& q_rows = point.q_rows ? *point.q_rows : point.x.q;
    if constexpr (std::is_same_v<Entry, T>) {
      f.is_plain = b.plain_rows() && !charted;
      if (f.is_plain)
        return factor_plainly(f.plain, point.t, point.x.q, point.x.v, point.x.a, point.x.lambda,
                              {.mass = b.mass, .damping = b.damping, .stiffness = b.stiffness, .identity = b.identity},
                              t_rows, q_rows);
    }
    linearise(point.t, point.x, b.rate != Entry(0) || b.mu_rate != Entry(0), b.by_v != Entry(0) || b.by_q != Entry(0),
              blocks_at);
    rows = blocks_at.jacobian;
    if (point.q_rows || point.t_rows) model.jacobian(t_rows, q_rows, rows);
    if constexpr (Space::curved) {
      if (charted) return factor_in_chart(f.whole, point, b);
    }
    return f.whole.factor(blocks_at, rows, rows, b);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e) const {
    if constexpr (std::is_same_v<Entry, T>)
      if (f.is_plain) return f.plain.solve(w, e);
    f.whole.solve(w, e);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e, E& mu) const {
    f.whole.solve(w, e, mu);
  }

  bool conservative() const { return model.conservative(); }
  T energy(const T& t, const Q& q, const V& v) const { return model.energy(t, q, v); }
  T power(const T& t, const Q& q, const V& v, const L& lambda) const requires provides_power {
    T out = model.power(t, q, v);
    if constexpr (rheonomic) {
      L offset;
      model.rate_offset(t, q, offset);
      out += lambda.dot(offset);
    }
    return out;
  }
  void outputs(const T& t, const State& x, Vec<T>& out) const { model.outputs(t, x.q, x.v, out); }
  int invariant_count() const { return Model::invariant_count; }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { model.invariants(t, q, v, out); }

 private:
  static constexpr bool rheonomic = requires(const Model m, T t, Q q, L r) { m.rate_offset(t, q, r); };
  void linearise(const T& t, const State& x, bool rates, bool accelerations, plumb::Blocks<T, nv, nl>& out) {
    model.mass(x.q, out.mass);
    model.tangents(t, x.q, x.v, x.a, x.lambda, out.stiffness, out.damping);
    model.jacobian(t, x.q, out.jacobian);
    if (rates) {
      model.jacobian_tangent(t, x.q, x.v, out.rate_by_q);
      if constexpr (rheonomic) {
        model.rate_offset_tangent(t, x.q, rows);
        out.rate_by_q += rows;
      }
    }
    if (accelerations) {
      model.bias_tangents(t, x.q, x.v, out.acceleration_by_q, out.acceleration_by_v);
      model.jacobian_tangent(t, x.q, x.a, rows);
      out.acceleration_by_q += rows;
    }
  }

  // Factorises `whole` with `rows` and with the tangents in blocks_at, converted to the chart.
  template <class Whole, class Entry>
  bool factor_in_chart(Whole& whole, const Point& point, const Blend<Entry>& b) {
    if (!chart.take(*this, point)) return false;
    chart.apply(blocks_at.stiffness);
    chart.apply(blocks_at.rate_by_q);
    chart.apply(blocks_at.acceleration_by_q);
    positions = rows;
    chart.apply(positions);
    return whole.factor(blocks_at, rows, positions, b);
  }

  // blend ← blend − stiffness K − damping D
  void subtract_tangents(const Blend<T>& b) {
    for (int j = 0; j < nv; ++j)
      for (int i = 0; i < nv; ++i) {
        const T damped = b.damping * blocks_at.damping(i, j);
        if (b.stiffness != 0)
          blend(i, j) -= b.stiffness * blocks_at.stiffness(i, j) + damped;
        else
          blend(i, j) -= damped;  // a and λ may be undefined here
      }
  }

  // Factorises a matrix whose constraint rows are G only.
  bool factor_plainly(Plain& plain, const T& t, const Q& q, const V& v, const V& a, const L& lambda, const Blend<T>& b,
                      const T& t_rows, const Q& q_rows) {
    if constexpr (eliminates_by_hand) {
      return plain.factor(model, q, lambda, b, q_rows);
    } else {
      auto& [mass, damping, stiffness, jacobian, w, z, y] = blocks_at;
      model.mass(q, mass);
      for (int j = 0; j < nv; ++j) {
        for (int i = 0; i < nv; ++i) blend(i, j) = b.mass * mass(i, j);
        blend(j, j) += b.identity;
      }
      if (b.stiffness != 0 || b.damping != 0) {
        model.tangents(t, q, v, a, lambda, stiffness, damping);
        subtract_tangents(b);
      }
      model.jacobian(t, q, jacobian);
      model.jacobian(t_rows, q_rows, rows);
      return plain.factor(blend, jacobian, rows);
    }
  }

  Form level;
  std::conditional_t<Space::curved, ChartTangent<T, nv>, NoChart> chart;
  plumb::Blocks<T, nv, nl> blocks_at;  // blocks of the last call
  Mat<T, nv> blend = zeros<Mat<T, nv>>();
  Mat<T, nl, nv> rows = zeros<Mat<T, nl, nv>>(), positions = rows;
  Plain bordered;
};

}  // namespace plumb
