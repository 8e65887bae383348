#pragma once
// A slider-crank whose connecting rod bends and stretches; its crank turns at constant speed. φ1 and φ2 are the angles
// of crank and rod as in the rigid model (problems/slider-crank), x is the position of the slider. The rod is a beam of
// the section b × h. Its deflection is q1 sin(πs/l2) + q2 sin(2πs/l2); its elongation is a parabola with the values q3
// in the middle and q4 at the end.
//
//   q = (φ1, φ2, x, q1, .., q4),   u = (q1, .., q4),   Δ = φ1 − φ2,   c1, c2, c12, c21 integrals over the rod, B skew
//   Φ = (l1 sin φ1 + (l2 + q4) sin φ2,   x − l1 cos φ1 − (l2 + q4) cos φ2,   φ1 − Ω t)
//   T = (J1 + m2 l1²)/2 φ1'² + (J2 + uᵀM u + 2 ρ c12·u)/2 φ2'² + m3/2 x'² + u'ᵀM u'/2
//     + φ1' φ2' l1 (l2 m2/2 cos Δ + ρ (c1·u cos Δ + c2·u sin Δ))
//     + φ1' ρ l1 (c2 cos Δ − c1 sin Δ)·u' + φ2' ρ (c21·u' + uᵀB u')
//   V = uᵀK u/2 + W + g (l1 (m1/2 + m2) sin φ1 + l2 m2/2 sin φ2 + ρ (c1·u sin φ2 + c2·u cos φ2))
//
// W is the coupling of stretching and bending, omitted by default. The force f of M q'' = f consists of ∂(T − V)/∂q, M
// q'' − d/dt ∂T/∂q', and the damping −D u'. All data are as in the source, where π has eight digits, and the mass
// matrix of stretching is 15 times the matrix of a parabola.
//
// Sources: simeon1996, Math. Modelling of Systems 2; mazzia2008, problem Slider crank (crank.f).

#include <cmath>

#include "contract/parameters.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

/// The rod's matrices and integrals. Most entries are zero; sums skip them, because products in quad are expensive.
template <class T>
struct FlexibleRod {
  using U = Vec<T, 4>;
  using Matrix = Mat<T, 4>;
  T density = 0;              // density ρ [kg/m³]
  Matrix M, K, B, D;          // matrices [kg, N/m, m³, N s/m]
  U c1, c2, c12, c21;         // vectors [m³, m³, m⁴, m⁴]
  T coupling = 0, ratio = 0;  // coupling of W [N/m²]; ratio [1]

  /// `pi` is the value of π in the source. The other arguments are density, Young's modulus, width, height and length.
  FlexibleRod(const T& pi, const T& rho, const T& young, const T& b, const T& h, const T& l)
      : density(rho), M(zeros<Matrix>()), K(M), B(M), D(M), c1(zeros<U>()), c2(c1), c12(c1), c21(c1) {
    const T volume = b * h * l, mass = rho * volume, stiff = young * b * h / l, pi2 = pi * pi, pi3 = pi2 * pi;
    const T slender = pi2 * pi2 * (h / l) * (h / l);
    M(0, 0) = M(1, 1) = mass / 2;
    M(2, 2) = 8 * mass;
    M(2, 3) = M(3, 2) = mass;
    M(3, 3) = 2 * mass;
    K(0, 0) = stiff * slender / 24;
    K(1, 1) = stiff * slender * 2 / 3;
    K(2, 2) = stiff * 16 / 3;
    K(2, 3) = K(3, 2) = -stiff * 8 / 3;
    K(3, 3) = stiff * 7 / 3;
    B(0, 2) = -volume * 16 / pi3;
    B(0, 3) = volume * (8 / pi3 - 1 / pi);
    B(1, 3) = volume / (2 * pi);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) B(i, j) = -B(j, i);
    c1[2] = volume * 2 / 3;
    c1[3] = volume / 6;
    c2[0] = volume * 2 / pi;
    c12[2] = l * volume / 3;
    c12[3] = l * volume / 6;
    c21[0] = l * volume / pi;
    c21[1] = -l * volume / (2 * pi);
    coupling = young * b * h / (l * l) * pi2 / 2;
    ratio = 80 / (9 * pi2);
  }
  /// Sets D to 0.5 per cent of the critical damping, as in the source.
  void damp() {
    D(0, 0) = 5;
    D(1, 1) = 25;
    D(2, 2) = number_from_text<T>("230.8375455264791") / 2;
    D(2, 3) = D(3, 2) = -number_from_text<T>("262.6884879920526") / 2;
    D(3, 3) = number_from_text<T>("421.7421837156818") / 2;
  }
};

template <class T>
struct FlexibleCrank {
  using Scalar = T;
  static constexpr int coordinates = 7, constraints = 3, freedoms = 4, invariant_count = 0;
  T l1, l2;      // lengths [m]
  T m1, m2, m3;  // masses [kg]
  T J1, J2;      // moments of inertia [kg m²]
  T gravity;     // gravity [m/s²]
  T speed;       // speed of the crank Ω [rad/s]
  bool stretching_stiffens = false;
  FlexibleRod<T> rod;

  bool conservative() const { return false; }
  template <class X>
  void mass(const Vec<X, 7>& q, Mat<X, 7>& out) const {
    using std::cos, std::sin;
    const X c = cos(q[0] - q[1]), s = sin(q[0] - q[1]);
    const T& rho = rod.density;
    out = zeros<Mat<X, 7>>();
    out(0, 0) = X(J1 + m2 * l1 * l1);
    out(0, 1) = l1 * (l2 * m2 / 2 * c + rho * (along(rod.c2, q) * s + along(rod.c1, q) * c));
    out(1, 1) = J2 + 2 * rho * along(rod.c12, q);
    out(2, 2) = X(m3);
    for (int i = 0; i < 4; ++i) {
      out(0, 3 + i) = rho * l1 * (rod.c2[i] * c - rod.c1[i] * s);
      out(1, 3 + i) = X(rho * rod.c21[i]);
      for (int j = 0; j < 4; ++j) {
        if (rod.M(i, j) != 0) out(1, 1) += rod.M(i, j) * q[3 + i] * q[3 + j];
        if (rod.B(j, i) != 0) out(1, 3 + i) += rho * rod.B(j, i) * q[3 + j];
        out(3 + i, 3 + j) = X(rod.M(i, j));
      }
    }
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < i; ++j) out(i, j) = out(j, i);
  }
  template <class X>
  void force(const X&, const Vec<X, 7>& q, const Vec<X, 7>& v, Vec<X, 7>& f) const {
    using std::cos, std::sin;
    const X c = cos(q[0] - q[1]), s = sin(q[0] - q[1]), cos2 = cos(q[1]), sin2 = sin(q[1]);
    const X of_crank = v[0] * v[0], of_rod = v[1] * v[1], half = l1 * l2 * m2 / 2 * s;
    const T& rho = rod.density;
    const X c1q = along(rod.c1, q), c2q = along(rod.c2, q);
    f[0] = of_rod * (rho * l1 * (c2q * c - c1q * s) - half) -
           2 * rho * l1 * v[1] * (c * along(rod.c1, v) + s * along(rod.c2, v)) -
           gravity * l1 * (m1 / 2 + m2) * cos(q[0]);
    f[1] = of_crank * (half + rho * l1 * (c1q * s - c2q * c)) - 2 * rho * v[1] * along(rod.c12, v) -
           gravity * (l2 * m2 / 2 * cos2 + rho * (c1q * cos2 - c2q * sin2));
    f[2] = X(0);
    for (int i = 0; i < 4; ++i) {
      X inertia = X(0), coriolis = X(0), elastic = X(0);
      for (int j = 0; j < 4; ++j) {
        if (rod.M(i, j) != 0) inertia += rod.M(i, j) * q[3 + j];
        if (rod.B(i, j) != 0) coriolis += rod.B(i, j) * v[3 + j];
        if (rod.K(i, j) != 0 || rod.D(i, j) != 0) elastic += rod.K(i, j) * q[3 + j] + rod.D(i, j) * v[3 + j];
      }
      f[1] -= 2 * v[1] * v[3 + i] * inertia;
      f[3 + i] = of_rod * inertia +
                 rho * (of_rod * rod.c12[i] + l1 * of_crank * (c * rod.c1[i] + s * rod.c2[i]) + 2 * v[1] * coriolis) -
                 rho * gravity * (sin2 * rod.c1[i] + cos2 * rod.c2[i]) - elastic;
    }
    if (stretching_stiffens) stiffen(q, f);
  }
  template <class X>
  void constraint(const X& t, const Vec<X, 7>& q, Vec<X, 3>& phi) const {
    using std::cos, std::sin;
    const X length = l2 + q[6];
    phi << l1 * sin(q[0]) + length * sin(q[1]), q[2] - l1 * cos(q[0]) - length * cos(q[1]), q[0] - speed * t;
  }
  /// Computes q from the time and the rod's deformation.
  template <class X>
  void embedding(const X& t, const Vec<X, 4>& u, Vec<X, 7>& q) const {
    using std::asin, std::cos, std::sin;
    const X crank = speed * t, length = l2 + u[3], angle = -asin(l1 * sin(crank) / length);
    q << crank, angle, l1 * cos(crank) + length * cos(angle), u[0], u[1], u[2], u[3];
  }
  T energy(const T&, const Vec<T, 7>& q, const Vec<T, 7>& v) const {
    using std::cos, std::sin;
    Mat<T, 7> M;
    mass(q, M);
    T twice = 0;
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j) twice += v[i] * M(i, j) * v[j];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) twice += q[3 + i] * rod.K(i, j) * q[3 + j];
    T out = twice / 2 + gravity * (l1 * (m1 / 2 + m2) * sin(q[0]) + l2 * m2 / 2 * sin(q[1]) +
                                   rod.density * (along(rod.c1, q) * sin(q[1]) + along(rod.c2, q) * cos(q[1])));
    if (stretching_stiffens) {
      const T &a = q[3], &b = q[4];
      out += rod.coupling * (a * a * q[6] / 2 + 2 * b * b * q[6] - rod.ratio * a * b * (2 * q[6] - 4 * q[5]));
    }
    return out;
  }
  /// The power of the damping. The torque that turns the crank is a reaction.
  T power(const T&, const Vec<T, 7>&, const Vec<T, 7>& v) const {
    T out = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) out -= v[3 + i] * rod.D(i, j) * v[3 + j];
    return out;
  }
  /// The outputs are the angle of the rod, the position of the slider, the rod's deflection in the middle (q1) and its
  /// elongation (q4).
  void outputs(const T&, const Vec<T, 7>& q, const Vec<T, 7>&, Vec<T>& out) const { out << q[1], q[2], q[3], q[6]; }
  void invariants(const T&, const Vec<T, 7>&, const Vec<T, 7>&, Vec<T>&) const {}

 private:
  template <class X>
  static X along(const Vec<T, 4>& c, const Vec<X, 7>& x) {
    X sum = X(0);
    for (int i = 0; i < 4; ++i)
      if (c[i] != 0) sum += c[i] * x[3 + i];
    return sum;
  }
  // Adds −∂W/∂u, with W as in `energy`.
  template <class X>
  void stiffen(const Vec<X, 7>& q, Vec<X, 7>& f) const {
    const X &a = q[3], &b = q[4], shape = rod.ratio * (2 * q[6] - 4 * q[5]);
    f[3] -= rod.coupling * (a * q[6] - b * shape);
    f[4] -= rod.coupling * (4 * b * q[6] - a * shape);
    f[5] -= rod.coupling * 4 * rod.ratio * a * b;
    f[6] -= rod.coupling * (a * a / 2 + 2 * b * b - 2 * rod.ratio * a * b);
  }
};

template <class T>
FlexibleCrank<T> flexible_crank(const Parameters& p) {
  const auto number = [&](const char* name) { return p.number<T>(name); };
  FlexibleRod<T> rod(number("pi"), number("density"), number("young"), number("width"), number("height"),
                     number("rod_length"));
  if (p.is("damping", "published")) rod.damp();
  return {.l1 = number("crank_length"),
          .l2 = number("rod_length"),
          .m1 = number("crank_mass"),
          .m2 = number("rod_mass"),
          .m3 = number("slider_mass"),
          .J1 = number("crank_inertia"),
          .J2 = number("rod_inertia"),
          .gravity = number("gravity"),
          .speed = number("speed"),
          .stretching_stiffens = p.is("stiffness", "nonlinear"),
          .rod = rod};
}

}  // namespace plumb
