#pragma once
// Pleiades: seven stars in the plane attract each other by gravity, with several close encounters.
//
//   x_i'' = Σ_{j≠i} m_j (x_j − x_i)/r_ij³,   r_ij = |x_j − x_i|,   x_i in the plane, gravitational constant 1
//
// Sources: hairer1993, section II.10; mazzia2008, problem Pleiades. All quantities are dimensionless.

#include <array>
#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"

namespace plumb {

//   q = (x_1, .., x_7, y_1, .., y_7)
template <class T>
struct Pleiades {
  using Scalar = T;
  static constexpr int stars = 7, size = 2 * stars, invariant_count = 3;
  using Q = Vec<T, size>;
  std::array<T, stars> masses = {};

  bool velocity_dependent() const { return false; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q&, Q& a) const {
    a.setZero();
    for (int i = 0; i < stars; ++i)
      for (int j = 0; j < i; ++j) {
        const T dx = q[j] - q[i], dy = q[stars + j] - q[stars + i], w = inverse_cube(dx, dy);
        const T fx = w * dx, fy = w * dy;
        a[i] += masses[j] * fx;
        a[stars + i] += masses[j] * fy;
        a[j] -= masses[i] * fx;
        a[stars + j] -= masses[i] * fy;
      }
  }
  // The derivative is d(r/r³)/dr = (I − 3 r rᵀ/r²)/r³.
  void stiffness(const T&, const Q& q, const Q&, Mat<T, size>& k) const {
    k.setZero();
    for (int i = 0; i < stars; ++i)
      for (int j = 0; j < i; ++j) {
        const T dx = q[j] - q[i], dy = q[stars + j] - q[stars + i], w = inverse_cube(dx, dy);
        const T w3 = 3 * w / (dx * dx + dy * dy);
        const T xx = w - w3 * dx * dx, xy = -w3 * dx * dy, yy = w - w3 * dy * dy;
        add(k, i, j, xx, xy, yy);
        add(k, j, i, xx, xy, yy);
      }
  }
  void damping(const T&, const Q&, const Q&, Mat<T, size>& d) const { d.setZero(); }
  T energy(const T&, const Q& q, const Q& v) const {
    using std::sqrt;
    T e = 0;
    for (int i = 0; i < stars; ++i) {
      e += masses[i] * (v[i] * v[i] + v[stars + i] * v[stars + i]) / 2;
      for (int j = 0; j < i; ++j) {
        const T dx = q[j] - q[i], dy = q[stars + j] - q[stars + i];
        e -= masses[i] * masses[j] / sqrt(dx * dx + dy * dy);
      }
    }
    return e;
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const { out << q[0], q[stars], q[stars - 1], q[size - 1]; }
  void invariants(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    out.setZero();
    for (int i = 0; i < stars; ++i) {
      out[0] += masses[i] * v[i];
      out[1] += masses[i] * v[stars + i];
      out[2] += masses[i] * (q[i] * v[stars + i] - q[stars + i] * v[i]);
    }
  }

 private:
  static T inverse_cube(const T& dx, const T& dy) {
    using std::sqrt;
    const T r2 = dx * dx + dy * dy;
    return 1 / (r2 * sqrt(r2));
  }
  // Adds the derivatives of the force of star j on star i.
  void add(Mat<T, size>& k, int i, int j, const T& xx, const T& xy, const T& yy) const {
    const T& m = masses[j];
    const int x = 0, y = stars;
    k(x + i, x + j) += m * xx;
    k(x + i, y + j) += m * xy;
    k(y + i, x + j) += m * xy;
    k(y + i, y + j) += m * yy;
    k(x + i, x + i) -= m * xx;
    k(x + i, y + i) -= m * xy;
    k(y + i, x + i) -= m * xy;
    k(y + i, y + i) -= m * yy;
  }
};

template <class T>
Pleiades<T> pleiades(const Parameters& p) {
  return {{p.number<T>("mass1"), p.number<T>("mass2"), p.number<T>("mass3"), p.number<T>("mass4"), p.number<T>("mass5"),
           p.number<T>("mass6"), p.number<T>("mass7")}};
}

}  // namespace plumb
