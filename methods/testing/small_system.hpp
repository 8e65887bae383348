#pragma once
// SmallSystem<Model>: what the tests of methods integrate, without a problem: M(q) v' = f − Gᵀλ of fixed size, solved
// by elimination with pivoting. The models are in models.hpp.

#include <array>
#include <cmath>
#include <utility>

#include "contract/erasure.hpp"

namespace plumb::testing {

/// A x = b by Gaussian elimination with partial pivoting; no allocation.
template <class T, int n>
class Elimination {
 public:
  bool factor(const Mat<T, n>& matrix) {
    using std::abs;
    lu = matrix;
    for (int k = 0; k < n; ++k) {
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (abs(lu(i, k)) > abs(lu(p, k))) p = i;
      pivot[static_cast<std::size_t>(k)] = p;
      if (p != k) lu.row(k).swap(lu.row(p));
      if (!(abs(lu(k, k)) > 0)) return false;
      for (int i = k + 1; i < n; ++i) {
        lu(i, k) /= lu(k, k);
        for (int j = k + 1; j < n; ++j) lu(i, j) -= lu(i, k) * lu(k, j);
      }
    }
    return true;
  }
  void solve(Vec<T, n>& x) const {
    for (int k = 0; k < n; ++k) {
      using std::swap;
      swap(x[k], x[pivot[static_cast<std::size_t>(k)]]);
    }
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i) x[i] -= lu(i, k) * x[k];
    for (int k = n - 1; k >= 0; --k) {
      for (int j = k + 1; j < n; ++j) x[k] -= lu(k, j) * x[j];
      x[k] /= lu(k, k);
    }
  }

 private:
  Mat<T, n> lu = Mat<T, n>::Identity();
  std::array<int, n> pivot{};
};

/// A model supplies Scalar, nq, nv, nl, mass, force, tangents, and for nl > 0 constraint, jacobian, constraint_time
/// (∂Φ/∂t), bias, jacobian_tangent (∂(G w)/∂q), bias_tangents (∂γ/∂q, ∂γ/∂v), with ∂Φ/∂t independent of q; where its coordinates are no vector space also retract, local and chart_rate.
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
  static constexpr bool solves_for_acceleration = true;
  static constexpr bool curved = requires(const Model m, Q q, V v) { m.retract(q, v, q); };
  Model model;

  explicit SmallSystem(Model m, Form form = Form::ode) : model(std::move(m)), level(form) {}

  Sizes sizes() const { return {nq, nv, nl}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return model.velocity_dependent(); }
  bool vector_space() const { return !curved; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    model.force(t, q, v, a);
    if constexpr (nl > 0) model.bias(t, q, v, lambda), lambda = -lambda;
    at.q = q, at.v = v, at.a = a;
    if (!factor(t, at, {.mass = 1})) return false;
    solve(a, lambda);
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const { model.force(t, q, v, f); }
  void momentum(const Q& q, const V& v, V& p) {
    model.mass(q, mass);
    p.noalias() = mass * v;
  }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) {
    r.setZero();
    if constexpr (nl > 0) model.jacobian(t, q, jacobian), r = jacobian.transpose() * lambda;
  }
  void constraint(const T& t, const Q& q, L& g) const {
    if constexpr (nl > 0) model.constraint(t, q, g);
  }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) {
    if constexpr (nl > 0) model.constraint_time(t, q, g), model.jacobian(t, q, jacobian), g += jacobian * v;
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) {
    if constexpr (nl > 0) model.bias(t, q, v, g), model.jacobian(t, q, jacobian), g += jacobian * a;
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) const {
    if constexpr (nl > 0) model.bias(t, q, v, g);
  }
  bool factor(const T& t, const State& x, const Blend<T>& b) { return factor(t, x, b, t, x.q); }
  bool factor(const T& t, const State& x, const Blend<T>& b, const T& t_rows, const Q& q_rows) {
    model.mass(x.q, mass);
    model.tangents(t, x.q, x.v, x.a, x.lambda, stiffness, damping);
    Mat<T, nv + nl> all = Mat<T, nv + nl>::Zero();
    all.template topLeftCorner<nv, nv>() =
        b.mass * mass - b.damping * damping - b.stiffness * stiffness + b.identity * Mat<T, nv>::Identity();
    if constexpr (nl > 0) {
      model.jacobian(t, x.q, jacobian);
      all.template topRightCorner<nv, nl>() = jacobian.transpose();
      model.jacobian(t_rows, q_rows, jacobian);
      all.template bottomLeftCorner<nl, nv>() = jacobian;
    }
    return elimination.factor(all);
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
  void solve(V& w, L& e) {
    Vec<T, nv + nl> z;
    z << w, e;
    elimination.solve(z);
    w = z.template head<nv>(), e = z.template tail<nl>();
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
  void chart_rate(const V& theta, const V& v, V& out) const {
    if constexpr (curved)
      model.chart_rate(theta, v, out);
    else
      out = v;
  }

  bool conservative() const { return false; }
  T energy(const T&, const Q&, const V&) const { return 0; }
  void outputs(const T&, const Q& q, const V&, Vec<T>& out) const { out = q; }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  Form level;
  State at{Q::Zero(), V::Zero(), V::Zero(), L::Zero()};
  Mat<T, nv> mass = Mat<T, nv>::Zero(), stiffness = mass, damping = mass;
  Mat<T, nl, nv> jacobian = Mat<T, nl, nv>::Zero();
  Elimination<T, nv + nl> elimination;
};

}  // namespace plumb::testing
