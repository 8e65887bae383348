#pragma once
// Minimal<Model>: a model in minimal coordinates that answers its acceleration itself, q'' = g(t, q, q'), as a
// Mechanical system with M = I and no constraints.
//
// A model supplies: Scalar, size, acceleration(t, q, v, a), stiffness(t, q, v, K) = ∂g/∂q, damping(t, q, v, D) = ∂g/∂v,
// velocity_dependent(), conservative(), energy(t, q, v), outputs(t, q, v, out), invariant_count, invariants(t, q, v,
// out).

#include <Eigen/LU>
#include <cmath>
#include <utility>

#include "contract/system.hpp"

namespace plumb {

template <class Model>
class Minimal {
  static constexpr int n = Model::size;

 public:
  using Scalar = typename Model::Scalar;
  using T = Scalar;
  using Q = Vec<T, n>;
  using V = Vec<T, n>;
  using L = Vec<T, 0>;
  using State = plumb::State<Q, V, L>;
  static constexpr bool solves_for_acceleration = false;
  Model model;

  explicit Minimal(Model m) : model(std::move(m)) {}

  Sizes sizes() const { return {n, n, 0}; }
  Form form() const { return Form::ode; }
  bool velocity_dependent() const { return model.velocity_dependent(); }
  bool vector_space() const { return true; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L&) const {
    model.acceleration(t, q, v, a);
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const { model.acceleration(t, q, v, f); }
  void momentum(const Q&, const V& v, V& p) const { p = v; }
  void reaction(const T&, const Q&, const L&, V& r) const { r.setZero(); }
  void constraint(const T&, const Q&, L&) const {}
  void constraint_rate(const T&, const Q&, const V&, L&) const {}
  void constraint_acceleration(const T&, const Q&, const V&, const V&, L&) const {}
  void constraint_bias(const T&, const Q&, const V&, L&) const {}
  bool factor(const T& t, const State& x, const Blend<T>& b) {
    Mat<T, n> blend = Mat<T, n>::Identity() * (b.mass + b.identity), tangent;
    if (b.damping != 0) model.damping(t, x.q, x.v, tangent), blend -= b.damping * tangent;
    if (b.stiffness != 0) model.stiffness(t, x.q, x.v, tangent), blend -= b.stiffness * tangent;
    return invert(blend);
  }
  bool factor(const T& t, const State& x, const Blend<T>& b, const T&, const Q&) { return factor(t, x, b); }
  void blocks(const T& t, const State& x, plumb::Blocks<T, n, 0>& out) const {
    out.mass.setIdentity();
    model.damping(t, x.q, x.v, out.damping), model.stiffness(t, x.q, x.v, out.stiffness);
  }
  void solve(V& r, L&) const {
    const V rhs = r;
    if constexpr (closed_form)
      r.noalias() = solver * rhs;
    else
      r = solver.solve(rhs);
  }
  void retract(const Q& q, const V& w, Q& out) const { out = q + w; }
  void local(const Q& q, const Q& q1, V& out) const { out = q1 - q; }
  void chart_rate(const V&, const V& v, V& out) const { out = v; }

  bool conservative() const { return model.conservative(); }
  T energy(const T& t, const Q& q, const V& v) const { return model.energy(t, q, v); }
  void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const { model.outputs(t, q, v, out); }
  int invariant_count() const { return Model::invariant_count; }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { model.invariants(t, q, v, out); }

 private:
  static constexpr bool closed_form = n <= 4;

  bool invert(const Mat<T, n>& blend) {
    using std::isfinite;
    if constexpr (closed_form) {
      T determinant = 0;
      bool invertible = false;
      blend.computeInverseAndDetWithCheck(solver, determinant, invertible, T(0));
      return invertible && isfinite(determinant);
    } else {
      solver.compute(blend);
      const T smallest = solver.matrixLU().diagonal().cwiseAbs().minCoeff();
      return smallest > 0 && isfinite(solver.matrixLU().sum());
    }
  }

  using Solver = std::conditional_t<closed_form, Mat<T, n>, Eigen::PartialPivLU<Mat<T, n>>>;
  Solver solver = Solver(Mat<T, n>::Identity());  // the inverse, or the factors
};

}  // namespace plumb
