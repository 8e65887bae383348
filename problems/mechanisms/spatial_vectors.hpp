#pragma once
// Vectors of six: motions (ω, velocity of the point of a body that is at the origin), and forces (moment about the
// origin, force).
//
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, chapter 2.

#include "numerics/so3.hpp"
#include "problems/mechanisms/loop_closing.hpp"

namespace plumb::mbs {

/// V × M of two motions.
template <class X>
Vec<X, 6> cross_motion(const Vec<X, 6>& V, const Vec<X, 6>& M) {
  const Vector<X> w = V.template head<3>(), v = V.template tail<3>(), m = M.template head<3>(),
                  n = M.template tail<3>();
  return joined<X>(w.cross(m), w.cross(n) + v.cross(m));
}

/// V ×* F of a motion and a force.
template <class X>
Vec<X, 6> cross_force(const Vec<X, 6>& V, const Vec<X, 6>& F) {
  const Vector<X> w = V.template head<3>(), v = V.template tail<3>(), n = F.template head<3>(),
                  f = F.template tail<3>();
  return joined<X>(w.cross(n) + v.cross(f), w.cross(f));
}

/// Of a body about the origin: its inertia about its centre, in the axes of space, and the centre.
template <class X>
Mat<X, 6> inertia_in_space(const X& mass, const Matrix<X>& inertia, const Vector<X>& centre) {
  const Matrix<X> c = so3::skew<X>(centre);
  Mat<X, 6> out;
  out.template topLeftCorner<3, 3>() = inertia - mass * (c * c);
  out.template topRightCorner<3, 3>() = mass * c;
  out.template bottomLeftCorner<3, 3>() = -mass * c;
  out.template bottomRightCorner<3, 3>() = mass * identity<Matrix<X>>();
  return out;
}

}  // namespace plumb::mbs
