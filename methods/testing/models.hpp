#pragma once
// Models for meaningful tests of orders: nonlinear, non-autonomous, coupled, with a variable mass matrix
// and with large rotations. They are dimensionless.

#include "methods/testing/small_system.hpp"
#include "numerics/so3.hpp"

namespace plumb::testing {

//   (2 + cos q₂) q₁'' = −sin q₁ + cos t + c (q₂ q₁' − q₁'/5)
//   q₂'' = −q₂ − q₂³ + q₁ + sin 2t + c (q₁' q₂' / 2)
template <class T>
struct CoupledPair {
  using Scalar = T;
  static constexpr int nq = 2, nv = 2, nl = 0;
  using V = Vec<T, 2>;
  int c = 1;  // coefficient of the velocity; 0: none

  static State<V, V, Vec<T, 0>> initial() { return {V(T(1), T(0.5)), V(T(-0.25), T(1)), V::Zero(), {}}; }
  bool velocity_dependent() const { return c != 0; }
  void mass(const V& q, Mat<T, 2>& m) const {
    using std::cos;
    m << 2 + cos(q[1]), T(0), T(0), T(1);
  }
  void force(const T& t, const V& q, const V& v, V& f) const {
    using std::cos, std::sin;
    f[0] = -sin(q[0]) + cos(t) + c * (q[1] * v[0] - v[0] / 5);
    f[1] = -q[1] - q[1] * q[1] * q[1] + q[0] + sin(2 * t) + c * (v[0] * v[1] / 2);
  }
  void tangents(const T&, const V& q, const V& v, const V& a, const Vec<T, 0>&, Mat<T, 2>& k, Mat<T, 2>& d) const {
    using std::cos, std::sin;
    k << -cos(q[0]), c * v[0] + sin(q[1]) * a[0], T(1), -1 - 3 * q[1] * q[1];
    d << c * (q[1] - T(1) / 5), T(0), c * v[1] / 2, c * v[0] / 2;
  }
};

// A mass on a rod whose length is driven, L(t) = 1 + sin(t)/10:  Φ = (x² + y² − L²)/2, gravity 9, drag force −x'²/10 in
// x.
template <class T>
struct DrivenPendulum {
  using Scalar = T;
  static constexpr int nq = 2, nv = 2, nl = 1;
  using V = Vec<T, 2>;
  using L = Vec<T, 1>;

  static State<V, V, L> initial() { return {V(T(1), T(0)), V(T(1) / 10, T(-1)), V::Zero(), L::Zero()}; }
  bool velocity_dependent() const { return true; }
  void mass(const V&, Mat<T, 2>& m) const { m.setIdentity(); }
  void force(const T&, const V&, const V& v, V& f) const { f << -v[0] * v[0] / 10, T(-9); }
  void tangents(const T&, const V&, const V& v, const V&, const L& lambda, Mat<T, 2>& k, Mat<T, 2>& d) const {
    k = -lambda[0] * Mat<T, 2>::Identity();
    d << -v[0] / 5, T(0), T(0), T(0);
  }
  static T length(const T& t) {
    using std::sin;
    return 1 + sin(t) / 10;
  }
  static T rate(const T& t) {
    using std::cos;
    return cos(t) / 10;
  }
  void constraint(const T& t, const V& q, L& g) const {
    g[0] = (q[0] * q[0] + q[1] * q[1] - length(t) * length(t)) / 2;
  }
  void jacobian(const T&, const V& q, Mat<T, 1, 2>& g) const { g << q[0], q[1]; }
  void constraint_time(const T& t, const V&, L& g) const { g[0] = -length(t) * rate(t); }
  void jacobian_tangent(const T&, const V&, const V& w, Mat<T, 1, 2>& k) const { k << w[0], w[1]; }
  void bias_tangents(const T&, const V&, const V& v, Mat<T, 1, 2>& by_q, Mat<T, 1, 2>& by_v) const {
    by_q.setZero();
    by_v << 2 * v[0], 2 * v[1];
  }
  void bias(const T& t, const V&, const V& v, L& g) const {
    const T second = 1 - length(t);  // second derivative L''
    g[0] = v[0] * v[0] + v[1] * v[1] - rate(t) * rate(t) - length(t) * second;
  }
};

// A heavy rigid body that turns about a fixed point, with a given torque τ(t). The attitude is a unit quaternion, and ω
// is the angular velocity in the body.
//
//   q' = q · (0, ω)/2,   J ω' = Jω × ω + c × u + τ(t),   u = Rᵀ e_z,   retraction q ⊞ θ = q · exp(θ)
template <class T>
struct RigidBody {
  using Scalar = T;
  static constexpr int nq = 4, nv = 3, nl = 0;
  using Q = Vec<T, 4>;  // quaternion (scalar, vector)
  using V = Vec<T, 3>;
  so3::Chart<T> chart = {};
  bool corrects_chart = true;  // false: θ' = ω, a mistake that reduces all orders to 2

  static State<Q, V, Vec<T, 0>> initial() { return {Q(T(1), T(0), T(0), T(0)), V(T(2), T(-1), T(1.5)), V::Zero(), {}}; }
  static V inertia() { return V(T(1), T(2), T(2.5)); }
  static V lever() { return V(T(0.5), T(-0.3), T(0.8)); }
  static V up(const Q& q) {  // vertical unit vector u in the body
    return V(2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]), 1 - 2 * (q[1] * q[1] + q[2] * q[2]));
  }
  bool velocity_dependent() const { return true; }
  void mass(const Q&, Mat<T, 3>& m) const { m = inertia().asDiagonal(); }
  void force(const T& t, const Q& q, const V& w, V& f) const {
    using std::cos, std::sin;
    const V momentum = inertia().cwiseProduct(w);
    f = momentum.cross(w) + lever().cross(up(q)) + V(sin(3 * t), cos(2 * t), T(0));
  }
  void tangents(const T&, const Q& q, const V& w, const V&, const Vec<T, 0>&, Mat<T, 3>& k, Mat<T, 3>& d) const {
    const V momentum = inertia().cwiseProduct(w);
    k = so3::skew<T>(lever()) * so3::skew<T>(up(q));
    d = so3::skew<T>(momentum);
    d -= so3::skew<T>(w) * inertia().asDiagonal();
  }

  void retract(const Q& q, const V& theta, Q& out) const { out = chart.retract(q, theta); }
  void local(const Q& q, const Q& q1, V& out) const { out = chart.local(q, q1); }
  void chart_rate(const Q&, const V& theta, const V& w, V& out) const {
    out = corrects_chart ? chart.rate(theta, w) : w;
  }
  void chart_tangent(const Q&, const V& theta, const V& u, V& out) const { out = chart.tangent(theta) * u; }
  void chart_momentum(const Q&, const V& theta, const V& p, V& out) const { out = chart.momentum(theta, p); }
  void coadjoint(const V& w, const V& p, V& out) const { out = p.cross(w); }
  void chart_blocks(const Q&, const V& theta, const V& w, ChartBlocks<T, 3>& out) const {
    out.tangent = chart.tangent(theta);
    out.rate_by_theta = chart.rate_derivative(theta, w);
    out.rate_by_v = chart.rate_matrix(theta);
  }
};

}  // namespace plumb::testing
