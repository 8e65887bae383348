#pragma once
// The squeezer in the seven angles of the test set, q = (β, Θ, γ, Φ, δ, Ω, ε), with its loops cut at E.
//
// An elbow (squeezer_data.hpp) is a chain of two links from the ground to E. Its upper link turns by q_p, its lower
// link by q_p + q_s, and the lever by γ. p and s are the vectors of the two links, r is the vector of the lever from B
// to E. The vector x of a link with the angular velocity ω has x' = i ω x, x'' = i ω' x − ω² x, and
//
//   Φ = (p_1 + s_1 − (B + r),  p_1 + s_1 − (A + p_2 + s_2),  p_1 + s_1 − (A + p_3 + s_3)) = 0
//
// Source: Hairer & Wanner 1996, Solving Ordinary Differential Equations II, section VII.7, with the same signs of λ.

#include "problems/adapters/pattern.hpp"
#include "problems/squeezer/minimal.hpp"

namespace plumb::squeezer {

template <class T>
class Angles {
 public:
  using Scalar = T;
  static constexpr int coordinates = 7, constraints = 6, invariant_count = 0;
  static constexpr auto mass_pattern =
      pattern<7, 7>({"xx.....", "xx.....", "..x....", "...xx..", "...xx..", ".....xx", ".....xx"});
  static constexpr auto jacobian_pattern =
      pattern<6, 7>({"xxx....", "xxx....", "xx.xx..", "xx.xx..", "xx...xx", "xx...xx"});
  using Q = Vec<T, 7>;
  using Phi = Vec<T, 6>;
  using Rows = Mat<T, 6, 7>;

  explicit Angles(const Data<T>& of_mechanism)
      : d(of_mechanism),
        elbow(elbows_of(d)),
        lever(inertia_about_hinge(d.body[ebd])),
        spring(d),
        start(OneDegree<T>(d).start_energy()) {}

  bool conservative() const { return true; }
  void mass(const Q& q, Mat<T, 7>& m) const {
    m.setZero();
    for (int k = 0; k < elbows; ++k) {
      const int p = base[k], s = bend[k];
      const T c = elbow[k].coupling(link(q, upper[k]), link(q, lower[k]));
      m(p, p) = elbow[k].upper_inertia + elbow[k].lower_inertia + 2 * c;
      m(p, s) = m(s, p) = elbow[k].lower_inertia + c;
      m(s, s) = elbow[k].lower_inertia;
    }
    m(gamma, gamma) = lever;
  }
  void momentum(const Q& q, const Q& v, Q& out) const {
    for (int k = 0; k < elbows; ++k) {
      const T c = elbow[k].coupling(link(q, upper[k]), link(q, lower[k]));
      const T wp = v[base[k]], ws = wp + v[bend[k]];
      out[bend[k]] = c * wp + elbow[k].lower_inertia * ws;
      out[base[k]] = elbow[k].upper_inertia * wp + c * ws + out[bend[k]];
    }
    out[gamma] = lever * v[gamma];
  }
  // In absolute angles, the forces of an elbow are f_p = −c_φ ω_s² and f_s = c_φ ω_p², where c_φ = ∂c/∂φ (elbow.hpp).
  void force(const T&, const Q& q, const Q& v, Q& f) const {
    for (int k = 0; k < elbows; ++k) {
      const T slope = elbow[k].coupling_slope(link(q, upper[k]), link(q, lower[k]));
      const T wp = v[base[k]], ws = wp + v[bend[k]];
      f[bend[k]] = slope * wp * wp;
      f[base[k]] = f[bend[k]] - slope * ws * ws;
    }
    f[beta] += d.torque;
    f[gamma] = -spring.slope(d.b - d.c, arm(q));
  }
  void constraint(const T&, const Q& q, Phi& phi) const {
    std::array<Planar<T>, 3> tip;
    for (int k = 0; k < elbows; ++k) tip[k] = link(q, upper[k]) + link(q, lower[k]);
    set(phi, 0, tip[0] - d.b - link(q, ebd));
    for (int k = 1; k < elbows; ++k) set(phi, k, tip[0] - d.a - tip[k]);
  }
  void jacobian(const T&, const Q& q, Rows& g) const {
    columns(q, q, g, [](const Planar<T>& x, const T&) { return turned(x); });
  }
  void jacobian_tangent(const T&, const Q& q, const Q& w, Rows& g) const {
    columns(q, w, g, [](const Planar<T>& x, const T& omega) { return T(-omega) * x; });
  }
  void bias(const T&, const Q& q, const Q& v, Phi& out) const {
    const auto centripetal = [&](Link i, const T& omega) { return T(-omega * omega) * link(q, i); };
    std::array<Planar<T>, 3> tip;
    for (int k = 0; k < elbows; ++k)
      tip[k] = centripetal(upper[k], v[base[k]]) + centripetal(lower[k], v[base[k]] + v[bend[k]]);
    set(out, 0, tip[0] - centripetal(ebd, v[gamma]));
    for (int k = 1; k < elbows; ++k) set(out, k, tip[0] - tip[k]);
  }
  void bias_tangents(const T&, const Q& q, const Q& v, Rows& by_q, Rows& by_v) const {
    columns(q, v, by_q, [](const Planar<T>& x, const T& omega) { return T(-omega * omega) * turned(x); });
    columns(q, v, by_v, [](const Planar<T>& x, const T& omega) { return T(-2 * omega) * x; });
  }
  // In the absolute angles of an elbow, with the force l of the constraints on E, K is
  //   [l·p − y, y; −z, l·s + z],  y = c ω_s² − c_φ ω_s',  z = −c ω_p² − c_φ ω_p';  D is  [0, −2 c_φ ω_s; 2 c_φ ω_p, 0].
  void tangents(const T&, const Q& q, const Q& v, const Q& a, const Phi& lambda, Mat<T, 7>& by_q,
                Mat<T, 7>& by_v) const {
    by_q.setZero();
    by_v.setZero();
    std::array<Planar<T>, 3> force;
    for (int k = 0; k < elbows; ++k) force[k] = {lambda[2 * k], lambda[2 * k + 1]};
    for (int k = 0; k < elbows; ++k) {
      const int i = base[k], j = bend[k];
      const Planar<T>&p = link(q, upper[k]), &s = link(q, lower[k]);
      const Planar<T> l = k == 0 ? force[0] + force[1] + force[2] : -force[k];
      const T c = elbow[k].coupling(p, s), slope = elbow[k].coupling_slope(p, s);
      const T wp = v[i], ws = wp + v[j], along = dot(l, s);
      const T y = c * ws * ws - slope * (a[i] + a[j]), z = -c * wp * wp - slope * a[i];
      by_q(i, i) = dot(l, p) + along;
      by_q(i, j) = y + z + along;
      by_q(j, i) = along;
      by_q(j, j) = z + along;
      by_v(i, i) = 2 * slope * (wp - ws);
      by_v(i, j) = -2 * slope * ws;
      by_v(j, i) = 2 * slope * wp;
    }
    by_q(gamma, gamma) = -spring.curvature(d.b - d.c, arm(q)) - dot(force[0], link(q, ebd));
  }
  T kinetic_energy(const Q& q, const Q& v) const {
    Q p;
    momentum(q, v, p);
    return v.dot(p) / 2;
  }
  T potential_energy(const Q& q) const { return spring.energy(d.b - d.c + arm(q)); }
  T energy(const T&, const Q& q, const Q& v) const {
    return kinetic_energy(q, v) + potential_energy(q) - d.torque * q[beta];
  }
  void outputs(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    write_outputs(T(q[beta]), T(v[beta]), kinetic_energy(q, v), potential_energy(q), start, d, out);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

 private:
  static constexpr int beta = 0, gamma = 2;
  static constexpr std::array<int, elbows> base = {beta, 4, 6}, bend = {1, 3, 5};

  // Returns the vector of a link from hinge to hinge. Sines are cached, so each is computed once per configuration.
  Planar<T> link(const Q& q, Link i) const { return rotated(sines(q, i), d.body[i].end); }
  Planar<T> arm(const Q& q) const { return rotated(sines(q, ebd), d.spring_end); }
  const SineCosine<T>& sines(const Q& q, Link i) const {
    switch (i) {
      case ef: return turn[i].at(q[0] + q[1]);
      case ge: return turn[i].at(q[4] + q[3]);
      case he: return turn[i].at(q[6] + q[5]);
      default: return turn[i].at(q[i]);
    }
  }
  template <class V>
  static void set(V&& column, int row, const Planar<T>& x) {
    column[2 * row] = x.x;
    column[2 * row + 1] = x.y;
  }
  // Computes derivatives of Φ or Φ' in g: each link with the vector x and the angular velocity ω from `w` adds f(x, ω),
  // with its sign in Φ, to the column of every angle that rotates the link.
  template <class F>
  void columns(const Q& q, const Q& w, Rows& g, F f) const {
    g.setZero();
    for (int k = 0; k < elbows; ++k) {
      const Planar<T> low = f(link(q, lower[k]), T(w[base[k]] + w[bend[k]]));
      const Planar<T> all = low + f(link(q, upper[k]), T(w[base[k]]));
      for (int row = k; row < (k == 0 ? 3 : k + 1); ++row) {
        set(g.col(base[k]), row, k == 0 ? all : -all);
        set(g.col(bend[k]), row, k == 0 ? low : -low);
      }
    }
    set(g.col(gamma), 0, -f(link(q, ebd), T(w[gamma])));
  }

  Data<T> d;
  std::array<Elbow<T>, elbows> elbow;
  T lever;  // moment of inertia of E-B-D about B [kg m²]
  Spring<T> spring;
  T start;  // initial energy E_0 [J]
  mutable std::array<SineCosine<T>, links> turn = {};
};

}  // namespace plumb::squeezer
