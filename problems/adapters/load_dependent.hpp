#pragma once
// LoadDependent<Model> converts forces f(t, q, v, λ), which depend on the reactions, to forces of t, q and v, as
// methods and adapters require. λ solves the index-1 equations at (t, q, v), as for the friction of guides
// (problems/mbs/friction.hpp):
//
//   M a = f(t, q, v, λ) − Gᵀλ,   G a + γ = 0
//
// On the motion the multipliers of every formulation equal this λ, so all formulations have the same solution. Newton's
// iteration computes λ at each evaluation from the same initial value, so no state is kept between steps.
//
// The model supplies the members that Automatic requires of a model with constraints, except the force, and in
// addition:
//   - loads(t, q, v), an object whose force(λ, f) evaluates f for λ of the same scalar and of dual numbers over it;
//   - usual_multipliers(), an initial value for λ;
//   - jacobian(t, q, G);
//   - outputs and power with λ after v.
// jacobian and all differentiated members are templates on the scalar. Derivatives include the dependence of λ on t, q
// and v, by the implicit function theorem (implicit_function.hpp).

#include <utility>

#include "numerics/cholesky.hpp"
#include "problems/adapters/implicit_function.hpp"

namespace plumb {

// Data members of a model may have the names of arguments below, so the warning about shadowed names is off.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"

template <class Model>
class LoadDependent : public Model {
  static constexpr int n = Model::coordinates, m = Model::constraints;

 public:
  using T = typename Model::Scalar;

  explicit LoadDependent(Model model) : Model(std::move(model)) {}

  template <class X>
  void force(const X& t, const Vec<X, n>& q, const Vec<X, n>& v, Vec<X, n>& f) const {
    const auto loads = this->loads(t, q, v);
    loads.force(multipliers<X>(t, q, v), f);
  }
  /// Returns λ of the index-1 equations; NaN if Newton's iteration finds no solution.
  template <class X>
  Vec<X, m> multipliers(const X& t, const Vec<X, n>& q, const Vec<X, n>& v) const {
    const Equations<T> values(*this, BaseOf<X>::value(t), base_values(q), base_values(v));
    const auto linearise = [&](const Vec<T, m>& lambda, Vec<T, m>& r, Mat<T, m>& jacobian) {
      values.linearise(lambda, r, jacobian);
    };
    if constexpr (BaseOf<X>::levels == 0) {
      return implicit_function<X, m>(this->usual_multipliers(), linearise, [](const auto& x) { return x; });
    } else {
      const Equations<X> equations(*this, t, q, v);
      return implicit_function<X, m>(this->usual_multipliers(), linearise,
                                     [&](const Vec<X, m>& lambda) { return equations.residual(lambda); });
    }
  }
  T power(const T& t, const Vec<T, n>& q, const Vec<T, n>& v) const {
    return Model::power(t, q, v, multipliers<T>(t, q, v));
  }
  void outputs(const T& t, const Vec<T, n>& q, const Vec<T, n>& v, Vec<T>& out) const {
    Model::outputs(t, q, v, multipliers<T>(t, q, v), out);
  }

 private:
  // The acceleration of the constraints as a function of λ: r = Φ'' = G M⁻¹ (f(λ) − Gᵀλ) + γ.
  template <class X>
  struct Equations {
    decltype(std::declval<const Model&>().loads(X(), Vec<X, n>(), Vec<X, n>())) loads;
    Mat<X, n> mass;  // Cholesky factor of the mass matrix
    Mat<X, m, n> g;
    Vec<X, m> bias;

    Equations(const Model& model, const X& t, const Vec<X, n>& q, const Vec<X, n>& v) : loads(model.loads(t, q, v)) {
      model.mass(q, mass);
      factor_by_cholesky<X, n>(mass);
      model.jacobian(t, q, g);
      using E = Curved<X>;
      const E epsilon = curve_parameter<X>();
      Vec<E, n> moved;
      for (int i = 0; i < n; ++i) moved[i] = E(q[i]) + E(v[i]) * epsilon;
      Vec<E, m> phi;
      model.constraint(t + epsilon, moved, phi);
      bias = second_derivative(phi);
    }
    // Returns G M⁻¹ w.
    Vec<X, m> along_rows(Vec<X, n> w) const {
      solve_with_cholesky<X, n>(mass, w);
      Vec<X, m> out;
      for (int i = 0; i < m; ++i) {
        out[i] = g(i, 0) * w[0];
        for (int j = 1; j < n; ++j) out[i] = out[i] + g(i, j) * w[j];
      }
      return out;
    }
    Vec<X, m> residual(const Vec<X, m>& lambda) const {
      Vec<X, n> w;
      loads.force(lambda, w);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) w[j] = w[j] - g(i, j) * lambda[i];
      Vec<X, m> r = along_rows(w);
      for (int i = 0; i < m; ++i) r[i] = r[i] + bias[i];
      return r;
    }
    void linearise(const Vec<X, m>& lambda, Vec<X, m>& r, Mat<X, m>& jacobian) const {
      Vec<Dual<X, m>, n> f;
      loads.force(variables<X, m>(lambda), f);
      Vec<X, n> w;
      for (int k = 0; k < m; ++k) {
        for (int j = 0; j < n; ++j) w[j] = f[j].derivatives[static_cast<std::size_t>(k)] - g(k, j);
        jacobian.col(k) = along_rows(w);
      }
      for (int j = 0; j < n; ++j) w[j] = f[j].value - g.col(j).dot(lambda);
      r = along_rows(w) + bias;
    }
  };
};

#pragma GCC diagnostic pop

}  // namespace plumb
