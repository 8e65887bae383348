#pragma once
// Embedded<Model>: a model with constraints in minimal coordinates θ, from the function q(t, θ) that parametrises
// the positions that satisfy the constraints. Its derivatives are automatic:
//
//   q' = J v + r,   q'' = J v' + c      J = ∂q/∂θ,  r = ∂q/∂t,  c = d²q(t + ε, θ + ε v)/dε²
//   Jᵀ M J v' = Jᵀ (f − M c)            since G J = 0
//   P = power(t, q, q') + (M q'' − f)ᵀ r   reactions M q'' − f = −Gᵀλ have no power along J: that is λᵀ ∂Φ/∂t
//
// The model supplies, as templates on the scalar X of their arguments, mass, force and embedding(t, θ, q), and also
// `freedoms` and the members that `Constrained` requires for energy, outputs and power; the power of the reactions of
// moving constraints is added here. Its configuration is a vector space.
//
// Source: Hairer & Wanner 1996, Solving ODEs II, section VII.1 (state space form).

#include <array>
#include <utility>

#include "numerics/cholesky.hpp"
#include "numerics/dual.hpp"

namespace plumb {

// The scalars are nested dual numbers in three precisions. The code uses only loops and products of vectors, because
// each matrix expression would instantiate a dozen types for every scalar.
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
  static constexpr bool provides_power = requires(const Model m, Scalar t, Vec<Scalar, nq> q, Vec<Scalar, nq> v) {
    m.power(t, q, v);
  };
  Model model;

  explicit Embedded(Model m) : model(std::move(m)) {}

  bool velocity_dependent() const { return true; }
  bool conservative() const { return model.conservative(); }
  template <class X>
  void acceleration(const X& t, const Vec<X, size>& theta, const Vec<X, size>& v, Vec<X, size>& a) const {
    const Instant<X> at = motion<X>(t, theta, v);
    const std::array<Vec<X, nq>, size> j = columns<X>(t, theta);
    Mat<X, nq> mass;
    model.mass(at.q, mass);
    Vec<X, nq> f;
    model.force(t, at.q, at.v, f);
    for (int i = 0; i < nq; ++i) f[i] -= sum(at.c, row(mass, i));
    Mat<X, size> reduced;
    for (int i = 0; i < size; ++i) {
      Vec<X, nq> moved;  // row i of the product Jᵀ M
      for (int k = 0; k < nq; ++k) moved[k] = sum(column(j, i), row(mass, k));
      for (int k = 0; k < size; ++k) reduced(i, k) = sum(column(j, k), moved);
      a[i] = sum(column(j, i), f);
    }
    solve_by_cholesky(reduced, a);
  }
  /// Returns the same motion in the model's coordinates: q, q' and c.
  Instant<T> embed(const T& t, const V& theta, const V& v) const { return motion<T>(t, theta, v); }
  T energy(const T& t, const V& theta, const V& v) const {
    const auto at = motion<T>(t, theta, v);
    return model.energy(t, at.q, at.v);
  }
  T power(const T& t, const V& theta, const V& v) const requires provides_power {
    const auto at = motion<T>(t, theta, v);
    const std::array<Vec<T, nq>, size> j = columns<T>(t, theta);
    V a;
    acceleration<T>(t, theta, v, a);
    Mat<T, nq> mass;
    model.mass(at.q, mass);
    Vec<T, nq> f, second = at.c, offset = at.v;  // second derivative q''; rate r
    model.force(t, at.q, at.v, f);
    for (int k = 0; k < size; ++k) {
      second += column(j, k) * a[k];
      offset -= column(j, k) * v[k];
    }
    T out = model.power(t, at.q, at.v);
    for (int i = 0; i < nq; ++i) out += (row(mass, i).dot(second) - f[i]) * offset[i];
    return out;
  }
  void outputs(const T& t, const V& theta, const V& v, Vec<T>& out) const {
    const auto at = motion<T>(t, theta, v);
    model.outputs(t, at.q, at.v, out);
  }
  void invariants(const T&, const V&, const V&, Vec<T>&) const {}

 private:
  // Returns x · y. Most entries of J are 0: products in quad and double-doubles are so slow that a test for 0 pays off.
  template <class X>
  static X sum(const Vec<X, nq>& x, const Vec<X, nq>& y) {
    if constexpr (std::is_same_v<X, quad> || std::is_same_v<X, double_double>) {
      X out = 0;
      for (int i = 0; i < nq; ++i)
        if (x[i] != 0) out += x[i] * y[i];
      return out;
    } else {
      return x.dot(y);
    }
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
    Vec<E, size> moved;
    for (int i = 0; i < size; ++i) moved[i] = E(theta[i]) + E(v[i]) * epsilon;
    const Vec<E, nq> q = position<E>(t + epsilon, moved);
    Instant<X> out;
    for (int i = 0; i < nq; ++i) {
      out.q[i] = q[i].value.value;
      out.v[i] = q[i].value.derivatives[0];
      out.c[i] = q[i].derivatives[0].derivatives[0];
    }
    return out;
  }
  // The columns of J.
  template <class X>
  std::array<Vec<X, nq>, size> columns(const X& t, const Vec<X, size>& theta) const {
    using E = Dual<X, size>;
    const Vec<E, nq> q = position<E>(E(t), variables<X, size>(theta));
    std::array<Vec<X, nq>, size> out;
    for (std::size_t k = 0; k < size; ++k)
      for (int i = 0; i < nq; ++i) out[k][i] = q[i].derivatives[k];
    return out;
  }
  template <class X>
  static const Vec<X, nq>& column(const std::array<Vec<X, nq>, size>& j, int k) {
    return j[static_cast<std::size_t>(k)];
  }
  template <class X>
  static Vec<X, nq> row(const Mat<X, nq>& matrix, int i) {
    Vec<X, nq> out;
    for (int k = 0; k < nq; ++k) out[k] = matrix(i, k);
    return out;
  }
};

}  // namespace plumb
