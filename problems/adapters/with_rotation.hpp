#pragma once
// A base class of models with some translational coordinates x, followed by one rotation: q = (x, quaternion),
// v = (x', ω in the body), (x, R) ⊞ (ξ, θ) = (x + ξ, R δ(θ)). The chart does not couple x and the rotation.

#include "contract/parameters.hpp"
#include "contract/system.hpp"
#include "numerics/so3.hpp"

namespace plumb {

template <class T, int translations>
struct WithRotation {
  using Space = WithRotation;
  using Q = Vec<T, translations + 4>;
  using V = Vec<T, translations + 3>;
  using Vector = Vec<T, 3>;
  so3::Chart<T> rotations = {};

  bool vector_space() const { return false; }
  void retract(const Q& q, const V& theta, Q& out) const {
    for (int i = 0; i < translations; ++i) out[i] = q[i] + theta[i];
    turn_last(out, rotations.retract(quaternion(q), turning(theta)));
  }
  void local(const Q& q, const Q& q1, V& out) const {
    for (int i = 0; i < translations; ++i) out[i] = q1[i] - q[i];
    turn_last(out, rotations.local(quaternion(q), quaternion(q1)));
  }
  void chart_rate(const Q&, const V& theta, const V& v, V& out) const {
    move_first(out, v);
    turn_last(out, rotations.rate(turning(theta), turning(v)));
  }
  void chart_tangent(const Q&, const V& theta, const V& u, V& out) const {
    move_first(out, u);
    turn_last(out, Vector(rotations.tangent(turning(theta)) * turning(u)));
  }
  void chart_momentum(const Q&, const V& theta, const V& p, V& out) const {
    move_first(out, p);
    turn_last(out, rotations.momentum(turning(theta), turning(p)));
  }
  void coadjoint(const V& v, const V& p, V& out) const {
    for (int i = 0; i < translations; ++i) out[i] = 0 * p[i];
    turn_last(out, Vector(turning(p).cross(turning(v))));
  }
  void chart_blocks(const Q&, const V& theta, const V& v, ChartBlocks<T, translations + 3>& out) const {
    out.tangent.setIdentity();
    out.rate_by_theta.setZero();
    out.rate_by_v.setIdentity();
    out.tangent.template bottomRightCorner<3, 3>() = rotations.tangent(turning(theta));
    out.rate_by_theta.template bottomRightCorner<3, 3>() = rotations.rate_derivative(turning(theta), turning(v));
    out.rate_by_v.template bottomRightCorner<3, 3>() = rotations.rate_matrix(turning(theta));
  }

 protected:
  /// Returns the translational components of q or v.
  template <class X>
  static Vec<T, translations> place(const X& x) {
    return x.template head<translations>();
  }
  static Vector turning(const V& v) { return v.template tail<3>(); }
  static so3::Quaternion<T> quaternion(const Q& q) { return q.template tail<4>(); }
  static void move_first(V& out, const V& from) {
    for (int i = 0; i < translations; ++i) out[i] = from[i];
  }
  template <class Turn, class Out>
  static void turn_last(Out& out, const Turn& by) {
    for (int i = 0; i < Turn::RowsAtCompileTime; ++i) out[translations + i] = by[i];
  }
  static Mat<T, 3> attitude(const Q& q) { return so3::matrix<T>(quaternion(q)); }
};

/// The parameter that names the chart of rotations.
inline ParameterSpec retraction_parameter() {
  return {.name = "retraction",
          .default_value = std::string(so3::retraction_names[0]),
          .unit = "-",
          .meaning = "chart of rotations, in formulations that have any",
          .choices = std::string(so3::retraction_choices),
          .numerical = true};
}
template <class T>
so3::Chart<T> chart_of_rotations(const Parameters& p) {
  for (const auto r : {so3::Retraction::exponential, so3::Retraction::cayley})
    if (p.is("retraction", so3::name(r))) return {r};
  return {so3::Retraction::euler_parameters};
}

}  // namespace plumb
