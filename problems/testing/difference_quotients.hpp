#pragma once
// The blocks of a system by difference quotients of its functions (force, momentum, reaction, constraints).

#include "contract/system.hpp"
#include "problems/testing/blocks.hpp"

namespace plumb::testing {

/// Returns the matrix with the columns d/dε f(ε e_j) at ε = 0, by central differences of sixth order; about 20 digits.
template <class F>
Mat<quad> difference_quotients(Eigen::Index rows, Eigen::Index columns, F f) {
  const quad e = quad(1) / 65536;
  Mat<quad> out(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    const auto odd = [&](int n) -> Vec<quad> {
      const Vec<quad> w = Vec<quad>::Unit(columns, j) * (n * e);
      const Vec<quad> minus = -w;
      return f(w) - f(minus);
    };
    out.col(j) = (45 * odd(1) - 9 * odd(2) + odd(3)) / (60 * e);
  }
  return out;
}

/// Returns all blocks that the form of the equations requires, for a system in quad with dynamic sizes.
template <class S>
BlocksOf<S> blocks_by_differences(S& s, const typename S::State& x, const quad& t) {
  using Vector = Vec<quad>;
  const auto nv = x.v.size(), nl = x.lambda.size();
  BlocksOf<S> out(static_cast<int>(nv), static_cast<int>(nl));
  const auto moved = [&](const Vector& w) {
    auto q = x.q;
    s.retract(x.q, w, q);
    return q;
  };
  const auto faster = [&](const Vector& w) -> Vector { return x.v + w; };
  const auto balance = [&](const Vector& q, const Vector& v) -> Vector {  // residual f − Gᵀλ − M a
    Vector f(nv), inertia(nv), reaction(nv);
    s.force(t, q, v, f);
    s.momentum(q, x.a, inertia);
    s.reaction(t, q, x.lambda, reaction);
    return f - reaction - inertia;
  };
  const auto level = [&](auto evaluate) {
    Vector phi(nl);
    evaluate(phi);
    return phi;
  };
  const auto position = [&](const Vector& q) { return level([&](Vector& phi) { s.constraint(t, q, phi); }); };
  const auto rate = [&](const Vector& q) { return level([&](Vector& phi) { s.constraint_rate(t, q, x.v, phi); }); };
  const auto acceleration = [&](const Vector& q, const Vector& v) {
    return level([&](Vector& phi) { s.constraint_acceleration(t, q, v, x.a, phi); });
  };
  for (Eigen::Index j = 0; j < nv; ++j) {
    Vector p(nv);
    s.momentum(x.q, Vector::Unit(nv, j), p);
    out.mass.col(j) = p;
  }
  out.damping = difference_quotients(nv, nv, [&](const Vector& w) { return balance(x.q, faster(w)); });
  out.stiffness = difference_quotients(nv, nv, [&](const Vector& w) { return balance(moved(w), x.v); });
  if (nl == 0) return out;
  out.jacobian = difference_quotients(nl, nv, [&](const Vector& w) { return position(moved(w)); });
  const auto nonholonomic = s.sizes().nonholonomic;
  if (nonholonomic != 0) {
    const auto by_v = difference_quotients(nl, nv, [&](const Vector& w) {
      return level([&](Vector& phi) { s.constraint_rate(t, x.q, faster(w), phi); });
    });
    out.jacobian.bottomRows(nonholonomic) = by_v.bottomRows(nonholonomic);
  }
  if (imposes_velocities(s.form()) || nonholonomic != 0)
    out.rate_by_q = difference_quotients(nl, nv, [&](const Vector& w) { return rate(moved(w)); });
  if (imposes_accelerations(s.form())) {
    out.acceleration_by_q = difference_quotients(nl, nv, [&](const Vector& w) { return acceleration(moved(w), x.v); });
    out.acceleration_by_v = difference_quotients(nl, nv, [&](const Vector& w) { return acceleration(x.q, faster(w)); });
  }
  return out;
}

/// Returns the matrix N of a LinearisationPoint (contract/system.hpp), for a system in quad.
template <class S>
Mat<quad> moves_of(S& s, const PointOf<S>& point) {
  using Numbers = Vec<quad>;
  const auto n = point.x.v.size();
  const auto rate_by = [&](const Numbers& centre, const Numbers& theta, const Numbers& v, bool by_theta) {
    return difference_quotients(n, n, [&, by_theta](const Numbers& e) {
      Numbers out(n);
      s.chart_rate(centre, by_theta ? Numbers(theta + e) : theta, by_theta ? v : Numbers(v + e), out);
      return out;
    });
  };
  const Numbers still = zeros<Numbers>(n);
  const Mat<quad> here = rate_by(point.x.q, still, point.x.v, false);  // derivatives of δ' by v
  if (!point.theta) return here;
  const Mat<quad> by_v = rate_by(*point.centre, *point.theta, point.x.v, false);
  const Mat<quad> tangent = here * by_v.inverse();
  if (!point.velocity) return tangent;
  const Mat<quad> by_theta = rate_by(*point.centre, *point.theta, *point.velocity, true);
  return tangent * (identity<Mat<quad>>(n) - point.weight * by_theta).inverse() * by_v;
}

}  // namespace plumb::testing
