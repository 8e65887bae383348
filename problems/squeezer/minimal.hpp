#pragma once
// The squeezer in its one degree of freedom, the angle β of O-F:
//
//   m(β) β'' = T − V'(β) − m'(β)/2 ω²,   m = Σ J_i ψ_i'² + 2 Σ_elbows c ψ_p' ψ_s',   ' = d/dβ
//
// which is Lagrange's equation with the kinetic energy K = m ω²/2, the spring's V, the driving torque T and ω = dβ/dt.
// Outputs and energy are the same in all formulations: E − T β is conserved, where E = K + V, and zhang2022, eq. (23)
// is E − E_0 − T (β − β_0).

#include <limits>

#include "contract/system.hpp"
#include "problems/squeezer/linkage.hpp"

namespace plumb::squeezer {

/// Writes the outputs β, ω, E − E_0 − T (β − β_0), K and V, where β and ω belong to the link O-F, and `start` is E_0.
template <class T>
void write_outputs(const T& beta, const T& omega, const T& kinetic, const T& spring, const T& start, const Data<T>& d,
                   Vec<T>& out) {
  out[0] = beta;
  out[1] = omega;
  out[3] = kinetic;
  out[4] = spring;
  out[2] = kinetic + spring - start - d.torque * (beta - d.beta0);
}

template <class T>
Planar<T> crank(const Data<T>& d, const T& beta) {
  SineCosine<T> turn;
  return rotated(turn.at(beta), d.body[of].end);
}

/// Returns the vector from B to D if the vector from B to E is `lever`; D and E are points of the lever.
template <class T>
Planar<T> spring_arm(const Data<T>& d, const Planar<T>& lever) {
  const Planar<T>&e = d.body[ebd].end, &end = d.spring_end;
  const T square = dot(e, e);
  return T(dot(e, end) / square) * lever + T(cross(e, end) / square) * turned(lever);
}

template <class T>
class OneDegree {
 public:
  using Scalar = T;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<T, 1>;

  explicit OneDegree(const Data<T>& of_mechanism)
      : d(of_mechanism), elbow(elbows_of(d)), lever(inertia_about_hinge(d.body[ebd])), spring(d), linkage(d) {
    start = kinetic_energy(Q(d.beta0), Q(d.omega0)) + potential_energy(Q(d.beta0));
  }
  /// Returns the initial energy E_0 [J].
  const T& start_energy() const { return start; }

  bool velocity_dependent() const { return true; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q& v, Q& a) const {
    at(q[0]);
    a[0] = (d.torque - slope - half_mass[1] * v[0] * v[0]) / mass;
  }
  // m a = T − V' − m'/2 ω² gives m ∂a/∂β = −V'' − m''/2 ω² − m' a.
  void stiffness(const T& t, const Q& q, const Q& v, Mat<T, 1>& k) const {
    Q a;
    acceleration(t, q, v, a);
    differentiate_again();
    k(0, 0) = -(curvature + half_mass[2] * v[0] * v[0] + 2 * half_mass[1] * a[0]) / mass;
  }
  void damping(const T&, const Q& q, const Q& v, Mat<T, 1>& by_v) const {
    at(q[0]);
    by_v(0, 0) = -2 * half_mass[1] * v[0] / mass;
  }
  T kinetic_energy(const Q& q, const Q& v) const {
    at(q[0]);
    return mass * v[0] * v[0] / 2;
  }
  T potential_energy(const Q& q) const {
    at(q[0]);
    return spring.energy(d.b - d.c + arm);
  }
  T energy(const T&, const Q& q, const Q& v) const {
    return kinetic_energy(q, v) + potential_energy(q) - d.torque * q[0];
  }
  void outputs(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    write_outputs(q[0], v[0], kinetic_energy(q, v), potential_energy(q), start, d, out);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

 private:
  // Computes all terms of accelerations that depend on β; returns immediately if β is unchanged.
  void at(const T& beta) const {
    if (beta == last) return;
    linkage.close(rotated(turn.at(beta), d.body[of].end));
    linkage.template differentiate<1>();
    linkage.template differentiate<2>();
    const auto& [w1, w2, w3] = linkage.rates;
    mass = lever * w1[ebd] * w1[ebd];
    half_mass[1] = lever * w1[ebd] * w2[ebd];
    for (int k = 0; k < elbows; ++k) add_inertia(k);
    arm = spring_arm(d, linkage.x[ebd]);
    moment = spring.slope(d.b - d.c, arm);
    slope = moment * w1[ebd];
    last = beta;
    twice = false;
  }
  // Adds the contributions of elbow k to m and m'/2, with c' = c_φ (ψ_s' − ψ_p').
  void add_inertia(int k) const {
    const auto p = upper[k], s = lower[k];
    const auto& [w1, w2, w3] = linkage.rates;
    const Elbow<T>& e = elbow[k];
    c[k] = e.coupling(linkage.x[p], linkage.x[s]);
    by_bend[k] = e.coupling_slope(linkage.x[p], linkage.x[s]);
    const T c1 = by_bend[k] * (w1[s] - w1[p]);
    mass += e.upper_inertia * w1[p] * w1[p] + e.lower_inertia * w1[s] * w1[s] + 2 * c[k] * w1[p] * w1[s];
    half_mass[1] += e.upper_inertia * w1[p] * w2[p] + e.lower_inertia * w1[s] * w2[s] + c1 * w1[p] * w1[s] +
                    c[k] * (w2[p] * w1[s] + w1[p] * w2[s]);
  }
  // Computes m''/2 and V''.
  void differentiate_again() const {
    if (twice) return;
    linkage.template differentiate<3>();
    const auto& [w1, w2, w3] = linkage.rates;
    half_mass[2] = lever * (w2[ebd] * w2[ebd] + w1[ebd] * w3[ebd]);
    for (int k = 0; k < elbows; ++k) {
      const auto p = upper[k], s = lower[k];
      const T bend1 = w1[s] - w1[p], bend2 = w2[s] - w2[p];
      const T c1 = by_bend[k] * bend1, c2 = by_bend[k] * bend2 - c[k] * bend1 * bend1;
      half_mass[2] += elbow[k].upper_inertia * (w2[p] * w2[p] + w1[p] * w3[p]) +
                      elbow[k].lower_inertia * (w2[s] * w2[s] + w1[s] * w3[s]) + c2 * w1[p] * w1[s] +
                      2 * c1 * (w2[p] * w1[s] + w1[p] * w2[s]) +
                      c[k] * (w3[p] * w1[s] + 2 * w2[p] * w2[s] + w1[p] * w3[s]);
    }
    curvature = spring.curvature(d.b - d.c, arm) * w1[ebd] * w1[ebd] + moment * w2[ebd];
    twice = true;
  }

  Data<T> d;
  std::array<Elbow<T>, elbows> elbow;
  T lever;  // moment of inertia of E-B-D about B [kg m²]
  Spring<T> spring;
  T start = 0;  // initial energy E_0 [J]

  mutable Linkage<T> linkage;
  mutable SineCosine<T> turn = {};
  mutable T last = std::numeric_limits<double>::quiet_NaN();
  mutable bool twice = false;
  mutable Planar<T> arm = {};
  mutable std::array<T, elbows> c = {}, by_bend = {};
  mutable T mass = 0, moment = 0, slope = 0, curvature = 0;
  mutable std::array<T, 3> half_mass = {};  // [0]: unused, [1]: m'/2, [2]: m''/2
};

/// The angles ψ_i of all links and their angular velocities, for given β and ω.
template <class T>
struct Turns {
  std::array<T, links> psi, omega;
};

template <class T>
Turns<T> turns(const Data<T>& d, const T& beta, const T& omega) {
  using std::atan2;
  Linkage<T> linkage(d);
  linkage.close(crank(d, beta));
  linkage.template differentiate<1>();
  Turns<T> out;
  for (int i = 0; i < links; ++i) {
    const Planar<T>&e = d.body[i].end, &x = linkage.x[i];
    out.psi[i] = atan2(cross(e, x), dot(e, x));
    out.omega[i] = linkage.rates[0][i] * omega;
  }
  out.psi[of] = beta;
  return out;
}

}  // namespace plumb::squeezer
