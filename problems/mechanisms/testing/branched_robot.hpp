#pragma once
// A small URDF robot, and independent equations of its motion for comparison: energies from the numbers of its file by
// elementary rotations, and Lagrange's equations from these energies by automatic differentiation.

#include <string>

#include "numerics/dual.hpp"
#include "numerics/so3.hpp"
#include "problems/mechanisms/mechanism_text.hpp"

namespace plumb::branched_robot {

// A rotating arm with a cap fixed to it, a sliding rod on the cap, and a flap on the arm. No axes are parallel, and no
// link is symmetric.
inline const std::string robot_text = R"(<?xml version="1.0"?>
<robot name="branch">
  <link name="base"/>
  <joint name="stand" type="fixed">
    <parent link="base"/> <child link="pedestal"/>
    <origin xyz="0.1 -0.2 0.3" rpy="0.4 -0.3 0.9"/>
  </joint>
  <link name="pedestal"/>
  <joint name="turn" type="continuous">
    <parent link="pedestal"/> <child link="arm"/>
    <origin xyz="0 0.1 0.5" rpy="0.5 0.7 -0.2"/>
    <axis xyz="0 3 4"/>
    <dynamics damping="0.3" friction="0"/>
  </joint>
  <link name="arm">
    <inertial>
      <origin xyz="0.2 0.1 -0.1" rpy="0.3 -0.8 1.1"/>
      <mass value="2.5"/>
      <inertia ixx="0.4" ixy="0.02" ixz="-0.03" iyy="0.5" iyz="0.05" izz="0.6"/>
    </inertial>
  </link>
  <joint name="seam" type="fixed">
    <parent link="arm"/> <child link="cap"/>
    <origin xyz="0.5 0 0.2" rpy="-0.6 0.2 0.4"/>
  </joint>
  <link name="cap">
    <inertial>
      <origin xyz="0.05 0.02 0" rpy="0.1 0.2 0.3"/>
      <mass value="0.7"/>
      <inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="-0.001" izz="0.025"/>
    </inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="cap"/> <child link="rod"/>
    <origin xyz="0.1 0.2 0.3" rpy="1.2 0.1 -0.5"/>
    <axis xyz="2 -1 2"/>
    <dynamics damping="0.4"/>
  </joint>
  <link name="rod">
    <inertial>
      <origin xyz="0 0.3 0.1" rpy="0.7 0 0"/>
      <mass value="1.1"/>
      <inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.12" iyz="0.02" izz="0.15"/>
    </inertial>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="arm"/> <child link="flap"/>
    <origin xyz="-0.2 0.4 0" rpy="0 -1.1 0.3"/>
    <axis xyz="-6 2 3"/>
    <limit effort="1" velocity="1"/>
  </joint>
  <link name="flap">
    <inertial>
      <origin xyz="0.1 -0.2 0.15" rpy="-0.2 0.5 0.6"/>
      <mass value="0.9"/>
      <inertia ixx="0.05" ixy="-0.004" ixz="0.003" iyy="0.06" iyz="0.002" izz="0.07"/>
    </inertial>
  </link>
</robot>
)";

inline const std::string around = R"(schema = 1
name = "branch"
t_end = 1
[urdf]
file = "branch.urdf"
[initial]
turn = { position = 0.7, velocity = 1.3 }
slide = { position = 0.25, velocity = -0.6 }
hinge = { position = -1.9, velocity = 2.1 }
)";

inline mbs::Mechanism read_robot(const std::string& toml, const std::string& urdf = robot_text) {
  const auto file = mechanism_from_text(toml, "branch.toml", [&](const std::string&) { return urdf; });
  return file.mechanism(Parameters(file.parameters, {}));
}

template <class X>
using Point = Vec<X, 3>;
template <class X>
using Turn = Mat<X, 3>;

template <class X>
Turn<X> about(int axis, const X& angle) {
  using std::cos, std::sin;
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Turn<X> out = identity<Turn<X>>();
  out(j, j) = out(k, k) = cos(angle);
  out(k, j) = sin(angle);
  out(j, k) = -sin(angle);
  return out;
}

template <class X>
struct Place {
  Turn<X> A = identity<Turn<X>>();
  Point<X> p = zeros<Point<X>>();

  Place at(const char* x, const char* y, const char* z, const char* roll, const char* pitch, const char* yaw) const {
    const auto n = [](const char* text) { return X(number_from_text<quad>(text)); };
    const Turn<X> own = about<X>(2, n(yaw)) * about<X>(1, n(pitch)) * about<X>(0, n(roll));
    return {Turn<X>(A * own), Point<X>(p + A * Point<X>(n(x), n(y), n(z)))};
  }
  Place turned(const Point<quad>& axis, const X& angle) const {
    using std::cos, std::sin;
    const Point<X> a = axis.cast<X>();
    const Turn<X> across = so3::skew<X>(a);
    return {Turn<X>(A * (identity<Turn<X>>() + sin(angle) * across + (X(1) - cos(angle)) * (across * across))), p};
  }
  Place slid(const Point<quad>& axis, const X& by) const { return {A, Point<X>(p + A * (by * axis.cast<X>().eval()))}; }
};

template <class X>
struct Links {
  Place<X> arm, cap, rod, flap;  // frames of centres of mass, with the axes of the inertia
  Place<X> arm_frame;
};

template <class X>
Links<X> links(const Vec<X, 3>& q) {
  const Point<quad> turn(quad(0), quad(3) / 5, quad(4) / 5), slide(quad(2) / 3, quad(-1) / 3, quad(2) / 3);
  const Point<quad> hinge(quad(-6) / 7, quad(2) / 7, quad(3) / 7);
  const auto pedestal = Place<X>().at("0.1", "-0.2", "0.3", "0.4", "-0.3", "0.9");
  const auto arm = pedestal.at("0", "0.1", "0.5", "0.5", "0.7", "-0.2").turned(turn, q[0]);
  const auto cap = arm.at("0.5", "0", "0.2", "-0.6", "0.2", "0.4");
  const auto rod = cap.at("0.1", "0.2", "0.3", "1.2", "0.1", "-0.5").slid(slide, q[1]);
  const auto flap = arm.at("-0.2", "0.4", "0", "0", "-1.1", "0.3").turned(hinge, q[2]);
  return {arm.at("0.2", "0.1", "-0.1", "0.3", "-0.8", "1.1"), cap.at("0.05", "0.02", "0", "0.1", "0.2", "0.3"),
          rod.at("0", "0.3", "0.1", "0.7", "0", "0"), flap.at("0.1", "-0.2", "0.15", "-0.2", "0.5", "0.6"), arm};
}

inline Turn<quad> tensor(const char* xx, const char* xy, const char* xz, const char* yy, const char* yz,
                         const char* zz) {
  const auto n = number_from_text<quad>;
  Turn<quad> out;
  out << n(xx), n(xy), n(xz), n(xy), n(yy), n(yz), n(xz), n(yz), n(zz);
  return out;
}

/// Returns a link's part of the Lagrangian, m |p'|²/2 + tr(A' E A'ᵀ)/2 − m g z with E = tr(J)/2 − J. This form does not
/// contain the angular velocity.
template <class X>
X lagrangian_of(const Place<Dual<X, 1>>& link, const char* mass_text, const Turn<quad>& inertia) {
  const X mass(number_from_text<quad>(mass_text)), g(number_from_text<quad>("9.81"));
  const Turn<quad> second_moments = identity<Turn<quad>>() * (inertia.trace() / 2) - inertia;
  X twice(quad(0));
  for (int i = 0; i < 3; ++i) {
    const X rate = link.p[i].derivatives[0];
    twice += mass * rate * rate;
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        twice += link.A(i, j).derivatives[0] * second_moments(j, k) * link.A(i, k).derivatives[0];
  }
  return twice / X(quad(2)) - mass * g * link.p[2].value;
}

template <class X>
X lagrangian(const Vec<X, 3>& q, const Vec<X, 3>& v) {
  Vec<Dual<X, 1>, 3> moving;
  for (int i = 0; i < 3; ++i) {
    moving[i] = Dual<X, 1>(q[i]);
    moving[i].derivatives[0] = v[i];
  }
  const auto at = links(moving);
  return lagrangian_of<X>(at.arm, "2.5", tensor("0.4", "0.02", "-0.03", "0.5", "0.05", "0.6")) +
         lagrangian_of<X>(at.cap, "0.7", tensor("0.02", "0.001", "0.002", "0.03", "-0.001", "0.025")) +
         lagrangian_of<X>(at.rod, "1.1", tensor("0.1", "0.01", "0", "0.12", "0.02", "0.15")) +
         lagrangian_of<X>(at.flap, "0.9", tensor("0.05", "-0.004", "0.003", "0.06", "0.002", "0.07"));
}

/// Returns q'' of Lagrange's equations, L_vv q'' = L_q − L_vq v + Q, where Q is `torque`.
inline Vec<quad, 3> lagrange(const Vec<quad, 3>& q, const Vec<quad, 3>& v, const Vec<quad, 3>& torque) {
  using Inner = Dual<quad, 6>;
  using Outer = Dual<Inner, 6>;
  Vec<Outer, 3> x, w;
  for (int i = 0; i < 3; ++i) {
    x[i] = Outer::variable(Inner::variable(q[i], i), i);
    w[i] = Outer::variable(Inner::variable(v[i], 3 + i), 3 + i);
  }
  const auto L = lagrangian(x, w);
  Mat<quad, 3> mass;
  Vec<quad, 3> right = torque;
  for (int i = 0; i < 3; ++i) {
    const auto row = static_cast<std::size_t>(i);
    right[i] += L.derivatives[row].value;
    for (int j = 0; j < 3; ++j) {
      const auto column = static_cast<std::size_t>(j);
      mass(i, j) = L.derivatives[row + 3].derivatives[column + 3];
      right[i] -= L.derivatives[row + 3].derivatives[column] * v[j];
    }
  }
  return mass.inverse() * right;
}

inline const Vec<quad, 3> q0(quad("0.7"), quad("0.25"), quad("-1.9")), v0(quad("1.3"), quad("-0.6"), quad("2.1"));

inline Vec<quad, 3> expected_acceleration() {
  return lagrange(q0, v0, Vec<quad, 3>(quad("-0.3") * v0[0], quad("-0.4") * v0[1], quad(0)));
}

}  // namespace plumb::branched_robot
