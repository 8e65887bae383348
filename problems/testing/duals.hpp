#pragma once
// The exact blocks of a model, by automatic differentiation of only its M, f and Φ. The tests of problems compare
// hand-written derivatives with these blocks.

#include <gtest/gtest.h>

#include <utility>

#include "problems/adapters/automatic.hpp"
#include "problems/testing/blocks.hpp"

namespace plumb::testing {

/// A wrapper whose functions are templates on the scalar X and create a new model by `make.operator()<X>()` in each
/// call: a stored model would reuse sines cached for an equal angle with other derivatives. The wrapper hides all
/// hand-written derivatives: it offers only M, f and Φ, or the acceleration.
template <class Make>
using ResultOf = decltype(std::declval<Make>().template operator()<double>());

template <class Model>
struct SpaceLike {};
template <class Model>
requires requires { typename Model::Space; }
struct SpaceLike<Model> {
  using Space = typename Model::Space;
};

template <class Make>
struct InAnyScalar : SpaceLike<ResultOf<Make>> {
  using Model = ResultOf<Make>;
  using Scalar = double;
  Make make;

  explicit InAnyScalar(Make m) : make(m) {}
  template <class X>
  auto in() const {
    return make.template operator()<X>();
  }
  template <class X, int nq, int n>
  void mass(const Vec<X, nq>& q, Mat<X, n>& out) const {
    in<X>().mass(q, out);
  }
  template <class X, int nq, int n>
  void force(const X& t, const Vec<X, nq>& q, const Vec<X, n>& v, Vec<X, n>& out) const {
    in<X>().force(t, q, v, out);
  }
  template <class X, int nq, int m>
  void constraint(const X& t, const Vec<X, nq>& q, Vec<X, m>& out) const {
    in<X>().constraint(t, q, out);
  }
  template <class X, int nq, int n>
  void acceleration(const X& t, const Vec<X, nq>& q, const Vec<X, n>& v, Vec<X, n>& out) const {
    in<X>().acceleration(t, q, v, out);
  }
  template <class X, int nq, int n>
  void retract(const Vec<X, nq>& q, const Vec<X, n>& delta, Vec<X, nq>& out) const {
    in<X>().retract(q, delta, out);
  }
};
template <class Make>
struct UnconstrainedInAnyScalar : InAnyScalar<Make> {
  using InAnyScalar<Make>::InAnyScalar;
  static constexpr int size = ResultOf<Make>::size;
};
template <class Make>
struct ConstrainedInAnyScalar : InAnyScalar<Make> {
  using InAnyScalar<Make>::InAnyScalar;
  static constexpr int coordinates = ResultOf<Make>::coordinates, constraints = ResultOf<Make>::constraints;
};

/// The blocks of a model in minimal coordinates, v' = a(t, q, v).
template <class Make>
BlocksOfAny<double> blocks_by_duals_minimal(Make make, const ArbitraryInstant<double>& at) {
  constexpr int n = ResultOf<Make>::size;
  const Automatic model(UnconstrainedInAnyScalar<Make>{make});
  Mat<double, n> stiffness, damping;
  model.stiffness(at.t, at.x.q, at.x.v, stiffness);
  model.damping(at.t, at.x.q, at.x.v, damping);
  BlocksOfAny<double> out(n, 0);
  out.mass.setIdentity();
  out.stiffness = stiffness;
  out.damping = damping;
  return out;
}

/// The blocks of a model with constraints.
template <class Make>
BlocksOfAny<double> blocks_by_duals_constrained(Make make, const ArbitraryInstant<double>& at) {
  constexpr int n = ResultOf<Make>::coordinates, m = ResultOf<Make>::constraints;
  const Automatic model(ConstrainedInAnyScalar<Make>{make});
  const typename decltype(model)::Q q = at.x.q;
  const Vec<double, n> v = at.x.v, a = at.x.a;
  BlocksOfAny<double> out(n, m);
  Mat<double, n> square, damping;
  model.mass(q, square);
  out.mass = square;
  model.tangents(at.t, q, v, a, at.x.lambda, square, damping);
  out.stiffness = square;
  out.damping = damping;
  Mat<double, m, n> rows, more;
  model.jacobian(at.t, q, rows);
  out.jacobian = rows;
  if (imposes_velocities(at.formulation.form)) {
    model.jacobian_tangent(at.t, q, v, rows);
    model.rate_offset_tangent(at.t, q, more);
    out.rate_by_q = rows + more;
  }
  if (imposes_accelerations(at.formulation.form)) {
    model.bias_tangents(at.t, q, v, rows, more);
    out.acceleration_by_q = rows;
    out.acceleration_by_v = more;
    model.jacobian_tangent(at.t, q, a, rows);
    out.acceleration_by_q += rows;
  }
  return out;
}

/// Returns the blocks, with or without constraints according to the model.
template <class Make>
BlocksOfAny<double> blocks_by_duals(Make make, const ArbitraryInstant<double>& at) {
  if constexpr (requires { ResultOf<Make>::constraints; })
    return blocks_by_duals_constrained(make, at);
  else
    return blocks_by_duals_minimal(make, at);
}

/// Compares the blocks of every formulation of the problem that offers them with `by_duals(at)`.
template <class ByDuals>
void expect_blocks_by_duals(const Problem& problem, ByDuals by_duals) {
  int offered = 0;
  for (const auto& formulation : problem.formulations) {
    ArbitraryInstant<double> at(problem, formulation);
    if (!at.system.offers_blocks()) continue;
    ++offered;
    const auto [gap, block] = worst_block<double>(at.blocks(), by_duals(at));
    EXPECT_LT(gap, 1e-14) << problem.name << "/" << formulation.name << " " << block;
  }
  EXPECT_GT(offered, 0) << problem.name;
}

}  // namespace plumb::testing
