#pragma once
// A planar two-link manipulator: two uniform rods under gravity, the first hinged to the ground, the second hinged to
// the end of the first.
//
// θ_1, θ_2 are absolute angles of the rods from the horizontal; a = L_1/2, b = L_2/2, I_i = m_i L_i²/12. Source:
// li2019, section 4.

#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"
#include "problems/adapters/pattern.hpp"
#include "problems/sine_cosine.hpp"

namespace plumb {

template <class T>
struct TwoLinkData {
  T length1 = 1, length2 = 1;  // lengths [m]
  T mass1 = 1, mass2 = 1;      // masses [kg]
  T gravity = 0;               // gravity [m/s²]

  T inertia1() const { return mass1 * length1 * length1 / 12; }  // moment of inertia about the centre of mass [kg m²]
  T inertia2() const { return mass2 * length2 * length2 / 12; }
};

template <class T>
TwoLinkData<T> two_link_data(const Parameters& p) {
  return {p.number<T>("length1"), p.number<T>("length2"), p.number<T>("mass1"), p.number<T>("mass2"),
          p.number<T>("gravity")};
}

// The equations in the angles (θ_1, θ_2):
//
//   [I_1 + m_1 a² + m_2 L_1²,  B cos(θ_1−θ_2)] θ''  =  (−B sin(θ_1−θ_2) ω_2² − (m_1 a + m_2 L_1) g cos θ_1,
//   [B cos(θ_1−θ_2),           I_2 + m_2 b²  ]           B sin(θ_1−θ_2) ω_1² − m_2 b g cos θ_2),   B = m_2 L_1 b
template <class T>
struct TwoLinkAngles {
  using Scalar = T;
  static constexpr int size = 2, invariant_count = 0;
  using Q = Vec<T, 2>;
  TwoLinkData<T> data;
  T m11, m22, coupling;  // entries of the mass matrix [kg m²]
  T moment1, moment2;    // coefficients of cos θ_1 and cos θ_2 in the moments of gravity [N m]
  mutable SineCosine<T> first = {}, second = {}, between = {};

  explicit TwoLinkAngles(const TwoLinkData<T>& d)
      : data(d),
        m11(d.inertia1() + d.mass1 * d.length1 * d.length1 / 4 + d.mass2 * d.length1 * d.length1),
        m22(d.inertia2() + d.mass2 * d.length2 * d.length2 / 4),
        coupling(d.mass2 * d.length1 * d.length2 / 2),
        moment1((d.mass1 / 2 + d.mass2) * d.length1 * d.gravity),
        moment2(d.mass2 * d.length2 / 2 * d.gravity) {}

  bool velocity_dependent() const { return true; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q& v, Q& a) const {
    const auto& angle = between.at(q[0] - q[1]);
    a = {-coupling * angle.sine * v[1] * v[1] - moment1 * first.at(q[0]).cosine,
         coupling * angle.sine * v[0] * v[0] - moment2 * second.at(q[1]).cosine};
    divide_by_mass(angle.cosine, a);
  }
  // M a = f gives M ∂a/∂θ_j = ∂f/∂θ_j − ∂M/∂θ_j a.
  void stiffness(const T& t, const Q& q, const Q& v, Mat<T, 2>& k) const {
    Q a;
    acceleration(t, q, v, a);
    const auto& angle = between.at(q[0] - q[1]);
    const T bs = coupling * angle.sine, bc = coupling * angle.cosine;
    Q by1(-bc * v[1] * v[1] + moment1 * first.at(q[0]).sine + bs * a[1], bc * v[0] * v[0] + bs * a[0]);
    Q by2(bc * v[1] * v[1] - bs * a[1], -bc * v[0] * v[0] + moment2 * second.at(q[1]).sine - bs * a[0]);
    divide_by_mass(angle.cosine, by1);
    divide_by_mass(angle.cosine, by2);
    k << by1, by2;
  }
  void damping(const T&, const Q& q, const Q& v, Mat<T, 2>& d) const {
    const auto& angle = between.at(q[0] - q[1]);
    const T bs = coupling * angle.sine;
    Q by1(T(0), 2 * bs * v[0]), by2(-2 * bs * v[1], T(0));
    divide_by_mass(angle.cosine, by1);
    divide_by_mass(angle.cosine, by2);
    d << by1, by2;
  }
  T kinetic_energy(const Q& q, const Q& v) const {
    return (m11 * v[0] * v[0] + m22 * v[1] * v[1]) / 2 + coupling * between.at(q[0] - q[1]).cosine * v[0] * v[1];
  }
  T potential_energy(const Q& q) const { return moment1 * first.at(q[0]).sine + moment2 * second.at(q[1]).sine; }
  T energy(const T&, const Q& q, const Q& v) const { return kinetic_energy(q, v) + potential_energy(q); }
  void outputs(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    const auto &one = first.at(q[0]), &two = second.at(q[1]);
    out << data.length1 * one.cosine + data.length2 * two.cosine, data.length1 * one.sine + data.length2 * two.sine,
        kinetic_energy(q, v), potential_energy(q);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

 private:
  void divide_by_mass(const T& cosine, Q& x) const {
    const T m12 = coupling * cosine, determinant = m11 * m22 - m12 * m12;
    x = Q((m22 * x[0] - m12 * x[1]) / determinant, (m11 * x[1] - m12 * x[0]) / determinant);
  }
};

// The equations in absolute coordinates q = (x_1, y_1, θ_1, x_2, y_2, θ_2), with the centres of mass (x_i, y_i):
//
//   M = diag(m_1, m_1, I_1, m_2, m_2, I_2),  f = (0, −m_1 g, 0, 0, −m_2 g, 0)
//   Φ = (x_1 − a c_1, y_1 − a s_1, x_2 − x_1 − a c_1 − b c_2, y_2 − y_1 − a s_1 − b s_2),  c_i = cos θ_i, s_i = sin θ_i
template <class T>
struct TwoLinkCartesian {
  using Scalar = T;
  static constexpr int coordinates = 6, constraints = 4, invariant_count = 0;
  static constexpr auto mass_pattern = diagonal_pattern<6>();
  static constexpr auto jacobian_pattern = pattern<4, 6>({"x.x...", ".xx...", "x.xx.x", ".xx.xx"});
  using Q = Vec<T, 6>;
  using Phi = Vec<T, 4>;
  TwoLinkData<T> data;
  T a, b;              // half lengths [m]
  Q inertia;           // diagonal of M [kg, kg m²]
  T weight1, weight2;  // weights [N]
  mutable SineCosine<T> first = {}, second = {};

  explicit TwoLinkCartesian(const TwoLinkData<T>& d)
      : data(d), a(d.length1 / 2), b(d.length2 / 2), weight1(d.mass1 * d.gravity), weight2(d.mass2 * d.gravity) {
    inertia << d.mass1, d.mass1, d.inertia1(), d.mass2, d.mass2, d.inertia2();
  }

  bool conservative() const { return true; }
  void mass(const Q&, Mat<T, 6>& m) const { m = inertia.asDiagonal(); }
  void momentum(const Q&, const Q& v, Q& p) const { p = inertia.cwiseProduct(v); }
  void force(const T&, const Q&, const Q&, Q& f) const { f << T(0), -weight1, T(0), T(0), -weight2, T(0); }
  void constraint(const T&, const Q& q, Phi& phi) const {
    const auto &one = first.at(q[2]), &two = second.at(q[5]);
    const T ac = a * one.cosine, as = a * one.sine;
    phi << q[0] - ac, q[1] - as, q[3] - q[0] - ac - b * two.cosine, q[4] - q[1] - as - b * two.sine;
  }
  void jacobian(const T&, const Q& q, Mat<T, 4, 6>& g) const {
    const auto &one = first.at(q[2]), &two = second.at(q[5]);
    g.setZero();
    g(0, 0) = g(1, 1) = g(2, 3) = g(3, 4) = 1;
    g(2, 0) = g(3, 1) = -1;
    g(0, 2) = g(2, 2) = a * one.sine;
    g(1, 2) = g(3, 2) = -a * one.cosine;
    g(2, 5) = b * two.sine;
    g(3, 5) = -b * two.cosine;
  }
  void jacobian_tangent(const T&, const Q& q, const Q& w, Mat<T, 4, 6>& k) const {
    const auto &one = first.at(q[2]), &two = second.at(q[5]);
    k.setZero();
    k(0, 2) = k(2, 2) = a * one.cosine * w[2];
    k(1, 2) = k(3, 2) = a * one.sine * w[2];
    k(2, 5) = b * two.cosine * w[5];
    k(3, 5) = b * two.sine * w[5];
  }
  void bias(const T&, const Q& q, const Q& v, Phi& gamma) const {
    const auto &one = first.at(q[2]), &two = second.at(q[5]);
    const T w1 = a * v[2] * v[2], w2 = b * v[5] * v[5];
    gamma << one.cosine * w1, one.sine * w1, one.cosine * w1 + two.cosine * w2, one.sine * w1 + two.sine * w2;
  }
  void bias_tangents(const T&, const Q& q, const Q& v, Mat<T, 4, 6>& by_q, Mat<T, 4, 6>& by_v) const {
    const auto &one = first.at(q[2]), &two = second.at(q[5]);
    const T w1 = a * v[2] * v[2], w2 = b * v[5] * v[5], d1 = 2 * a * v[2], d2 = 2 * b * v[5];
    by_q.setZero();
    by_v.setZero();
    by_q(0, 2) = by_q(2, 2) = -one.sine * w1;
    by_q(1, 2) = by_q(3, 2) = one.cosine * w1;
    by_q(2, 5) = -two.sine * w2;
    by_q(3, 5) = two.cosine * w2;
    by_v(0, 2) = by_v(2, 2) = one.cosine * d1;
    by_v(1, 2) = by_v(3, 2) = one.sine * d1;
    by_v(2, 5) = two.cosine * d2;
    by_v(3, 5) = two.sine * d2;
  }
  void tangents(const T&, const Q& q, const Q&, const Q&, const Phi& lambda, Mat<T, 6>& k, Mat<T, 6>& d) const {
    const auto &one = first.at(q[2]), &two = second.at(q[5]);
    k.setZero();
    d.setZero();
    k(2, 2) = -a * (one.cosine * (lambda[0] + lambda[2]) + one.sine * (lambda[1] + lambda[3]));
    k(5, 5) = -b * (two.cosine * lambda[2] + two.sine * lambda[3]);
  }
  T kinetic_energy(const Q& v) const { return v.dot(inertia.cwiseProduct(v)) / 2; }
  T potential_energy(const Q& q) const { return weight1 * q[1] + weight2 * q[4]; }
  T energy(const T&, const Q& q, const Q& v) const { return kinetic_energy(v) + potential_energy(q); }
  void outputs(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    const auto& two = second.at(q[5]);
    out << q[3] + b * two.cosine, q[4] + b * two.sine, kinetic_energy(v), potential_energy(q);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}
};

}  // namespace plumb
