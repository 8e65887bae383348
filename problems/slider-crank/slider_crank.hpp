#pragma once
// A rigid slider-crank with a free crank. φ1 and φ2 are the angles of the crank and of the connecting rod from the axis
// of the slider, x is the position of the slider. Crank and rod are homogeneous along their length; the moment of
// inertia J1 is about the bearing, J2 about the crank pin.
//
//   q = (φ1, φ2, x),   C = l1 l2 m2/2,   Δ = φ1 − φ2
//   M = [J1 + m2 l1², C cos Δ, 0;  C cos Δ, J2, 0;  0, 0, m3]
//   f = (−C φ2'² sin Δ − g l1 (m1/2 + m2) cos φ1,   C φ1'² sin Δ − g l2 m2/2 cos φ2,   0)
//   Φ = (l1 sin φ1 + l2 sin φ2,   x − l1 cos φ1 − l2 cos φ2)
//
// Source: simeon1996, Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs, Math. Modelling
// of Systems 2, and mazzia2008, problem Slider crank, with the same data. Unlike there, the rod is rigid, and the
// crank's speed is not prescribed.

#include <cmath>

#include "contract/parameters.hpp"
#include "numerics/scalar.hpp"
#include "problems/adapters/pattern.hpp"

namespace plumb {

template <class T>
struct SliderCrank {
  using Scalar = T;
  static constexpr int coordinates = 3, constraints = 2, freedoms = 1, invariant_count = 0;
  static constexpr auto mass_pattern = pattern<3, 3>({"xx.", "xx.", "..x"});
  static constexpr auto jacobian_pattern = pattern<2, 3>({"xx.", "xxx"});
  T l1, l2;      // lengths [m]
  T m1, m2, m3;  // masses [kg]
  T J1, J2;      // moments of inertia [kg m²]
  T gravity;     // gravity [m/s²]

  bool conservative() const { return true; }
  template <class X>
  void mass(const Vec<X, 3>& q, Mat<X, 3>& M) const {
    using std::cos;
    const X coupling = C() * cos(q[0] - q[1]);
    M << X(J1 + m2 * l1 * l1), coupling, X(0), coupling, X(J2), X(0), X(0), X(0), X(m3);
  }
  template <class X>
  void force(const X&, const Vec<X, 3>& q, const Vec<X, 3>& v, Vec<X, 3>& f) const {
    using std::cos, std::sin;
    const X coupling = C() * sin(q[0] - q[1]);
    f << -coupling * v[1] * v[1] - gravity * crank_moment() * cos(q[0]),
        coupling * v[0] * v[0] - gravity * rod_moment() * cos(q[1]), X(0);
  }
  template <class X>
  void constraint(const X&, const Vec<X, 3>& q, Vec<X, 2>& phi) const {
    using std::cos, std::sin;
    phi << l1 * sin(q[0]) + l2 * sin(q[1]), q[2] - l1 * cos(q[0]) - l2 * cos(q[1]);
  }
  /// Computes q from the crank's angle.
  template <class X>
  void embedding(const X&, const Vec<X, 1>& theta, Vec<X, 3>& q) const {
    using std::asin, std::cos, std::sin;
    const X rod = -asin(l1 / l2 * sin(theta[0]));
    q << theta[0], rod, l1 * cos(theta[0]) + l2 * cos(rod);
  }
  T energy(const T&, const Vec<T, 3>& q, const Vec<T, 3>& v) const {
    using std::sin;
    Mat<T, 3> M;
    mass(q, M);
    Vec<T, 3> momentum;
    for (int i = 0; i < 3; ++i) momentum[i] = M(i, 0) * v[0] + M(i, 1) * v[1] + M(i, 2) * v[2];
    return v.dot(momentum) / 2 + gravity * (crank_moment() * sin(q[0]) + rod_moment() * sin(q[1]));
  }
  void outputs(const T&, const Vec<T, 3>& q, const Vec<T, 3>& v, Vec<T>& out) const { out << q[2], q[1], v[0]; }
  void invariants(const T&, const Vec<T, 3>&, const Vec<T, 3>&, Vec<T>&) const {}

 private:
  T C() const { return l1 * l2 * m2 / 2; }
  T crank_moment() const { return l1 * (m1 / 2 + m2); }  // kg m
  T rod_moment() const { return l2 * m2 / 2; }           // kg m
};

template <class T>
SliderCrank<T> slider_crank(const Parameters& p) {
  return {p.number<T>("crank_length"), p.number<T>("rod_length"),  p.number<T>("crank_mass"),
          p.number<T>("rod_mass"),     p.number<T>("slider_mass"), p.number<T>("crank_inertia"),
          p.number<T>("rod_inertia"),  p.number<T>("gravity")};
}

}  // namespace plumb
