#pragma once
// The test equation of linear stability, as a mechanical system.
//
//   x'' + 2ξω x' + ω² x = 0
//
// Source: Hughes, The Finite Element Method, section 9.1: every mode of a linear structure has this equation.

#include "contract/erasure.hpp"
#include "contract/vector_space.hpp"

namespace plumb {

template <class T>
class TestEquation : public VectorSpace<Vec<T, 1>>, public Unconstrained<T, Vec<T, 1>, Vec<T, 1>, Vec<T>> {
 public:
  using Scalar = T;
  using Q = Vec<T, 1>;
  using V = Vec<T, 1>;
  using L = Vec<T>;  // no multipliers
  using State = plumb::State<Q, V, L>;
  template <class Entry>
  struct Factors {
    Entry pivot = Entry(1);
  };

  TestEquation(const T& omega, const T& damping_ratio)  // rad/s, -
      : stiffness(omega * omega), damping(2 * damping_ratio * omega) {}

  Sizes sizes() const { return {1, 1, 0}; }
  Form form() const { return Form::ode; }
  bool velocity_dependent() const { return damping != 0; }
  static constexpr bool solves_for_acceleration() { return false; }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L&) const {
    force(t, q, v, a);
    return true;
  }
  void force(const T&, const Q& q, const V& v, V& f) const {
    f = -stiffness * q;
    if (damping != 0) f -= damping * v;
  }
  void momentum(const Q&, const V& v, V& p) const { p = v; }
  template <class Entry>
  Factors<Entry> factors() const {
    return {};
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<TestEquation>&, const Blend<Entry>& b) const {
    f.pivot = b.mass + b.damping * damping + b.stiffness * stiffness + b.identity;
    return f.pivot != Entry(0);
  }
  template <class Entry, class W, class E>
  void solve(const Factors<Entry>& f, W& w, E&) const {
    w /= f.pivot;
  }
  template <class Entry, class W, class E>
  void solve(const Factors<Entry>& f, W& w, E&, E&) const {
    w /= f.pivot;
  }
  void blocks(const T&, const State&, plumb::Blocks<T, 1, Eigen::Dynamic>& out) const {
    out.mass(0, 0) = 1;
    out.stiffness(0, 0) = -stiffness;
    out.damping(0, 0) = -damping;
  }

  bool conservative() const { return damping == 0; }
  T energy(const T&, const Q& q, const V& v) const { return (v[0] * v[0] + stiffness * q[0] * q[0]) / 2; }
  T power(const T&, const Q&, const V& v, const L&) const { return -damping * v[0] * v[0]; }
  void outputs(const T&, const State& x, Vec<T>& out) const { out[0] = x.q[0]; }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  T stiffness;  // rad²/s²
  T damping;    // rad/s
};

static_assert(Mechanical<TestEquation<quad>> && Observable<TestEquation<quad>>);

}  // namespace plumb
