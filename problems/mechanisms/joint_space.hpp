#pragma once
// The space of floating bodies and of joints: q = (r, quaternion) of each floating body, followed by the coordinates of
// the joints; v = (r', ω in the body), followed by the rates of the joints.

#include "numerics/three.hpp"
#include "problems/mbs/rigid_body_space.hpp"

namespace plumb::mbs {

/// A base class of systems with the functions of their configuration space, which the concept Mechanical requires
/// (contract/system.hpp).
template <class T>
class JointSpace : public RigidBodySpace<T> {
  using Bodies = RigidBodySpace<T>;

 public:
  using Q = Vec<T>;
  using V = Vec<T>;

  JointSpace(int floating, so3::Chart<T> chart)
      : Bodies(floating, {}, chart), bodies(floating), charts(static_cast<std::size_t>(floating)) {}

  bool vector_space() const { return bodies == 0; }
  void retract(const Q& q, const V& theta, Q& out) const {
    Bodies::retract(q, theta, out);
    const auto n = joints(theta);
    out.tail(n) = q.tail(n) + theta.tail(n);
  }
  void local(const Q& q, const Q& q1, V& out) const {
    Bodies::local(q, q1, out);
    const auto n = joints(out);
    out.tail(n) = q1.tail(n) - q.tail(n);
  }
  void chart_rate(const Q& q, const V& theta, const V& v, V& out) const {
    Bodies::chart_rate(q, theta, v, out);
    out.tail(joints(v)) = v.tail(joints(v));
  }
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) const {
    Bodies::chart_tangent(q, theta, u, out);
    out.tail(joints(u)) = u.tail(joints(u));
  }
  void chart_momentum(const Q& q, const V& theta, const V& p, V& out) const {
    Bodies::chart_momentum(q, theta, p, out);
    out.tail(joints(p)) = p.tail(joints(p));
  }
  void coadjoint(const V& v, const V& p, V& out) const {
    Bodies::coadjoint(v, p, out);
    out.tail(joints(p)).setZero();
  }

  /// Computes K ← K N. N is the identity except for the rotations of floating bodies. Returns false if N is singular.
  bool apply_tangents(const LinearisationPoint<T, Q, V, V>& point, Mat<T>& k) const {
    if (!this->take_tangents(*point.theta, point.velocity, point.weight, charts)) return false;
    for (int body = 0; body < bodies; ++body)
      three::multiply_columns(k.template middleCols<3>(6 * body + 3), charts[static_cast<std::size_t>(body)]);
    return true;
  }

 private:
  Eigen::Index joints(const V& v) const { return v.size() - 6 * bodies; }

  int bodies;
  mutable std::vector<Matrix<T>> charts;  // workspace of the last call
};

}  // namespace plumb::mbs
