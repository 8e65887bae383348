#pragma once
// Particles on the unit sphere that repel each other and are damped. They come to rest in elliptic Fekete points, which
// maximise the product of their distances.
//
//   q = (p_1, .., p_n)   in space
//   p_i'' = Σ_{j≠i} (p_i − p_j)/|p_i − p_j|² − α p_i' − 2 λ_i p_i
//   Φ_i = |p_i|² − 1
//   E = Σ |p_i'|²/2 − Σ_{i<j} log |p_i − p_j|,   dE/dt = −α Σ |p_i'|²
//
// On the sphere p_i·(p_i − p_j) = |p_i − p_j|²/2, so λ_i = (n − 1)/4 + |p_i'|²/2; the multipliers of the source
// have the opposite sign. Every particle acts on all others, so the tangent matrices are dense.
//
// Sources: mazzia2008, problem Fekete, after Pardalos (1995), An open global optimization problem on the sphere, and
// Bendtsen & Thomsen (1999), Numerical solution of differential algebraic equations. These sources use the equations of
// the formulation `ggl` (Gear, Gupta & Leimkuhler). All quantities are dimensionless.

#include <cmath>

#include "contract/vector_space.hpp"
#include "problems/adapters/dense_factors.hpp"

namespace plumb {

template <class T_>
class ParticlesOnSphere : public VectorSpace<Vec<T_>> {
 public:
  using Scalar = T_;
  using T = T_;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  template <class Entry>
  using Factors = DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic>;

  ParticlesOnSphere(int particles, const T& damping, Form form)
      : n(particles), alpha(damping), level(form), work(3 * particles, particles), rows(work.jacobian) {}

  Sizes sizes() const { return {3 * n, 3 * n, n}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return true; }  // Φ'' is quadratic in v
  static constexpr bool solves_for_acceleration() { return false; }
  bool offers_blocks() const {
    constexpr int most_unknowns = 64;
    return 4 * n <= most_unknowns;
  }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) const {
    force(t, q, v, a);
    for (int i = 0; i < n; ++i) {
      const T square = dot(q, q, i);
      if (square == 0) return false;
      lambda[i] = (dot(q, a, i) + dot(v, v, i)) / (2 * square);
      for (int k = 3 * i; k < 3 * i + 3; ++k) a[k] -= 2 * lambda[i] * q[k];
    }
    return true;
  }
  void force(const T&, const Q& q, const V& v, V& f) const {
    for (int k = 0; k < 3 * n; ++k) f[k] = -alpha * v[k];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const auto [d, weight] = between(q, i, j);
        for (int k = 0; k < 3; ++k) {
          f[3 * i + k] += weight * d[k];
          f[3 * j + k] -= weight * d[k];
        }
      }
  }
  void momentum(const Q&, const V& v, V& p) const { p = v; }
  void reaction(const T&, const Q& q, const L& lambda, V& r) const {
    for (int k = 0; k < 3 * n; ++k) r[k] = 2 * lambda[k / 3] * q[k];
  }
  void constraint(const T&, const Q& q, L& phi) const {
    for (int i = 0; i < n; ++i) phi[i] = dot(q, q, i) - 1;
  }
  void constraint_rate(const T&, const Q& q, const V& v, L& rate) const {
    for (int i = 0; i < n; ++i) rate[i] = 2 * dot(q, v, i);
  }
  void constraint_acceleration(const T&, const Q& q, const V& v, const V& a, L& out) const {
    for (int i = 0; i < n; ++i) out[i] = 2 * (dot(v, v, i) + dot(q, a, i));
  }
  void constraint_bias(const T&, const Q&, const V& v, L& bias) const {
    for (int i = 0; i < n; ++i) bias[i] = 2 * dot(v, v, i);
  }

  void blocks(const T&, const State& x, BlocksOf<ParticlesOnSphere>& out) const {
    linearise(x, out);
    if (!imposes_velocities(level)) clear(out.rate_by_q);
    if (!imposes_accelerations(level)) {
      clear(out.acceleration_by_q);
      clear(out.acceleration_by_v);
    }
  }
  template <class Entry>
  Factors<Entry> factors() const {
    return Factors<Entry>(3 * n, n, is_stabilised(level));
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<ParticlesOnSphere>& point, const Blend<Entry>& b) {
    linearise(point.x, work);
    put_rows(point.q_rows ? *point.q_rows : point.x.q, T(2), rows);
    return f.factor(work, rows, rows, b);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e) const {
    f.solve(w, e);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) const {
    f.solve(w, e, mu);
  }

  bool conservative() const { return alpha == 0; }
  T energy(const T&, const Q& q, const V& v) const { return kinetic_energy(v) + potential_energy(q); }
  T power(const T&, const Q&, const V& v, const L&) const { return -2 * alpha * kinetic_energy(v); }
  /// The outputs are the position of the first particle, the kinetic and the potential energy.
  void outputs(const T&, const State& x, Vec<T>& out) const {
    for (int k = 0; k < 3; ++k) out[k] = x.q[k];
    out[3] = kinetic_energy(x.v);
    out[4] = potential_energy(x.q);
  }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  struct Between {
    std::array<T, 3> d;  // difference p_i − p_j
    T weight;            // 1/|d|²
  };
  static Between between(const Q& q, int i, int j) {
    Between out;
    T square = 0;
    for (int k = 0; k < 3; ++k) {
      const T d = q[3 * i + k] - q[3 * j + k];
      out.d[static_cast<std::size_t>(k)] = d;
      square += d * d;
    }
    out.weight = 1 / square;
    return out;
  }
  static T dot(const Vec<T>& a, const Vec<T>& b, int i) {
    T sum = 0;
    for (int k = 3 * i; k < 3 * i + 3; ++k) sum += a[k] * b[k];
    return sum;
  }
  void put_rows(const Vec<T>& x, const T& factor, Mat<T>& to) const {
    for (int k = 0; k < 3 * n; ++k) to(k / 3, k) = factor * x[k];
  }
  // Writes only the entries that depend on the state, and the diagonals of M and D; all other entries stay 0.
  void linearise(const State& x, BlocksOf<ParticlesOnSphere>& out) const {
    for (int k = 0; k < 3 * n; ++k) {
      out.mass(k, k) = 1;
      out.damping(k, k) = -alpha;
    }
    repel(x.q, out.stiffness);
    for (int k = 0; k < 3 * n; ++k) out.stiffness(k, k) -= 2 * x.lambda[k / 3];
    put_rows(x.q, T(2), out.jacobian);
    put_rows(x.v, T(2), out.rate_by_q);
    put_rows(x.a, T(2), out.acceleration_by_q);
    put_rows(x.v, T(4), out.acceleration_by_v);
  }
  // Computes ∂f/∂q: with d = p_i − p_j and w = 1/|d|², the derivative of w d by d is w 1 − 2 w² d dᵀ.
  void repel(const Q& q, Mat<T>& out) const {
    clear(out);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const auto [d, weight] = between(q, i, j);
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) {
            const T by = (k == l ? weight : T(0)) - 2 * weight * weight * d[k] * d[l];
            out(3 * i + k, 3 * i + l) += by;
            out(3 * j + k, 3 * j + l) += by;
            out(3 * i + k, 3 * j + l) = -by;
            out(3 * j + k, 3 * i + l) = -by;
          }
      }
  }
  T kinetic_energy(const V& v) const {
    T twice = 0;
    for (int k = 0; k < 3 * n; ++k) twice += v[k] * v[k];
    return twice / 2;
  }
  T potential_energy(const Q& q) const {
    using std::log;
    T sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) sum += log(between(q, i, j).weight);
    return sum / 2;
  }

  int n;
  T alpha;
  Form level;
  BlocksOf<ParticlesOnSphere> work;
  Mat<T> rows;
};

}  // namespace plumb
