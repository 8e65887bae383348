#pragma once
// A double pendulum in the coordinates of its masses: constant mass matrix, two constraints.

#include <array>

#include "contract/system.hpp"

namespace plumb::testing {

/// Two masses on rigid rods in the plane, dimensionless: Φ₁ = (|x₁|² − 1)/2, Φ₂ = (|x₂ − x₁|² − 1)/2, gravity 9.
template <class T>
struct TwoRods {
  using Scalar = T;
  static constexpr int nq = 4, nv = 4, nl = 2;
  using V = Vec<T, 4>;
  using L = Vec<T, 2>;

  static V masses() { return V(T(2), T(2), T(1), T(1)); }
  static plumb::State<V, V, L> initial() { return at({T(1), T(-0.5), T(0.75), T(2)}); }
  /// The state with these angles from the horizontal [rad] and their rates [rad/s].
  static plumb::State<V, V, L> at(const std::array<T, 4>& x) {
    using std::cos, std::sin;
    const V first(cos(x[0]), sin(x[0]), cos(x[0]), sin(x[0])), second(T(0), T(0), cos(x[1]), sin(x[1]));
    const V turned(-first[1], first[0], -first[3], first[2]), other(T(0), T(0), -second[3], second[2]);
    return {first + second, x[2] * turned + x[3] * other, V::Zero(), L::Zero()};
  }
  bool velocity_dependent() const { return true; }
  void mass(const V&, Mat<T, 4>& m) const { m = masses().asDiagonal(); }
  void force(const T&, const V&, const V&, V& f) const { f = T(-9) * V(T(0), masses()[1], T(0), masses()[3]); }
  void tangents(const T&, const V&, const V&, const V&, const L& lambda, Mat<T, 4>& k, Mat<T, 4>& d) const {
    d.setZero();
    k.setZero();
    for (int i = 0; i < 2; ++i) {
      k(i, i) = -lambda[0] - lambda[1];
      k(i + 2, i + 2) = -lambda[1];
      k(i, i + 2) = k(i + 2, i) = lambda[1];
    }
  }
  void constraint(const T&, const V& q, L& g) const {
    const Vec<T, 2> rod = q.template tail<2>() - q.template head<2>();
    g << (q.template head<2>().squaredNorm() - 1) / 2, (rod.squaredNorm() - 1) / 2;
  }
  void jacobian(const T&, const V& q, Mat<T, 2, 4>& g) const {
    g << q[0], q[1], T(0), T(0), q[0] - q[2], q[1] - q[3], q[2] - q[0], q[3] - q[1];
  }
  void constraint_time(const T&, const V&, L& g) const { g.setZero(); }
  void jacobian_tangent(const T& t, const V&, const V& w, Mat<T, 2, 4>& k) const { jacobian(t, w, k); }
  void bias_tangents(const T& t, const V&, const V& v, Mat<T, 2, 4>& by_q, Mat<T, 2, 4>& by_v) const {
    by_q.setZero();
    jacobian(t, v, by_v);
    by_v *= T(2);
  }
  void bias(const T&, const V&, const V& v, L& g) const {
    const Vec<T, 2> rod = v.template tail<2>() - v.template head<2>();
    g << v.template head<2>().squaredNorm(), rod.squaredNorm();
  }
};

}  // namespace plumb::testing
