#pragma once
// Automatic<Model>: a model that defines M, f and Φ only; automatic differentiation supplies every derivative that
// `Constrained` and `Minimal` need. Hand-written derivatives of the model take precedence.
//
// A model with constraints supplies Scalar, coordinates, constraints, conservative(), energy(t, q, v), outputs(t, q, v,
// out), invariant_count, invariants(t, q, v, out); and, as templates on the scalar X of their arguments,
//
//   mass(q, M)   force(t, q, v, f)   constraint(t, q, Φ)
//
// A model in minimal coordinates supplies the members that `Minimal` requires, except stiffness and damping. Its
// acceleration(t, q, v, a) must be a template on the scalar, and also its retract(q, δ, out) if the configuration space
// is not a vector space.
//
// Derivatives with respect to q are along δ in q ⊞ δ. Time derivatives follow the curve q ⊞ ε v at t + ε, at ε = 0:
//
//   G w = dΦ(t, q ⊞ ε w)/dε   r = dΦ(t + ε, q)/dε   γ = d²Φ(t + ε, q ⊞ ε v)/dε²
//   K = ∂(f − Gᵀλ − M a)/∂q   D = ∂f/∂v   W = ∂(G w)/∂q   R = ∂r/∂q   Q = ∂γ/∂q   V = ∂γ/∂v
//
// Nothing is allocated. For the pendulum, all derivatives together take about 70 times as long as the hand-written
// derivatives in double, 20 times in long double and 60 times in quad. Most of this time is for Q and V, which only
// index 1 needs; G alone takes 6 times as long.

#include <utility>

#include "numerics/dual.hpp"
#include "problems/adapters/space.hpp"

namespace plumb {

// Data members of a model may have the names of arguments below, so the warning about shadowed names is off.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"

/// The model in the form that `Constrained` or `Minimal` needs, with all other members of the model.
template <class Model>
class Automatic : public Model {
  static constexpr bool constrained = requires { Model::constraints; };
  template <class M, bool with_constraints>
  struct SizesOf {
    static constexpr int velocities = M::coordinates, constraints = M::constraints;
  };
  template <class M>
  struct SizesOf<M, false> {
    static constexpr int velocities = M::size, constraints = 0;
  };
  static constexpr int n = SizesOf<Model, constrained>::velocities, m = SizesOf<Model, constrained>::constraints;
  using Space = SpaceOf<Model, n>;
  static constexpr int nq = Space::coordinates;
  using T = typename Model::Scalar;
  using D = Dual<T, n>;  // dual number with derivatives along all velocities

 public:
  using Q = Vec<T, nq>;
  using V = Vec<T, n>;
  using L = Vec<T, m>;

  explicit Automatic(Model model) : Model(std::move(model)) {}

  void jacobian(const T& t, const Q& q, Mat<T, m, n>& g) const {
    if constexpr (requires(const Model& by_hand) { by_hand.jacobian(t, q, g); })
      Model::jacobian(t, q, g);
    else
      g = position_gradients<T>(t, q);
  }
  void jacobian_tangent(const T& t, const Q& q, const V& w, Mat<T, m, n>& k) const {
    if constexpr (requires(const Model& by_hand) { by_hand.jacobian_tangent(t, q, w, k); })
      Model::jacobian_tangent(t, q, w, k);
    else
      k = gradients(rate<D>(D(t), T(0), displaced<T>(q), constants<D>(w)));
  }
  void rate_offset(const T& t, const Q& q, L& r) const {
    if constexpr (requires(const Model& by_hand) { by_hand.rate_offset(t, q, r); })
      Model::rate_offset(t, q, r);
    else
      r = rate<T>(t, T(1), q, zeros<V>());
  }
  void rate_offset_tangent(const T& t, const Q& q, Mat<T, m, n>& k) const {
    if constexpr (requires(const Model& by_hand) { by_hand.rate_offset_tangent(t, q, k); })
      Model::rate_offset_tangent(t, q, k);
    else
      k = gradients(rate<D>(D(t), T(1), displaced<T>(q), zeros<Vec<D, n>>()));
  }
  void bias(const T& t, const Q& q, const V& v, L& gamma) const {
    if constexpr (requires(const Model& by_hand) { by_hand.bias(t, q, v, gamma); })
      Model::bias(t, q, v, gamma);
    else
      gamma = second_rate<T>(t, q, v);
  }
  void bias_tangents(const T& t, const Q& q, const V& v, Mat<T, m, n>& by_q, Mat<T, m, n>& by_v) const {
    if constexpr (requires(const Model& by_hand) { by_hand.bias_tangents(t, q, v, by_q, by_v); }) {
      Model::bias_tangents(t, q, v, by_q, by_v);
    } else {
      by_q = gradients(second_rate<D>(D(t), displaced<T>(q), constants<D>(v)));
      by_v = gradients(second_rate<D>(D(t), constants<D>(q), variables<T, n>(v)));
    }
  }
  void tangents(const T& t, const Q& q, const V& v, const V& a, const L& lambda, Mat<T, n>& k, Mat<T, n>& d) const {
    if constexpr (requires(const Model& by_hand) { by_hand.tangents(t, q, v, a, lambda, k, d); }) {
      Model::tangents(t, q, v, a, lambda, k, d);
    } else {
      Vec<D, n> f;
      this->force(D(t), constants<D>(q), variables<T, n>(v), f);
      d = gradients(f);
      const Vec<D, nq> moved_q = displaced<T>(q);
      this->force(D(t), moved_q, constants<D>(v), f);
      Mat<D, n> mass;
      this->mass(moved_q, mass);
      const Mat<D, m, n> rows = position_gradients<D>(D(t), moved_q);
      for (int i = 0; i < n; ++i) {
        f[i] -= sum<n>([&](int j) { return mass(i, j) * a[j]; });
        f[i] -= sum<m>([&](int j) { return rows(j, i) * lambda[j]; });
      }
      k = gradients(f);
    }
  }

  void stiffness(const T& t, const Q& q, const V& v, Mat<T, n>& k) const {
    if constexpr (requires(const Model& by_hand) { by_hand.stiffness(t, q, v, k); })
      Model::stiffness(t, q, v, k);
    else
      k = gradients(acceleration_of(t, displaced<T>(q), constants<D>(v)));
  }
  void damping(const T& t, const Q& q, const V& v, Mat<T, n>& d) const {
    if constexpr (requires(const Model& by_hand) { by_hand.damping(t, q, v, d); })
      Model::damping(t, q, v, d);
    else
      d = gradients(acceleration_of(t, constants<D>(q), variables<T, n>(v)));
  }

 private:
  // Returns Σ term(j), added from the last term to the first. A loop compiles faster than matrix expressions, which
  // instantiate a dozen types for each scalar.
  template <int count, class Term>
  static D sum(Term term) {
    D out = term(count - 1);
    for (int j = count - 2; j >= 0; --j) out = term(j) + out;
    return out;
  }
  template <class X>
  Vec<X, nq> moved(const Vec<X, nq>& q, const Vec<X, n>& delta) const {
    if constexpr (!Space::curved) {
      Vec<X, nq> out;
      for (int i = 0; i < nq; ++i) out[i] = q[i] + delta[i];
      return out;
    } else {
      Vec<X, nq> out;
      this->retract(q, delta, out);
      return out;
    }
  }
  // q ⊞ δ at δ = 0, with derivatives with respect to δ.
  template <class X>
  Vec<Dual<X, n>, nq> displaced(const Vec<X, nq>& q) const {
    using E = Dual<X, n>;
    return moved<E>(constants<E>(q), variables<X, n>(zeros<Vec<X, n>>()));
  }
  Vec<D, n> acceleration_of(const T& t, const Vec<D, nq>& q, const Vec<D, n>& v) const {
    Vec<D, n> a;
    this->acceleration(D(t), q, v, a);
    return a;
  }
  template <class X>
  Vec<X, m> position(const X& t, const Vec<X, nq>& q) const {
    Vec<X, m> phi;
    this->constraint(t, q, phi);
    return phi;
  }
  template <class X>
  Mat<X, m, n> position_gradients(const X& t, const Vec<X, nq>& q) const {
    using E = Dual<X, n>;
    return gradients(position<E>(E(t), displaced<X>(q)));
  }
  // Φ(t + s ε, q ⊞ ε w) for ε of the type E over X.
  template <class E, class X>
  Vec<E, m> along(const E& epsilon, const X& t, const T& s, const Vec<X, nq>& q, const Vec<X, n>& w) const {
    Vec<E, n> delta;
    for (int i = 0; i < n; ++i) delta[i] = E(w[i]) * epsilon;
    return position<E>(t + s * epsilon, moved<E>(constants<E>(q), delta));
  }
  template <class X>
  Vec<X, m> rate(const X& t, const T& s, const Vec<X, nq>& q, const Vec<X, n>& w) const {
    return gradients(along(Dual<X, 1>::variable(X(0)), t, s, q, w));
  }
  template <class X>
  Vec<X, m> second_rate(const X& t, const Vec<X, nq>& q, const Vec<X, n>& v) const {
    return second_derivative(along(curve_parameter<X>(), t, T(1), q, v));
  }
};

#pragma GCC diagnostic pop

}  // namespace plumb
