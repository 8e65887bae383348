#pragma once
// The double pendulum of fang2023, section 4.3, in space: two bars of square section. Revolute joints about x keep them
// in the plane (y, z). Initially the bars are at rest, the first bar horizontal and the second bar hanging.
//
// Its minimal coordinates are the coordinates of the planar chain, with y horizontal and z vertical: the angle of the
// first bar from y, and the angle of the second bar relative to the first. The bars' first axes are along the bars,
// their third axes along x.

#include <numbers>

#include "numerics/so3.hpp"
#include "problems/motion.hpp"
#include "problems/planar-chain/chain_data.hpp"

namespace plumb {

/// The lengths are 4 m and 2 m, the sections 0.05 m, with 7800 kg/m³ and J = m (l² + s²)/12.
template <class T>
ChainData<T> double_pendulum_data() {
  const T section = T(5) / 100, density = 7800;
  ChainData<T> out{.gravity = T(981) / 100};
  for (const int length : {4, 2}) {
    const T mass = density * section * section * length;
    out.links.push_back({T(length) / 2, mass, mass * (T(length * length) + section * section) / 12});
  }
  return out;
}

template <class T>
Configuration<T> double_pendulum_start() {
  Configuration<T> out{zeros<Vec<T>>(2), zeros<Vec<T>>(2)};
  out.q[1] = -std::numbers::pi_v<T> / 2;
  return out;
}

/// (r, e) and (r', ω) of all bars, from the angles of a planar chain of any number of bars.
template <class T>
Configuration<T> chain_of_plane_in_space(const ChainData<T>& data, const Configuration<T>& minimal) {
  using std::cos, std::sin;
  const auto n = static_cast<Eigen::Index>(data.count());
  Configuration<T> out{Vec<T>(7 * n), zeros<Vec<T>>(6 * n)};
  so3::Vector<T> hinge = zeros<so3::Vector<T>>(), velocity = hinge;
  T psi = 0, omega = 0;
  for (Eigen::Index k = 0; k < n; ++k) {
    psi += minimal.q[k];
    omega += minimal.v[k];
    const T a = data.links[static_cast<std::size_t>(k)].half, c = a * cos(psi), s = a * sin(psi);
    const so3::Vector<T> arm(T(0), c, s), change(T(0), -s * omega, c * omega);
    // The frame lies along y, z, x, turned by ψ about its third axis.
    const T cosine = cos(psi / 2) / 2, sine = sin(psi / 2) / 2;
    out.q.template segment<3>(7 * k) = hinge + arm;
    out.q.template segment<4>(7 * k + 3) << cosine - sine, cosine + sine, cosine - sine, cosine + sine;
    out.v.template segment<3>(6 * k) = velocity + change;
    out.v[6 * k + 5] = omega;
    hinge += 2 * arm;
    velocity += 2 * change;
  }
  return out;
}

}  // namespace plumb
