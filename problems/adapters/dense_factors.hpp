#pragma once
// The factorisation object of small systems: the whole matrix by LU, assembled from dense blocks.

#include <cassert>

#include "contract/system.hpp"
#include "numerics/lu.hpp"

namespace plumb {

/// The size is fixed at compile time, except for stabilised blends. nl == 0: a system without constraints.
template <class Scalar, int nv, int nl>
class DenseFactors {
  static constexpr int size = nv == Eigen::Dynamic || nl == Eigen::Dynamic ? Eigen::Dynamic : nv + nl;

 public:
  /// `stabilised` reserves memory for the third block of unknowns, the multipliers μ of stabilised forms.
  DenseFactors(int velocities, int constraints, bool stabilised = false, int nonholonomic_rows = 0)
      : n(velocities),
        m(constraints),
        nonholonomic(nonholonomic_rows),
        lu(velocities + constraints),
        wide(stabilised ? velocities + 2 * constraints : 0),
        z(zeros<Vec<Scalar, size>>(velocities + constraints)),
        wide_z(zeros<Vec<Scalar>>(wide.matrix.rows())) {}

  /// `positions` is G N; K, W and Z in `b` must already be multiplied by N. `rows` is the G of the constraint rows,
  /// which may be evaluated at another point. Returns false if the matrix is singular. Precondition of a stabilised
  /// blend: the constructor received `stabilised`.
  template <class B, class G>
  bool factor(const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) {
    if (!blend.stabilised) return lu.factor([&] { assemble(lu.matrix, b, rows, positions, blend); });
    assert(wide.matrix.rows() == n + 2 * m);
    return wide.factor([&] {
      assemble(wide.matrix, b, rows, positions, blend);
      stabilise(b, positions, blend);
    });
  }

  /// Replaces the right-hand sides by the solution with the last matrix: velocities w, multipliers e and, for a
  /// stabilised blend, mu.
  template <class W, class E>
  void solve(W& w, E& e) {
    put(w, z, 0);
    if constexpr (nl != 0) put(e, z, n);
    lu.solve(z);
    take(w, z, 0);
    if constexpr (nl != 0) take(e, z, n);
  }
  template <class W, class E>
  void solve(W& w, E& e, E& mu) {
    if constexpr (nl != 0) {
      put(w, wide_z, 0);
      put(e, wide_z, n);
      put(mu, wide_z, n + m);
      wide.solve(wide_z);
      take(w, wide_z, 0);
      take(e, wide_z, n);
      take(mu, wide_z, n + m);
    }
  }

 private:
  static int velocities(int n) { return nv == Eigen::Dynamic ? n : nv; }
  static int constraints(int m) { return nl == Eigen::Dynamic ? m : nl; }

  template <class Part, class Whole>
  static void put(const Part& from, Whole& to, int first) {
    for (Eigen::Index i = 0; i < from.size(); ++i) to[first + i] = from[i];
  }
  template <class Part, class Whole>
  static void take(Part& to, const Whole& from, int first) {
    for (Eigen::Index i = 0; i < to.size(); ++i) to[i] = from[first + i];
  }

  // Assembles entry by entry: each matrix expression would instantiate a dozen types for every size.
  template <class Matrix, class B, class G>
  void assemble(Matrix& to, const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) const {
    if (blend.stiffness != Scalar(0))
      fill_velocities(to, [&](int i, int j) {
        return -blend.damping * b.damping(i, j) - blend.stiffness * b.stiffness(i, j) + blend.mass * b.mass(i, j);
      });
    else if (blend.damping != Scalar(0))
      fill_velocities(to, [&](int i, int j) { return -blend.damping * b.damping(i, j) + blend.mass * b.mass(i, j); });
    else
      fill_velocities(to, [&](int i, int j) { return blend.mass * b.mass(i, j); });
    if (blend.identity != Scalar(0))
      for (int i = 0; i < velocities(n); ++i) to(i, i) += blend.identity;
    if constexpr (nl != 0) {
      for (Eigen::Index j = velocities(n); j < to.cols(); ++j)
        for (Eigen::Index i = velocities(n); i < to.rows(); ++i) to(i, j) = Scalar(0);
      for (int j = 0; j < constraints(m); ++j)
        for (int i = 0; i < velocities(n); ++i) to(i, velocities(n) + j) = b.jacobian(j, i);
      assemble_rows(to, b, rows, positions, blend);
      assemble_nonholonomic_rows(to, b, rows, blend);
    }
  }

  template <class Matrix, class B, class G>
  void assemble_nonholonomic_rows(Matrix& to, const B& b, const G& rows, const Blend<Scalar>& blend) const {
    for (int j = 0; j < velocities(n); ++j)
      for (int i = constraints(m) - nonholonomic; i < constraints(m); ++i)
        to(velocities(n) + i, j) = blend.of_velocity * rows(i, j) + blend.rate_of_velocity * b.rate_by_q(i, j) +
                                   blend.by_v * b.acceleration_by_v(i, j) + blend.by_q * b.acceleration_by_q(i, j);
  }

  template <class Matrix, class B, class G>
  void assemble_rows(Matrix& to, const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) const {
    const bool accelerations = blend.by_v != Scalar(0) || blend.by_q != Scalar(0), rates = blend.rate != Scalar(0);
    const bool in_position = blend.position != Scalar(0) && !blend.stabilised;
    if (accelerations && !rates && !in_position)
      fill_rows(to, [&](int i, int j) {
        return blend.by_v * b.acceleration_by_v(i, j) + blend.by_q * b.acceleration_by_q(i, j) +
               blend.jacobian * rows(i, j);
      });
    else if (rates && !accelerations && !in_position)
      fill_rows(to, [&](int i, int j) { return blend.jacobian * rows(i, j) + blend.rate * b.rate_by_q(i, j); });
    else if (in_position && !accelerations && !rates && blend.jacobian == Scalar(0))
      fill_rows(to, [&](int i, int j) { return blend.position * positions(i, j); });
    else if (!accelerations && !rates && !in_position)
      fill_rows(to, [&](int i, int j) { return blend.jacobian * rows(i, j); });
    else
      fill_rows(to, [&](int i, int j) {
        const Scalar position = in_position ? blend.position : Scalar(0);
        return blend.jacobian * rows(i, j) + position * positions(i, j) + blend.rate * b.rate_by_q(i, j) +
               blend.by_v * b.acceleration_by_v(i, j) + blend.by_q * b.acceleration_by_q(i, j);
      });
  }

  template <class Matrix, class Entry>
  void fill_velocities(Matrix& to, Entry entry) const {
    for (int j = 0; j < velocities(n); ++j)
      for (int i = 0; i < velocities(n); ++i) to(i, j) = entry(i, j);
  }
  template <class Matrix, class Entry>
  void fill_rows(Matrix& to, Entry entry) const {
    for (int j = 0; j < velocities(n); ++j)
      for (int i = 0; i < constraints(m); ++i) to(velocities(n) + i, j) = entry(i, j);
  }

  template <class B, class G>
  void stabilise(const B& b, const G& positions, const Blend<Scalar>& blend) {
    if constexpr (nl != 0) {
      auto& to = wide.matrix;
      const auto multiply = [&](const auto& block, int k, const auto& g, int i) {  // (block · Gᵀ)(k, i)
        std::decay_t<decltype(g(0, 0))> sum(0);
        for (int j = 0; j < n; ++j) sum += block(k, j) * g(i, j);
        return sum;
      };
      for (int i = 0; i < m; ++i) {
        for (int k = 0; k < n; ++k) to(k, n + m + i) = blend.mu_force * multiply(b.stiffness, k, b.jacobian, i);
        for (int k = 0; k < m; ++k) {
          to(n + k, n + m + i) = -blend.mu_rate * multiply(b.rate_by_q, k, b.jacobian, i);
          to(n + m + k, n + m + i) = -blend.mu_position * multiply(positions, k, b.jacobian, i);
        }
      }
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) to(n + m + i, j) = blend.position * positions(i, j);
      for (int i = m - nonholonomic; i < m; ++i) {
        to.row(n + m + i).setZero();
        to.col(n + m + i).setZero();
        to(n + m + i, n + m + i) = Scalar(1);
      }
    }
  }

  int n, m, nonholonomic;
  Lu<Scalar, size> lu;
  Lu<Scalar> wide;
  Vec<Scalar, size> z;
  Vec<Scalar> wide_z;
};

}  // namespace plumb
