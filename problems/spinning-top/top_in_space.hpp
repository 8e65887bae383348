#pragma once
// The top as a rigid body in space, held at one of its points: q = (x, quaternion), v = (x', ω in the body), x the
// centre of mass, X from the fixed point to it in the body, R body to space.
//
//   m x'' = −m g e_z − λ                 λ: what the body exerts on the bearing
//   J ω'  = Jω × ω + X × Rᵀλ             J about the centre of mass
//   Φ = x − R X = 0,   G = [1, R X̃],   Φ'' = x'' + R X̃ ω' − R(ω × (ω × X))
//
// Brüls & Cardona, J. Comput. Nonlinear Dynam. 5 (2010) 031002, section 5.1, with any X and J. A moment of J may be
// zero.

#include "contract/parameters.hpp"
#include "problems/adapters/with_rotation.hpp"

namespace plumb {

template <class T>
struct TopInSpace : WithRotation<T, 3> {
  using Scalar = T;
  using Base = WithRotation<T, 3>;
  using typename Base::Q, typename Base::V, typename Base::Vector;
  static constexpr int coordinates = 6, constraints = 3, invariant_count = 2;
  T body_mass = 1;                  // m, kg
  T gravity = 0;                    // g, m/s²
  Vector moments = Vector::Zero();  // J, kg m², about the centre of mass
  Vector lever = Vector::Zero();    // X, m
  Vector axis = Vector::Zero();     // of the body; the moment of momentum about it is an invariant

  bool conservative() const { return true; }
  void mass(const Q&, Mat<T, 6>& m) const {
    m.setZero();
    m.diagonal() << body_mass, body_mass, body_mass, moments;
  }
  void momentum(const Q&, const V& v, V& p) const { p << body_mass * place(v), moments.cwiseProduct(turning(v)); }
  void force(const T&, const Q&, const V& v, V& f) const {
    const Vector w = turning(v);
    f << T(0), T(0), -body_mass * gravity, moments.cwiseProduct(w).cross(w);
  }
  void constraint(const T&, const Q& q, Vector& g) const { g = place(q) - attitude(q) * lever; }
  void jacobian(const T&, const Q& q, Mat<T, 3, 6>& g) const {
    g.template leftCols<3>().setIdentity();
    g.template rightCols<3>().noalias() = attitude(q) * so3::skew(lever);
  }
  void bias(const T&, const Q& q, const V& v, Vector& gamma) const {
    gamma.noalias() = -(attitude(q) * centripetal(turning(v)));
  }
  void tangents(const T&, const Q& q, const V& v, const V&, const Vector& lambda, Mat<T, 6>& k, Mat<T, 6>& d) const {
    const Vector w = turning(v), bearing = attitude(q).transpose() * lambda;
    k.setZero();
    d.setZero();
    k.template bottomRightCorner<3, 3>() = so3::skew(lever) * so3::skew(bearing);
    d.template bottomRightCorner<3, 3>() = so3::skew<T>(moments.cwiseProduct(w)) - so3::skew(w) * moments.asDiagonal();
  }
  // ∂(G w)/∂q: G w = w_x − R(w_θ × X)
  void jacobian_tangent(const T&, const Q& q, const V& w, Mat<T, 3, 6>& k) const {
    k.setZero();
    k.template rightCols<3>() = attitude(q) * so3::skew<T>(turning(w).cross(lever));
  }
  void bias_tangents(const T&, const Q& q, const V& v, Mat<T, 3, 6>& by_q, Mat<T, 3, 6>& by_v) const {
    const Vector w = turning(v);
    const Mat<T, 3> r = attitude(q);
    by_q.setZero();
    by_v.setZero();
    by_q.template rightCols<3>() = r * so3::skew<T>(centripetal(w));
    Mat<T, 3> slope = w * lever.transpose() - 2 * lever * w.transpose();
    slope.diagonal().array() += w.dot(lever);
    by_v.template rightCols<3>() = -r * slope;
  }
  T energy(const T&, const Q& q, const V& v) const {
    const Vector w = turning(v);
    return (body_mass * place(v).squaredNorm() + w.dot(moments.cwiseProduct(w))) / 2 + body_mass * gravity * q[2];
  }
  void outputs(const T&, const Q& q, const V&, Vec<T>& out) const { out = q.template head<3>(); }
  // Moments of momentum about the vertical through the fixed point, and about the axis of the body.
  void invariants(const T&, const Q& q, const V& v, Vec<T>& out) const {
    const Vector own = moments.cwiseProduct(turning(v));
    out[0] = body_mass * (q[0] * v[1] - q[1] * v[0]) + attitude(q).row(2).dot(own);
    out[1] = axis.dot(own);
  }

 private:
  using Base::attitude, Base::place, Base::turning;
  Vector centripetal(const Vector& w) const { return w.cross(w.cross(lever)); }
};

/// The symmetric top of SpinningTop, its axis the third of the body.
template <class T>
TopInSpace<T> top_in_space(const Parameters& p) {
  const T mass = p.number<T>("mass"), length = p.number<T>("length");
  const T transverse = p.number<T>("moment_transverse") - mass * length * length;
  TopInSpace<T> top;
  top.rotations = chart_of_rotations<T>(p);
  top.body_mass = mass;
  top.gravity = p.number<T>("gravity");
  top.moments << transverse, transverse, p.number<T>("moment_axial");
  top.lever << T(0), T(0), length;
  top.axis << T(0), T(0), T(1);
  return top;
}

}  // namespace plumb
