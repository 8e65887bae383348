#pragma once
// A simple pendulum: a point mass on a massless rod.
//
// Source: IFToMM multibody benchmark A01; fernandez2024, sections 3 and 8.

#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"
#include "problems/sine_cosine.hpp"

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

// Minimal coordinate θ, the angle from the horizontal:  θ'' = −(g/L) cos θ
template <class T>
struct PendulumAngle {
  using Scalar = T;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<T, 1>;
  PendulumData<T> data;

  bool velocity_dependent() const { return false; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q&, Q& a) const {
    a[0] = -(data.gravity / data.length) * cosine_of(q[0]);
  }
  void stiffness(const T&, const Q& q, const Q&, Mat<T, 1>& k) const {
    k(0, 0) = data.gravity / data.length * sine_of(q[0]);
  }
  void damping(const T&, const Q&, const Q&, Mat<T, 1>& d) const { d(0, 0) = 0; }
  T energy(const T&, const Q& q, const Q& v) const {
    const auto& [L, m, g] = data;
    return m * L * L * v[0] * v[0] / 2 + m * g * L * sine_of(q[0]);
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const {
    out[0] = data.length * cosine_of(q[0]);
    out[1] = data.length * sine_of(q[0]);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}
};

// Redundant coordinates q = (x, y, θ), with θ from the downward vertical, without moment of inertia:
//   M = diag(m, m, 0),  f = (0, −m g, 0),  Φ = (x − L sin θ, y + L cos θ)
template <class T>
struct PendulumCartesian {
  using Scalar = T;
  static constexpr int coordinates = 3, constraints = 2, invariant_count = 1;
  using Q = Vec<T, 3>;
  using L2 = Vec<T, 2>;
  PendulumData<T> data;
  mutable SineCosine<T> trigonometry = {};

  bool conservative() const { return true; }
  void mass(const Q&, Mat<T, 3>& m) const {
    m.setZero();
    m(0, 0) = m(1, 1) = data.mass;
  }
  void momentum(const Q&, const Q& v, Q& p) const { p << data.mass * v[0], data.mass * v[1], T(0); }
  void force(const T&, const Q&, const Q&, Q& f) const { f << T(0), -data.mass * data.gravity, T(0); }
  void constraint(const T&, const Q& q, L2& g) const {
    const auto& angle = trigonometry.at(q[2]);
    g << q[0] - data.length * angle.sine, q[1] + data.length * angle.cosine;
  }
  void jacobian(const T&, const Q& q, Mat<T, 2, 3>& g) const {
    const auto& angle = trigonometry.at(q[2]);
    g << T(1), T(0), -data.length * angle.cosine, T(0), T(1), -data.length * angle.sine;
  }
  void bias(const T&, const Q& q, const Q& v, L2& gamma) const {
    const auto& angle = trigonometry.at(q[2]);
    const T w2 = data.length * v[2] * v[2];
    gamma << w2 * angle.sine, -w2 * angle.cosine;
  }
  void tangents(const T&, const Q& q, const Q&, const Q&, const L2& lambda, Mat<T, 3>& k, Mat<T, 3>& d) const {
    const auto& angle = trigonometry.at(q[2]);
    k.setZero();
    d.setZero();
    k(2, 2) = -data.length * (angle.sine * lambda[0] - angle.cosine * lambda[1]);
  }
  void jacobian_tangent(const T&, const Q& q, const Q& w, Mat<T, 2, 3>& k) const {
    const auto& angle = trigonometry.at(q[2]);
    k.setZero();
    k(0, 2) = data.length * angle.sine * w[2];
    k(1, 2) = -data.length * angle.cosine * w[2];
  }
  void bias_tangents(const T&, const Q& q, const Q& v, Mat<T, 2, 3>& by_q, Mat<T, 2, 3>& by_v) const {
    const auto& angle = trigonometry.at(q[2]);
    const T w = data.length * v[2];
    by_q.setZero();
    by_v.setZero();
    by_q(0, 2) = w * v[2] * angle.cosine;
    by_q(1, 2) = w * v[2] * angle.sine;
    by_v(0, 2) = 2 * w * angle.sine;
    by_v(1, 2) = -2 * w * angle.cosine;
  }
  T energy(const T&, const Q& q, const Q& v) const {
    return data.mass * (v[0] * v[0] + v[1] * v[1]) / 2 + data.mass * data.gravity * q[1];
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const {
    out[0] = q[0];
    out[1] = q[1];
  }
  void invariants(const T&, const Q& q, const Q&, Vec<T>& out) const { out[0] = q[0] * q[0] + q[1] * q[1]; }

  // With a diagonal B and G = [I | g(θ)] the bordered system reduces to one division: λ = w_xy − B_xy (e − g_r z_θ),
  // (B_θ + g_cᵀ B_xy g_r) z_θ = w_θ − g_cᵀ (w_xy − B_xy e), where g_c is from G in the columns (Gᵀ), and g_r from G in
  // the constraint rows.
  class Bordered {
   public:
    bool factor(const PendulumCartesian& model, const Q& q, const L2& lambda, const Blend<T>& b, const Q& q_rows) {
      using std::isfinite;
      const T L = model.data.length;
      const auto& angle = model.trigonometry.at(q_rows[2]);  // first: the constraint has just evaluated it
      rx = -L * angle.cosine;
      ry = -L * angle.sine;
      model.trigonometry.at(q[2]);
      cx = -L * angle.cosine;
      cy = -L * angle.sine;
      b_xy = b.mass * model.data.mass + b.identity;
      T b_theta = b.identity;
      if (b.stiffness != 0) b_theta -= b.stiffness * (cy * lambda[0] - cx * lambda[1]);
      inverse = 1 / (b_theta + b_xy * (cx * rx + cy * ry));
      return isfinite(inverse);
    }
    void solve(Q& w, L2& e) const {
      const T lx = w[0] - b_xy * e[0], ly = w[1] - b_xy * e[1];
      const T z = (w[2] - cx * lx - cy * ly) * inverse;
      w << e[0] - rx * z, e[1] - ry * z, z;
      e << lx + b_xy * rx * z, ly + b_xy * ry * z;
    }

   private:
    T b_xy = 0;                        // element B_xy: a mass [kg] times the weight of M in B
    T inverse = 0;                     // 1/(B_θ + g_cᵀ B_xy g_r) [1/(kg m²)], with the same weight
    T cx = 0, cy = 0, rx = 0, ry = 0;  // vectors g_c and g_r [m]
  };
};

}  // namespace plumb
