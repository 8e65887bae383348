#pragma once
// Embedded<Model>: a model with constraints in minimal coordinates θ, out of the function q(t, θ) that parametrises the
// positions which keep the constraints. Its derivatives are automatic:
//
//   q' = J v + r,   q'' = J v' + c      J = ∂q/∂θ,  r = ∂q/∂t,  c = d²q(t + ε, θ + ε v)/dε²
//   Jᵀ M J v' = Jᵀ (f − M c)            since G J = 0
//   P = power(t, q, q') + (M q'' − f)ᵀ r   reactions M q'' − f = −Gᵀλ have no power along J: that is λᵀ ∂Φ/∂t
//
// The model supplies, as templates on the scalar X of their arguments, mass, force and embedding(t, θ, q), `freedoms`,
// and what `Constrained` asks of energy and outputs, its power too: that of the reactions of constraints that move is
// added here. Its configuration is a vector space.
//
// Source: Hairer & Wanner 1996, Solving ODEs II, section VII.1 (state space form).

#include <Eigen/Cholesky>
#include <utility>

#include "numerics/dual.hpp"

namespace plumb {

template <class Model>
class Embedded {
  static constexpr int nq = Model::coordinates;

 public:
  using Scalar = typename Model::Scalar;
  static constexpr int size = Model::freedoms, invariant_count = 0;
  using T = Scalar;
  using V = Vec<T, size>;
  template <class X>
  struct Instant {
    Vec<X, nq> q, v, c;
  };
  static constexpr bool tells_power = requires(const Model m, Scalar t, Vec<Scalar, nq> q, Vec<Scalar, nq> v) {
    m.power(t, q, v);
  };
  Model model;

  explicit Embedded(Model m) : model(std::move(m)) {}

  bool velocity_dependent() const { return true; }
  bool conservative() const { return model.conservative(); }
  template <class X>
  void acceleration(const X& t, const Vec<X, size>& theta, const Vec<X, size>& v, Vec<X, size>& a) const {
    const Instant<X> at = motion<X>(t, theta, v);
    const Mat<X, nq, size> j = tangent<X>(t, theta);
    Mat<X, nq> mass;
    model.mass(at.q, mass);
    Vec<X, nq> f;
    model.force(t, at.q, at.v, f);
    f -= mass * at.c;
    const Mat<X, size> reduced = j.transpose() * mass * j;
    a = reduced.llt().solve(j.transpose() * f);
  }
  /// The same motion in the model's coordinates: q, q' and c.
  Instant<T> embed(const T& t, const V& theta, const V& v) const { return motion<T>(t, theta, v); }
  T energy(const T& t, const V& theta, const V& v) const {
    const auto at = motion<T>(t, theta, v);
    return model.energy(t, at.q, at.v);
  }
  T power(const T& t, const V& theta, const V& v) const requires tells_power {
    const auto at = motion<T>(t, theta, v);
    const Mat<T, nq, size> j = tangent<T>(t, theta);
    V a;
    acceleration<T>(t, theta, v, a);
    Mat<T, nq> mass;
    model.mass(at.q, mass);
    Vec<T, nq> f;
    model.force(t, at.q, at.v, f);
    const Vec<T, nq> reaction = mass * (j * a + at.c) - f, offset = at.v - j * v;
    return model.power(t, at.q, at.v) + reaction.dot(offset);
  }
  void outputs(const T& t, const V& theta, const V& v, Vec<T>& out) const {
    const auto at = motion<T>(t, theta, v);
    model.outputs(t, at.q, at.v, out);
  }
  void invariants(const T&, const V&, const V&, Vec<T>&) const {}

 private:
  // ∂q/∂θ
  template <class X>
  Mat<X, nq, size> tangent(const X& t, const Vec<X, size>& theta) const {
    using E = Dual<X, size>;
    return gradients(position<E>(E(t), variables<X, size>(theta)));
  }
  template <class X>
  Vec<X, nq> position(const X& t, const Vec<X, size>& theta) const {
    Vec<X, nq> q;
    model.embedding(t, theta, q);
    return q;
  }
  template <class X>
  Instant<X> motion(const X& t, const Vec<X, size>& theta, const Vec<X, size>& v) const {
    using E = Curved<X>;
    const E epsilon = curve_parameter<X>();
    const Vec<E, nq> q = position<E>(t + epsilon, constants<E>(theta) + constants<E>(v) * epsilon);
    return {q.unaryExpr([](const E& x) { return x.value.value; }),
            q.unaryExpr([](const E& x) { return x.value.derivatives[0]; }), second_derivative(q)};
  }
};

}  // namespace plumb
