#pragma once
// A heavy symmetric top about a fixed point, in ZXZ Euler angles q = (φ, θ, ψ).
//
//   θ'' = sin θ (I φ'² cos θ − I₃ w φ' + m g l) / I,      w = ψ' + φ' cos θ   (spin about the axis)
//   φ'' = θ' (I₃ w − 2 I φ' cos θ) / (I sin θ)
//   ψ'' = φ' θ' sin θ − φ'' cos θ
//
// These are Euler's equations of fernandez2024, section 6, eq. (75), written out for an axisymmetric body (Lagrange's
// equations in Euler angles). They are singular at θ = 0 and θ = π.

#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"
#include "problems/sine_cosine.hpp"

namespace plumb {

template <class T>
struct SpinningTop {
  using Scalar = T;
  static constexpr int size = 3, invariant_count = 2;
  using Q = Vec<T, 3>;
  T transverse = 1;     // moment of inertia I about the fixed point, transverse [kg m²]
  T axial = 1;          // moment of inertia I₃ about the axis [kg m²]
  T weight_moment = 0;  // moment of the weight m g l [N m]
  T length = 1;         // distance l of the centre of mass from the fixed point [m]
  mutable SineCosine<T> trigonometry = {};

  bool velocity_dependent() const { return true; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q& v, Q& a) const {
    const auto& angle = trigonometry.at(q[1]);
    const T c = angle.cosine, s = angle.sine;
    const T spin = axial * (v[2] + v[0] * c), precession = transverse * v[0] * c;
    const T phi = v[1] * (spin - 2 * precession) / (transverse * s);
    a[0] = phi;
    a[1] = s * (v[0] * (precession - spin) + weight_moment) / transverse;
    a[2] = v[0] * v[1] * s - phi * c;
  }
  void stiffness(const T&, const Q& q, const Q& v, Mat<T, 3>& k) const {
    using std::cos, std::sin;
    const T c = cos(q[1]), s = sin(q[1]), spin = axial * (v[2] + v[0] * c);
    const T rate = v[1] * (spin - 2 * transverse * v[0] * c) / transverse;  // product φ'' sin θ
    const T phi = v[1] * v[0] * (2 * transverse - axial) / transverse - rate * c / (s * s);
    clear(k);
    k(0, 1) = phi;
    k(1, 1) = (c * (transverse * v[0] * v[0] * c - v[0] * spin + weight_moment) +
               s * s * v[0] * v[0] * (axial - transverse)) /
              transverse;
    k(2, 1) = v[0] * v[1] * c - phi * c + rate;
  }
  void damping(const T&, const Q& q, const Q& v, Mat<T, 3>& d) const {
    using std::cos, std::sin;
    const T c = cos(q[1]), s = sin(q[1]), spin = axial * (v[2] + v[0] * c);
    d(0, 0) = v[1] * c * (axial - 2 * transverse) / (transverse * s);
    d(0, 1) = (spin - 2 * transverse * v[0] * c) / (transverse * s);
    d(0, 2) = v[1] * axial / (transverse * s);
    d(1, 0) = s * (2 * transverse * v[0] * c - spin - axial * v[0] * c) / transverse;
    d(1, 1) = 0;
    d(1, 2) = -s * axial * v[0] / transverse;
    for (int j = 0; j < 3; ++j) d(2, j) = -c * d(0, j);
    d(2, 0) += v[1] * s;
    d(2, 1) += v[0] * s;
  }
  T energy(const T&, const Q& q, const Q& v) const {
    using std::cos, std::sin;
    const T c = cos(q[1]), s = sin(q[1]), w = v[2] + v[0] * c;
    return (transverse * (v[1] * v[1] + v[0] * v[0] * s * s) + axial * w * w) / 2 + weight_moment * c;
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const {
    using std::cos, std::sin;
    const T s = length * sin(q[1]);
    out[0] = sin(q[0]) * s;
    out[1] = -cos(q[0]) * s;
    out[2] = length * cos(q[1]);
  }
  void invariants(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    using std::cos, std::sin;
    const T c = cos(q[1]), s = sin(q[1]);
    out[1] = axial * (v[2] + v[0] * c);
    out[0] = transverse * v[0] * s * s + out[1] * c;
  }
};

template <class T>
SpinningTop<T> spinning_top(const Parameters& p) {
  const T length = p.number<T>("length");
  return {p.number<T>("moment_transverse"), p.number<T>("moment_axial"),
          p.number<T>("mass") * p.number<T>("gravity") * length, length};
}

}  // namespace plumb
