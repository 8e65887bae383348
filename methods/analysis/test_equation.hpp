#pragma once
// The test equation of linear stability, as a mechanical system of its own.
//
//   x'' + 2ξω x' + ω² x = 0
//
// Source: Hughes, The Finite Element Method, section 9.1: every mode of a linear structure is one of these.

#include "contract/erasure.hpp"

namespace plumb {

template <class T>
class TestEquation {
 public:
  using Scalar = T;
  using Q = Vec<T, 1>;
  using V = Vec<T, 1>;
  using L = Vec<T>;  // none
  using State = plumb::State<Q, V, L>;
  static constexpr bool solves_for_acceleration = false;

  TestEquation(const T& omega, const T& damping_ratio)  // rad/s, -
      : stiffness(omega * omega), damping(2 * damping_ratio * omega) {}

  Sizes sizes() const { return {1, 1, 0}; }
  Form form() const { return Form::ode; }
  bool velocity_dependent() const { return damping != 0; }
  bool vector_space() const { return true; }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L&) const {
    force(t, q, v, a);
    return true;
  }
  void force(const T&, const Q& q, const V& v, V& f) const {
    f = -stiffness * q;
    if (damping != 0) f -= damping * v;
  }
  void momentum(const Q&, const V& v, V& p) const { p = v; }
  void reaction(const T&, const Q&, const L&, V& r) const { r.setZero(); }
  void constraint(const T&, const Q&, L&) const {}
  void constraint_rate(const T&, const Q&, const V&, L&) const {}
  void constraint_acceleration(const T&, const Q&, const V&, const V&, L&) const {}
  void constraint_bias(const T&, const Q&, const V&, L&) const {}
  bool factor(const T&, const State&, const Blend<T>& b) {
    pivot = b.mass + b.damping * damping + b.stiffness * stiffness + b.identity;
    return pivot != 0;
  }
  bool factor(const T& t, const State& x, const Blend<T>& b, const T&, const Q&) { return factor(t, x, b); }
  void blocks(const T&, const State&, plumb::Blocks<T, 1, Eigen::Dynamic>& out) const {
    out.mass(0, 0) = 1, out.stiffness(0, 0) = -stiffness, out.damping(0, 0) = -damping;
  }
  void solve(V& r, L&) const { r /= pivot; }
  void retract(const Q& q, const V& w, Q& out) const { out = q + w; }
  void local(const Q& q, const Q& q1, V& out) const { out = q1 - q; }
  void chart_rate(const V&, const V& v, V& out) const { out = v; }

  bool conservative() const { return damping == 0; }
  T energy(const T&, const Q& q, const V& v) const { return (v[0] * v[0] + stiffness * q[0] * q[0]) / 2; }
  void outputs(const T&, const Q& q, const V&, Vec<T>& out) const { out[0] = q[0]; }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  T stiffness;  // rad²/s²
  T damping;    // rad/s
  T pivot = 1;
};

static_assert(Mechanical<TestEquation<quad>> && Observable<TestEquation<quad>>);

}  // namespace plumb
