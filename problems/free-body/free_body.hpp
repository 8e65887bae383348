#pragma once
// A rigid body that rotates about its centre of mass without external torque: q is its attitude as a unit quaternion,
// the velocity is ω in the body.
//
//   ω' = J⁻¹(Jω × ω),   J = diag(moments)
//
// A rotation about the axis of the middle moment is unstable: the body flips periodically (Dzhanibekov's effect).
// Source: Landau & Lifshitz, Mechanics, section 37.

#include "contract/parameters.hpp"
#include "problems/adapters/with_rotation.hpp"

namespace plumb {

template <class T>
struct FreeBody : WithRotation<T, 0> {
  using Scalar = T;
  using Base = WithRotation<T, 0>;
  using typename Base::Q, typename Base::V;
  static constexpr int size = 3, invariant_count = 4;
  V moments = V::Ones();  // principal moments of inertia J [kg m²]

  bool velocity_dependent() const { return true; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q&, const V& w, V& a) const {
    a = moments.cwiseProduct(w).cross(w).cwiseQuotient(moments);
  }
  void stiffness(const T&, const Q&, const V&, Mat<T, 3>& k) const { k.setZero(); }
  void damping(const T&, const Q&, const V& w, Mat<T, 3>& d) const {
    d = so3::skew<T>(moments.cwiseProduct(w)) - so3::skew(w) * moments.asDiagonal();
    for (int i = 0; i < 3; ++i) d.row(i) /= moments[i];
  }
  T energy(const T&, const Q&, const V& w) const { return w.dot(moments.cwiseProduct(w)) / 2; }
  // The output is the middle axis of the body, e_2, in space.
  void outputs(const T&, const Q& q, const V&, Vec<T>& out) const { out = so3::matrix<T>(q).col(1); }
  // The invariants are the angular momentum in space, and its length, which does not depend on the attitude.
  void invariants(const T&, const Q& q, const V& w, Vec<T>& out) const {
    const V momentum = moments.cwiseProduct(w);
    out.template head<3>() = so3::matrix<T>(q) * momentum;
    out[3] = momentum.norm();
  }
};

}  // namespace plumb
