#pragma once
// SmallSystem<Model>: a system of fixed size M(q) v' = f − Gᵀλ for tests of methods, which do not use the problems of
// the catalogue. models.hpp has the models.

#include "contract/erasure.hpp"
#include "contract/vector_space.hpp"
#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/dense_factors.hpp"

namespace plumb::testing {

/// A model supplies Scalar, nq, nv, nl, mass, force, tangents, and for nl > 0 constraint, jacobian, constraint_time
/// (∂Φ/∂t), bias, jacobian_tangent (∂(G w)/∂q), bias_tangents (∂γ/∂q, ∂γ/∂v), with ∂Φ/∂t independent of q. If its
/// coordinates are no vector space, it also supplies the members of VectorSpace.
template <class Model>
class SmallSystem {
  static constexpr int nq = Model::nq, nv = Model::nv, nl = Model::nl;

 public:
  using Scalar = typename Model::Scalar;
  using T = Scalar;
  using Q = Vec<T, nq>;
  using V = Vec<T, nv>;
  using L = Vec<T, nl>;
  using State = plumb::State<Q, V, L>;
  template <class Entry>
  using Factors = DenseFactors<Entry, nv, nl>;
  static constexpr bool curved = requires(const Model m, Q q, V v) { m.retract(q, v, q); };
  Model model;

  explicit SmallSystem(Model m, Form form = Form::ode)
      : model(std::move(m)), level(form), chart(nv), linear(nv, nl), plain(factors<T>()) {}

  Sizes sizes() const { return {nq, nv, nl}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return model.velocity_dependent(); }
  static constexpr bool solves_for_acceleration() { return true; }
  bool vector_space() const { return !curved; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    model.force(t, q, v, a);
    if constexpr (nl > 0) {
      model.bias(t, q, v, lambda);
      lambda = -lambda;
    }
    at.q = q;
    at.v = v;
    at.a = a;
    if (!factor(plain, {t, at}, Blend<T>{.mass = 1})) return false;
    solve(plain, a, lambda);
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const { model.force(t, q, v, f); }
  void momentum(const Q& q, const V& v, V& p) {
    model.mass(q, linear.mass);
    p.noalias() = linear.mass * v;
  }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) {
    r.setZero();
    if constexpr (nl > 0) {
      model.jacobian(t, q, jacobian);
      r = jacobian.transpose() * lambda;
    }
  }
  void constraint(const T& t, const Q& q, L& g) const {
    if constexpr (nl > 0) model.constraint(t, q, g);
  }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) {
    if constexpr (nl > 0) {
      model.constraint_time(t, q, g);
      model.jacobian(t, q, jacobian);
      g += jacobian * v;
    }
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) {
    if constexpr (nl > 0) {
      model.bias(t, q, v, g);
      model.jacobian(t, q, jacobian);
      g += jacobian * a;
    }
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) const {
    if constexpr (nl > 0) model.bias(t, q, v, g);
  }
  template <class Entry>
  Factors<Entry> factors() const {
    return Factors<Entry>(nv, nl, is_stabilised(level));
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<SmallSystem>& point, const Blend<Entry>& b) {
    blocks(point.t, point.x, linear);
    rows = linear.jacobian;
    if constexpr (nl > 0)
      if (point.q_rows) model.jacobian(point.t_rows ? *point.t_rows : point.t, *point.q_rows, rows);
    positions = rows;
    if constexpr (curved) {
      if (point.theta && !chart.take(*this, point)) return false;
      if (point.theta)
        for (auto* block : {&linear.rate_by_q, &linear.acceleration_by_q, &positions}) chart.apply(*block);
      if (point.theta) chart.apply(linear.stiffness);
    }
    return f.factor(linear, rows, positions, b);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e) const {
    f.solve(w, e);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e, E& mu) const {
    f.solve(w, e, mu);
  }
  void blocks(const T& t, const State& x, plumb::Blocks<T, nv, nl>& out) {
    model.mass(x.q, out.mass);
    model.tangents(t, x.q, x.v, x.a, x.lambda, out.stiffness, out.damping);
    if constexpr (nl > 0) {
      model.jacobian(t, x.q, out.jacobian);
      model.jacobian_tangent(t, x.q, x.v, out.rate_by_q);
      model.bias_tangents(t, x.q, x.v, out.acceleration_by_q, out.acceleration_by_v);
      model.jacobian_tangent(t, x.q, x.a, jacobian);
      out.acceleration_by_q += jacobian;
    }
  }
  void retract(const Q& q, const V& w, Q& out) const {
    if constexpr (curved)
      model.retract(q, w, out);
    else
      out = q + w;
  }
  void local(const Q& q, const Q& q1, V& out) const {
    if constexpr (curved)
      model.local(q, q1, out);
    else
      out = q1 - q;
  }
  void chart_rate(const Q& q, const V& theta, const V& v, V& out) const {
    if constexpr (curved)
      model.chart_rate(q, theta, v, out);
    else
      out = v;
  }
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) const {
    if constexpr (curved)
      model.chart_tangent(q, theta, u, out);
    else
      out = u;
  }
  void chart_momentum(const Q& q, const V& theta, const V& p, V& out) const {
    if constexpr (curved)
      model.chart_momentum(q, theta, p, out);
    else
      out = p;
  }
  void coadjoint(const V& v, const V& p, V& out) const {
    if constexpr (curved)
      model.coadjoint(v, p, out);
    else
      out.setZero();
  }
  void chart_blocks(const Q& q, const V& theta, const V& v, ChartBlocks<T, nv>& out) const {
    if constexpr (curved) model.chart_blocks(q, theta, v, out);
  }

  bool conservative() const { return false; }
  T energy(const T&, const Q&, const V&) const { return 0; }
  void outputs(const T&, const State& x, Vec<T>& out) const { out = x.q; }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  Form level;
  State at{Q::Zero(), V::Zero(), V::Zero(), L::Zero()};
  Mat<T, nl, nv> jacobian = Mat<T, nl, nv>::Zero(), rows = jacobian, positions = jacobian;
  ChartTangent<T, nv> chart;
  plumb::Blocks<T, nv, nl> linear;
  Factors<T> plain;
};

}  // namespace plumb::testing
