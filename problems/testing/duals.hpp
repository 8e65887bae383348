#pragma once
// The blocks of a model by automatic differentiation, which is exact: each problem's test calls it for its models.

#include <gtest/gtest.h>

#include <unsupported/Eigen/AutoDiff>

#include "problems/testing/blocks.hpp"

namespace plumb::testing {

/// A number with its derivatives with respect to n seeds.
template <int n>
using Dual = Eigen::AutoDiffScalar<Vec<double, n>>;

template <int n, class V>
Vec<Dual<n>, n> seeded(const V& x) {
  Vec<Dual<n>, n> out;
  for (int i = 0; i < n; ++i) out[i] = Dual<n>(x[i], n, i);
  return out;
}
template <int n, class V>
Vec<Dual<n>, n> constant(const V& x) {
  Vec<Dual<n>, n> out;
  for (int i = 0; i < n; ++i) out[i] = Dual<n>(x[i]);
  return out;
}
/// The configuration with its derivatives along δ of q ⊞ δ.
template <int n, class Model, class V>
auto displaced(const Model& model, const V& x) {
  if constexpr (requires { typename Model::Space; }) {
    typename Model::Q q, out;
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = Dual<n>(x[i]);
    model.retract(q, seeded<n>(Vec<double, n>::Zero().eval()), out);
    return out;
  } else {
    return seeded<n>(x);
  }
}
/// The same without derivatives.
template <int n, class Model, class V>
auto held(const Model& model, const V& x) {
  auto out = displaced<n>(model, x);
  for (auto& entry : out) entry = Dual<n>(entry.value());
  return out;
}
template <int n, int rows>
Mat<double> derivatives(const Vec<Dual<n>, rows>& x) {
  Mat<double> out(rows, n);
  for (int i = 0; i < rows; ++i) out.row(i) = x[i].derivatives().transpose();
  return out;
}
template <int n, int rows, int columns>
Mat<double> values(const Mat<Dual<n>, rows, columns>& x) {
  return x.unaryExpr([](const Dual<n>& c) { return c.value(); });
}

/// The blocks of a model in minimal coordinates, v' = a(t, q, v). `make` gives a new model a call: models remember
/// sines by the angle's value and would hand out old derivatives.
template <class Make>
BlocksOfAny<double> blocks_by_duals_minimal(Make make, const ArbitraryInstant<double>& at) {
  constexpr int n = decltype(make())::size;
  const Dual<n> t(at.t);
  BlocksOfAny<double> out(n, 0);
  out.mass.setIdentity();
  Vec<Dual<n>, n> a;
  make().acceleration(t, displaced<n>(make(), at.x.q), constant<n>(at.x.v), a);
  out.stiffness = derivatives<n, n>(a);
  make().acceleration(t, held<n>(make(), at.x.q), seeded<n>(at.x.v), a);
  out.damping = derivatives<n, n>(a);
  return out;
}

/// The blocks of a model with constraints.
template <class Make>
BlocksOfAny<double> blocks_by_duals_constrained(Make make, const ArbitraryInstant<double>& at) {
  using Model = decltype(make());
  constexpr int n = Model::coordinates, m = Model::constraints;
  using D = Dual<n>;
  using Nv = Vec<D, n>;
  using Nl = Vec<D, m>;
  const D t(at.t);
  const auto& x = at.x;
  const auto q = displaced<n>(make(), x.q), q0 = held<n>(make(), x.q);
  const Nv v = seeded<n>(x.v), v0 = constant<n>(x.v), a = constant<n>(x.a);
  Nl lambda;
  for (int i = 0; i < m; ++i) lambda[i] = D(x.lambda[i]);

  BlocksOfAny<double> out(n, m);
  Mat<D, n> mass;
  make().mass(q, mass);
  out.mass = values<n, n, n>(mass);
  Nv f;
  make().force(t, q0, v, f);
  out.damping = derivatives<n, n>(f);
  Mat<D, m, n> g;
  make().jacobian(t, q, g);
  make().force(t, q, v0, f);
  f -= g.transpose() * lambda + mass * a;
  out.stiffness = derivatives<n, n>(f);
  Nl row, bias;
  make().constraint(t, q, row);
  out.jacobian = derivatives<n, m>(row);
  if (imposes_rate(at.formulation.form)) {
    row = g * v0;
    if constexpr (requires { make().rate_offset(t, q, bias); }) {
      make().rate_offset(t, q, bias);
      row += bias;
    }
    out.rate_by_q = derivatives<n, m>(row);
  }
  if (imposes_acceleration(at.formulation.form)) {
    make().bias(t, q, v0, bias);
    row = g * a + bias;
    out.acceleration_by_q = derivatives<n, m>(row);
    make().bias(t, q0, v, bias);
    out.acceleration_by_v = derivatives<n, m>(bias);
  }
  return out;
}

/// The blocks by the one of these functions that fits the model which `make` gives.
template <class Make>
BlocksOfAny<double> blocks_by_duals(Make make, const ArbitraryInstant<double>& at) {
  if constexpr (requires { decltype(make())::constraints; })
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
