#pragma once
// Rigid bodies with positions as functions of time; velocities and accelerations by automatic differentiation.
//
//   r', r'';   with a unit quaternion e and its conjugate ē:  (0, ω) = 2 ē e',   ω' = 2 Im(ē e'')
//
// with ω in the body. Forces and torques on a driven body follow from Newton and Euler: m r'' is the force, and
// R (J ω' + ω × Jω) the torque about the centre of mass, both in space.

#include <array>
#include <cmath>

#include "numerics/dual.hpp"
#include "numerics/so3.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// The centre of mass [m] and the attitude of a body.
template <class X>
struct Pose {
  Vec<X, 3> r;
  so3::Quaternion<X> e;
};

/// A body at one instant.
template <class T = quad>
struct DrivenBody {
  so3::Vector<T> r, velocity, acceleration;  // position, velocity, acceleration [m, m/s, m/s²]
  so3::Quaternion<T> e;
  so3::Vector<T> omega, angular_acceleration;  // in the body [rad/s, rad/s²]

  /// Converts a vector from body components to components in space.
  so3::Vector<T> turned(const so3::Vector<T>& x) const { return so3::matrix(e) * x; }
  /// The sum of the torques about the centre of mass [N m], in space; `moments` are J [kg m²] about the body's axes.
  so3::Vector<T> torque(const so3::Vector<T>& moments) const {
    const so3::Vector<T> spin = moments.cwiseProduct(omega);
    return turned(moments.cwiseProduct(angular_acceleration) + omega.cross(spin));
  }
};

/// The rotation by an angle [rad] about axis i.
template <class X>
so3::Quaternion<X> turn_about(int i, const X& angle) {
  using std::cos, std::sin;
  auto out = zeros<so3::Quaternion<X>>();
  out[0] = cos(angle / 2);
  out[1 + i] = sin(angle / 2);
  return out;
}

/// The shortest rotation that turns axis i to the unit vector `to`, which must not be its opposite.
template <class X>
so3::Quaternion<X> shortest_turn(int i, const Vec<X, 3>& to) {
  using std::sqrt;
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const X norm = sqrt(2 * (1 + to[i]));
  so3::Quaternion<X> out;
  out[0] = norm / 2;
  out[1 + i] = X(0);
  out[1 + j] = -to[k] / norm;
  out[1 + k] = to[j] / norm;
  return out;
}

template <std::size_t bodies, class T = quad>
using DrivenBodies = std::array<DrivenBody<T>, bodies>;

namespace driven {

template <class T, int n>
Vec<T, n> values(const Vec<Curved<T>, n>& x) {
  Vec<T, n> out;
  for (int i = 0; i < n; ++i) out[i] = x[i].value.value;
  return out;
}
template <class T, int n>
Vec<T, n> rates(const Vec<Curved<T>, n>& x) {
  Vec<T, n> out;
  for (int i = 0; i < n; ++i) out[i] = x[i].derivatives[0].value;
  return out;
}

template <class T>
DrivenBody<T> body(const Pose<Curved<T>>& pose) {
  DrivenBody<T> out{
      values<T, 3>(pose.r), rates<T, 3>(pose.r), second_derivative<T, 3>(pose.r), values<T, 4>(pose.e), {}, {}};
  const auto in_body = [&](const so3::Quaternion<T>& change) {
    return so3::Vector<T>(2 * so3::product(so3::conjugate(out.e), change).template tail<3>());
  };
  out.omega = in_body(rates<T, 4>(pose.e));
  out.angular_acceleration = in_body(second_derivative<T, 4>(pose.e));
  return out;
}

}  // namespace driven

/// Returns all bodies at time t [s]. `poses(t)` returns their poses, for any scalar type of t.
template <std::size_t bodies, class Poses, class T>
DrivenBodies<bodies, T> driven_bodies(const Poses& poses, const T& t) {
  const std::array<Pose<Curved<T>>, bodies> at = poses(Curved<T>(t) + curve_parameter<T>());
  DrivenBodies<bodies, T> out;
  for (std::size_t i = 0; i < bodies; ++i) out[i] = driven::body<T>(at[i]);
  return out;
}

/// q = (r, e) and v = (r', ω), body by body.
template <std::size_t bodies, class T>
Configuration<T> configuration(const std::array<DrivenBody<T>, bodies>& at) {
  Configuration<T> out{Vec<T>(7 * bodies), Vec<T>(6 * bodies)};
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto q = 7 * static_cast<Eigen::Index>(i), v = 6 * static_cast<Eigen::Index>(i);
    out.q.template segment<3>(q) = at[i].r;
    out.q.template segment<4>(q + 3) = at[i].e;
    out.v.template segment<3>(v) = at[i].velocity;
    out.v.template segment<3>(v + 3) = at[i].omega;
  }
  return out;
}

}  // namespace plumb
