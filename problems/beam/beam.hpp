#pragma once
// An elastic beam of length 1, inextensible and thin, clamped vertically at the origin, with a force F(t) at its free
// end. θ_k is the angle of the k-th of n parts of equal length. With θ_0 = −θ_1, θ_{n+1} = θ_n, l, k = 1, .., n:
//
//   Σ_k g_lk cos(θ_l − θ_k) θ_k'' = n⁴ (θ_{l−1} − 2 θ_l + θ_{l+1}) + n² (F_y cos θ_l − F_x sin θ_l)
//                                   − Σ_k g_lk sin(θ_l − θ_k) θ_k'²,         g_lk = n + 1/2 − max(l, k)
//   F = φ (−1, 1),   φ = 3/2 sin² t up to t = π, then 0
//   E = 1/2 Σ_m w_m/n |x_m'|² + n θ_1² + n/2 Σ (θ_{k+1} − θ_k)²,   x_m = Σ_{k≤m} (cos θ_k, sin θ_k)/n
//
// w_m = 1, and 1/2 at the free end, because the masses are at the joints of the parts. (g_lk) is the inverse of a
// tridiagonal matrix. So with C + iD = (e^{iθ_l} (g⁻¹)_lk e^{−iθ_k}) and v, the forces of bending and load,
//
//   θ'' = C v + D w,   C w = D v + θ'²       (C: 1, 2, .., 2, 3, off-diagonal −cos(θ_l − θ_k); D: −sin(θ_l − θ_k))
//
// Sources: hairer1996, section IV.1, eqs. (1.10)-(1.20); mazzia2008, problem Beam. All quantities are dimensionless.
// The cost of an acceleration is proportional to n. The tangents are computed as products with the matrix
// (g_lk cos(θ_l − θ_k)), at a cost proportional to n².

#include <cmath>

#include "contract/exact_number.hpp"
#include "contract/system.hpp"
#include "numerics/lu.hpp"

namespace plumb {

template <class T_>
class InextensibleBeam {
 public:
  using Scalar = T_;
  using T = T_;
  using Q = Vec<T>;
  static constexpr int size = Eigen::Dynamic, invariant_count = 0;

  /// `load` is the amplitude of φ. Precondition: parts > 1.
  InextensibleBeam(int parts, const T& load)
      : n(parts), amplitude(load), pi(number_from_text<T>("pi")), room(parts), lu(parts) {}

  int coordinates() const { return n; }
  int velocities() const { return n; }
  bool velocity_dependent() const { return true; }
  bool conservative() const { return false; }
  bool has_tangents() const { return true; }

  void acceleration(const T& t, const Q& q, const Q& v, Q& a) const {
    using std::cos, std::sin;
    auto &c = room.c, &s = room.s, &bend = room.bend, &w = room.w, &pivot = room.pivot;  // c, s: of θ_k − θ_{k−1}
    for (int k = 1; k < n; ++k) {
      c[k] = cos(q[k] - q[k - 1]);
      s[k] = sin(q[k] - q[k - 1]);
    }
    forces(t, q, bend);
    for (int k = 0; k < n; ++k) {
      w[k] = v[k] * v[k] + times_d(bend, k);
      pivot[k] = diagonal(k);
    }
    for (int k = n - 2; k >= 0; --k) {  // back substitution in C w = ..
      const T ratio = -c[k + 1] / pivot[k + 1];
      w[k] -= ratio * w[k + 1];
      pivot[k] += ratio * c[k + 1];
    }
    w[0] /= pivot[0];
    for (int k = 1; k < n; ++k) w[k] = (w[k] + c[k] * w[k - 1]) / pivot[k];
    for (int k = 0; k < n; ++k) a[k] = times_c(bend, k) + times_d(w, k);
  }
  /// Computes H = (g_lk cos(θ_l − θ_k)), HD = H ∂a/∂v and HK = H ∂a/∂q by differentiating the first equation above.
  void tangents(const T& t, const Q& q, const Q& v, Mat<T>& H, Mat<T>& HD, Mat<T>& HK) const {
    using std::cos, std::sin;
    Vec<T>& a = room.a;
    acceleration(t, q, v, a);
    clear(HK);
    const T pull = load(t) * n * n;
    for (int l = 0; l < n; ++l) {
      for (int k = 0; k < n; ++k) {
        const T g = n - T(std::max(l, k)) - T(1) / 2, along = g * cos(q[l] - q[k]), across = g * sin(q[l] - q[k]);
        H(l, k) = along;
        HD(l, k) = -2 * across * v[k];
        if (k == l) continue;
        const T turning = across * a[k] - along * v[k] * v[k];
        HK(l, k) -= turning;
        HK(l, l) += turning;
      }
      HK(l, l) += pull * (cos(q[l]) - sin(q[l]));
    }
    const T stiff = T(n) * n * n * n;
    for (int k = 0; k < n; ++k) {
      HK(k, k) -= stiff * (k == 0 ? 3 : k == n - 1 ? 1 : 2);
      if (k > 0) HK(k, k - 1) += stiff;
      if (k < n - 1) HK(k, k + 1) += stiff;
    }
  }
  void stiffness(const T& t, const Q& q, const Q& v, Mat<T>& k) const {
    Mat<T> damping(n, n);
    tangents(t, q, v, lu.matrix, damping, k);
    divide(k);
  }
  void damping(const T& t, const Q& q, const Q& v, Mat<T>& d) const {
    Mat<T> stiffness(n, n);
    tangents(t, q, v, lu.matrix, d, stiffness);
    divide(d);
  }

  T energy(const T&, const Q& q, const Q& v) const { return kinetic_energy(q, v) + bending_energy(q); }
  /// Returns the power of the force: F·(velocity of the free end).
  T power(const T& t, const Q& q, const Q& v) const {
    using std::cos, std::sin;
    T sum = 0;
    for (int k = 0; k < n; ++k) sum += (cos(q[k]) + sin(q[k])) * v[k];
    return load(t) * sum / n;
  }
  /// Computes the outputs: position of the free end, its angle, kinetic energy and bending energy.
  void outputs(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    using std::cos, std::sin;
    T x = 0, y = 0;
    for (int k = 0; k < n; ++k) {
      x += cos(q[k]);
      y += sin(q[k]);
    }
    out[0] = x / n;
    out[1] = y / n;
    out[2] = q[n - 1];
    out[3] = kinetic_energy(q, v);
    out[4] = bending_energy(q);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

 private:
  /// Working memory of an acceleration.
  struct Room {
    Vec<T> c, s, bend, w, pivot, a;
    explicit Room(int parts) : c(zeros<Vec<T>>(parts)), s(c), bend(c), w(c), pivot(c), a(c) {}
  };

  T load(const T& t) const {
    using std::sin;
    if (t > pi) return T(0);
    const T rise = sin(t);
    return amplitude * rise * rise;
  }
  void forces(const T& t, const Q& q, Vec<T>& out) const {
    using std::cos, std::sin;
    const T square = T(n) * n, stiff = square * square, force = square * load(t);
    for (int k = 0; k < n; ++k) {
      const T before = k == 0 ? T(-q[0]) : q[k - 1], after = k == n - 1 ? q[k] : q[k + 1];
      out[k] = stiff * (before - (q[k] + q[k]) + after);
      if (force != 0) out[k] += force * (cos(q[k]) + sin(q[k]));
    }
  }
  int diagonal(int k) const { return k == 0 ? 1 : k == n - 1 ? 3 : 2; }
  /// Returns C_kk x_k without the factor of an integer: software arithmetic would have to convert the integer first.
  T times_diagonal(const Vec<T>& x, int k) const {
    const T twice = x[k] + x[k];
    return k == 0 ? x[k] : k == n - 1 ? T(twice + x[k]) : twice;
  }
  T times_c(const Vec<T>& x, int k) const {
    T out = times_diagonal(x, k);
    if (k > 0) out -= room.c[k] * x[k - 1];
    if (k < n - 1) out -= room.c[k + 1] * x[k + 1];
    return out;
  }
  T times_d(const Vec<T>& x, int k) const {
    T out = 0;
    if (k > 0) out -= room.s[k] * x[k - 1];
    if (k < n - 1) out += room.s[k + 1] * x[k + 1];
    return out;
  }
  // Divides each column by H. `lu` contains H, which is regular because the kinetic energy is positive definite.
  void divide(Mat<T>& columns) const {
    lu.factor();
    for (Eigen::Index j = 0; j < columns.cols(); ++j) {
      auto column = columns.col(j);
      lu.solve(column);
    }
  }
  T kinetic_energy(const Q& q, const Q& v) const {
    using std::cos, std::sin;
    T sum = 0, x = 0, y = 0;  // (x, y): n times the velocity of the end of part k
    for (int k = 0; k < n; ++k) {
      x -= sin(q[k]) * v[k];
      y += cos(q[k]) * v[k];
      const T square = x * x + y * y;
      sum += k == n - 1 ? T(square / 2) : square;
    }
    return sum / (2 * T(n) * n * n);
  }
  T bending_energy(const Q& q) const {
    T sum = 2 * q[0] * q[0];
    for (int k = 1; k < n; ++k) sum += (q[k] - q[k - 1]) * (q[k] - q[k - 1]);
    return n * sum / 2;
  }

  int n;
  T amplitude, pi;
  mutable Room room;
  mutable Lu<T> lu;
};

}  // namespace plumb
