#pragma once
// A forced oscillator with one degree of freedom.
//
//   x'' + 2ξω x' + ω² x = A sin(ω̄ t)
//
// Source: fernandez2024, section 4.3 and eq. (37), Figures 5, 6 and 8.

#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"

namespace plumb {

template <class T>
struct Oscillator {
  using Scalar = T;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<T, 1>;
  T omega = 1;  // rad/s
  T damping_ratio = 0;
  T amplitude = 0;  // m/s²
  T frequency = 1;  // frequency ω̄ of the forcing [rad/s]

  bool velocity_dependent() const { return damping_ratio != 0; }
  bool conservative() const { return damping_ratio == 0 && amplitude == 0; }
  void acceleration(const T& t, const Q& q, const Q& v, Q& a) const {
    using std::sin;
    a[0] = -omega * omega * q[0];
    if (damping_ratio != 0) a[0] -= 2 * damping_ratio * omega * v[0];
    if (amplitude != 0) a[0] += amplitude * sin(frequency * t);
  }
  void stiffness(const T&, const Q&, const Q&, Mat<T, 1>& k) const { k(0, 0) = -omega * omega; }
  void damping(const T&, const Q&, const Q&, Mat<T, 1>& d) const { d(0, 0) = -2 * damping_ratio * omega; }
  T energy(const T&, const Q& q, const Q& v) const { return (v[0] * v[0] + omega * omega * q[0] * q[0]) / 2; }
  /// The power of the damper and the forcing.
  T power(const T& t, const Q&, const Q& v) const {
    using std::sin;
    return (amplitude * sin(frequency * t) - 2 * damping_ratio * omega * v[0]) * v[0];
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const { out[0] = q[0]; }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}
};

template <class T>
Oscillator<T> oscillator(const Parameters& p) {
  return {p.number<T>("omega"), p.number<T>("damping"), p.number<T>("amplitude"), p.number<T>("frequency")};
}

}  // namespace plumb
