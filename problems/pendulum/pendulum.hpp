#pragma once
// Simple pendulum: a point mass on a massless rod.
//
// Source: IFToMM multibody benchmark A01; fernandez2024, sections 3 and 8.

#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"

namespace plumb {

template <class T>
struct PendulumData {
  T length = 1;   // m
  T mass = 1;     // kg
  T gravity = 0;  // m/s²
};

template <class T>
PendulumData<T> pendulum_data(const Parameters& p) {
  return {p.number<T>("length"), p.number<T>("mass"), p.number<T>("gravity")};
}

//   θ'' = −(g/L) cos θ,  θ from the horizontal
template <class T>
struct PendulumAngle {
  using Scalar = T;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<T, 1>;
  PendulumData<T> data;

  bool velocity_dependent() const { return false; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q&, Q& a) const {
    using std::cos;
    a[0] = -(data.gravity / data.length) * cos(q[0]);
  }
  void stiffness(const T&, const Q& q, const Q&, Mat<T, 1>& k) const {
    using std::sin;
    k(0, 0) = data.gravity / data.length * sin(q[0]);
  }
  void damping(const T&, const Q&, const Q&, Mat<T, 1>& d) const { d(0, 0) = 0; }
  T energy(const T&, const Q& q, const Q& v) const {
    using std::sin;
    const auto& [L, m, g] = data;
    return m * L * L * v[0] * v[0] / 2 + m * g * L * sin(q[0]);
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const {
    using std::cos, std::sin;
    out[0] = data.length * cos(q[0]), out[1] = data.length * sin(q[0]);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}
};

//   q = (x, y, θ), θ from the downward vertical, no moment of inertia:
//   M = diag(m, m, 0),  f = (0, −m g, 0),  Φ = (x − L sin θ, y + L cos θ)
template <class T>
struct PendulumCartesian {
  using Scalar = T;
  static constexpr int coordinates = 3, constraints = 2, invariant_count = 1;
  using Q = Vec<T, 3>;
  using L2 = Vec<T, 2>;
  PendulumData<T> data;

  bool conservative() const { return true; }
  void mass(const Q&, Mat<T, 3>& m) const {
    m.setZero();
    m(0, 0) = m(1, 1) = data.mass;
  }
  void force(const T&, const Q&, const Q&, Q& f) const { f << T(0), -data.mass * data.gravity, T(0); }
  void constraint(const T&, const Q& q, L2& g) const {
    using std::cos, std::sin;
    g << q[0] - data.length * sin(q[2]), q[1] + data.length * cos(q[2]);
  }
  void jacobian(const T&, const Q& q, Mat<T, 2, 3>& g) const {
    using std::cos, std::sin;
    g << T(1), T(0), -data.length * cos(q[2]), T(0), T(1), -data.length * sin(q[2]);
  }
  void bias(const T&, const Q& q, const Q& v, L2& gamma) const {
    using std::cos, std::sin;
    const T w2 = data.length * v[2] * v[2];
    gamma << w2 * sin(q[2]), -w2 * cos(q[2]);
  }
  void tangents(const T&, const Q& q, const Q&, const L2& lambda, Mat<T, 3>& k, Mat<T, 3>& d) const {
    using std::cos, std::sin;
    k.setZero(), d.setZero();
    k(2, 2) = -data.length * (sin(q[2]) * lambda[0] - cos(q[2]) * lambda[1]);
  }
  T energy(const T&, const Q& q, const Q& v) const {
    return data.mass * (v[0] * v[0] + v[1] * v[1]) / 2 + data.mass * data.gravity * q[1];
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const { out[0] = q[0], out[1] = q[1]; }
  void invariants(const T&, const Q& q, const Q&, Vec<T>& out) const { out[0] = q[0] * q[0] + q[1] * q[1]; }

  // With B diagonal and G = [I | g(θ)] the bordered system reduces to one division: λ = w_xy − B_xy (e − g_r z_θ),
  // (B_θ + g_cᵀ B_xy g_r) z_θ = w_θ − g_cᵀ (w_xy − B_xy e), where g_c and g_r belong to the columns and the rows.
  class Bordered {
   public:
    bool factor(const Mat<T, 3>& b, const Mat<T, 2, 3>& columns, const Mat<T, 2, 3>& rows) {
      using std::isfinite;
      bx = b(0, 0), by = b(1, 1), c = columns.col(2), r = rows.col(2);
      const T pivot = b(2, 2) + c[0] * bx * r[0] + c[1] * by * r[1];
      inverse = 1 / pivot;
      return pivot != 0 && isfinite(inverse);
    }
    void solve(Q& w, L2& e) const {
      const T lx = w[0] - bx * e[0], ly = w[1] - by * e[1];
      const T z = (w[2] - c[0] * lx - c[1] * ly) * inverse;
      w << e[0] - r[0] * z, e[1] - r[1] * z, z;
      e << lx + bx * r[0] * z, ly + by * r[1] * z;
    }

   private:
    T bx = 0, by = 0, inverse = 0;
    L2 c = L2::Zero(), r = L2::Zero();
  };
};

}  // namespace plumb
