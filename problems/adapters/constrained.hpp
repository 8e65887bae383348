#pragma once
// Constrained<Model>: a model in redundant coordinates, M(q) v' = f − Gᵀλ with Φ(t, q) = 0, as a Mechanical system of
// fixed size; the formulation tells methods at which level to impose the constraints.
//
// A model supplies: Scalar, coordinates, constraints, mass(q, M), force(t, q, v, f), constraint(t, q, Φ),
// jacobian(t, q, G), bias(t, q, v, γ) with Φ'' = G v' + γ, tangents(t, q, v, a, λ, K, D) with K = ∂(f − Gᵀλ − M a)/∂q and
// D = ∂f/∂v, jacobian_tangent(t, q, w, W) with W = ∂(G w)/∂q, bias_tangents(t, q, v, Q, V) with Q = ∂γ/∂q and V =
// ∂γ/∂v; where Φ depends on t, rate_offset(t, q, r) with r = ∂Φ/∂t and rate_offset_tangent(t, q, R) with R = ∂r/∂q;
// conservative(), energy(t, q, v), outputs(t, q, v, out), invariant_count, invariants(t, q, v, out); and, where
// it pays, momentum(q, v, p) and a `Bordered` solver that eliminates by hand.

#include <Eigen/LU>
#include <cmath>
#include <utility>

#include "contract/system.hpp"

namespace plumb {

/// [B Gᵀ; G 0] z = (w, e) by LU with partial pivoting of the whole matrix, so that B may be singular.
template <class T, int nv, int nl>
class BorderedLu {
 public:
  bool factor(const Mat<T, nv>& b, const Mat<T, nl, nv>& columns, const Mat<T, nl, nv>& rows) {
    using std::isfinite;
    matrix.template topLeftCorner<nv, nv>() = b;
    matrix.template topRightCorner<nv, nl>() = columns.transpose();
    matrix.template bottomLeftCorner<nl, nv>() = rows;
    matrix.template bottomRightCorner<nl, nl>().setZero();
    lu.compute(matrix);
    const T smallest = lu.matrixLU().diagonal().cwiseAbs().minCoeff();
    return smallest > 0 && isfinite(lu.matrixLU().sum());
  }
  void solve(Vec<T, nv>& w, Vec<T, nl>& e) {
    z << w, e;
    const Vec<T, nv + nl> solution = lu.solve(z);
    w = solution.template head<nv>(), e = solution.template tail<nl>();
  }

 private:
  Mat<T, nv + nl> matrix = Mat<T, nv + nl>::Zero();
  Eigen::PartialPivLU<Mat<T, nv + nl>> lu{Mat<T, nv + nl>::Identity()};
  Vec<T, nv + nl> z = Vec<T, nv + nl>::Zero();
};

template <class Model>
class Constrained {
  static constexpr int nv = Model::coordinates, nl = Model::constraints;

 public:
  using Scalar = typename Model::Scalar;
  using T = Scalar;
  using Q = Vec<T, nv>;
  using V = Vec<T, nv>;
  using L = Vec<T, nl>;
  using State = plumb::State<Q, V, L>;
  static constexpr bool solves_for_acceleration = true;
  Model model;

  Constrained(Model m, Form form) : model(std::move(m)), level(form) {}

  Sizes sizes() const { return {nv, nv, nl}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return true; }  // Φ'' is quadratic in v
  bool vector_space() const { return true; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    model.force(t, q, v, a);
    model.bias(t, q, v, lambda), lambda = -lambda;
    if (!factor_at(t, q, v, a, lambda, {.mass = 1}, t, q)) return false;
    bordered.solve(a, lambda);
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const { model.force(t, q, v, f); }
  void momentum(const Q& q, const V& v, V& p) {
    if constexpr (requires { model.momentum(q, v, p); }) {
      model.momentum(q, v, p);
    } else {
      model.mass(q, mass);
      p.noalias() = mass * v;
    }
  }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) {
    model.jacobian(t, q, jacobian);
    r.noalias() = jacobian.transpose() * lambda;
  }
  void constraint(const T& t, const Q& q, L& g) const { model.constraint(t, q, g); }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) {
    model.jacobian(t, q, jacobian);
    g.noalias() = jacobian * v;
    if constexpr (rheonomic) {
      L offset;
      model.rate_offset(t, q, offset);
      g += offset;
    }
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) {
    model.bias(t, q, v, g);
    model.jacobian(t, q, jacobian);
    g.noalias() += jacobian * a;
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) const { model.bias(t, q, v, g); }
  bool factor(const T& t, const State& x, const Blend<T>& b) { return factor(t, x, b, t, x.q); }
  bool factor(const T& t, const State& x, const Blend<T>& b, const T& t_rows, const Q& q_rows) {
    return factor_at(t, x.q, x.v, x.a, x.lambda, b, t_rows, q_rows);
  }
  void blocks(const T& t, const State& x, plumb::Blocks<T, nv, nl>& out) {
    model.mass(x.q, out.mass);
    model.tangents(t, x.q, x.v, x.a, x.lambda, out.stiffness, out.damping);
    model.jacobian(t, x.q, out.jacobian);
    if (level == Form::index2 || level == Form::ggl) {
      model.jacobian_tangent(t, x.q, x.v, out.rate_by_q);
      if constexpr (rheonomic) model.rate_offset_tangent(t, x.q, rows), out.rate_by_q += rows;
    } else if (level == Form::index1) {
      model.bias_tangents(t, x.q, x.v, out.acceleration_by_q, out.acceleration_by_v);
      model.jacobian_tangent(t, x.q, x.a, rows);
      out.acceleration_by_q += rows;
    }
  }
  void solve(V& w, L& e) { bordered.solve(w, e); }
  void retract(const Q& q, const V& w, Q& out) const { out = q + w; }
  void local(const Q& q, const Q& q1, V& out) const { out = q1 - q; }
  void chart_rate(const V&, const V& v, V& out) const { out = v; }

  bool conservative() const { return model.conservative(); }
  T energy(const T& t, const Q& q, const V& v) const { return model.energy(t, q, v); }
  void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const { model.outputs(t, q, v, out); }
  int invariant_count() const { return Model::invariant_count; }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { model.invariants(t, q, v, out); }

 private:
  static constexpr bool rheonomic = requires(const Model m, T t, Q q, L r) { m.rate_offset(t, q, r); };
  static constexpr bool eliminates_by_hand = requires { typename Model::Bordered; };
  template <class M, bool by_hand>
  struct SolverOf {
    using type = BorderedLu<T, nv, nl>;
  };
  template <class M>
  struct SolverOf<M, true> {
    using type = typename M::Bordered;
  };

  bool factor_at(const T& t, const Q& q, const V& v, const V& a, const L& lambda, const Blend<T>& b, const T& t_rows,
                 const Q& q_rows) {
    if constexpr (eliminates_by_hand) {
      return bordered.factor(model, q, lambda, b, q_rows);
    } else {
      model.mass(q, mass);
      blend = b.mass * mass;
      blend.diagonal().array() += b.identity;
      if (b.stiffness != 0 || b.damping != 0) {
        model.tangents(t, q, v, a, lambda, stiffness, damping);
        blend -= b.stiffness * stiffness + b.damping * damping;
      }
      model.jacobian(t, q, jacobian), model.jacobian(t_rows, q_rows, rows);
      return bordered.factor(blend, jacobian, rows);
    }
  }

  Form level;
  Mat<T, nv> mass = Mat<T, nv>::Zero(), blend = mass, stiffness = mass, damping = mass;
  Mat<T, nl, nv> jacobian = Mat<T, nl, nv>::Zero(), rows = jacobian;
  typename SolverOf<Model, eliminates_by_hand>::type bordered;
};

}  // namespace plumb
