#pragma once
// The factorisation object of small systems: the whole matrix by LU, assembled from dense blocks.

#include "contract/lu.hpp"
#include "contract/system.hpp"

namespace plumb {

/// Of fixed size, except with `stabilised`. nl == 0: no constraints known to the compiler.
template <class Scalar, int nv, int nl>
class DenseFactors {
  static constexpr int size = nv == Eigen::Dynamic || nl == Eigen::Dynamic ? Eigen::Dynamic : nv + nl;

 public:
  /// `stabilised`: room for the third block of unknowns.
  DenseFactors(int velocities, int constraints, bool stabilised = false)
      : n(velocities),
        m(constraints),
        lu(velocities + constraints),
        wide(stabilised ? velocities + 2 * constraints : 0),
        z(Vec<Scalar, size>::Zero(velocities + constraints)),
        wide_z(Vec<Scalar>::Zero(wide.matrix.rows())) {}

  /// `positions` is G N; K, W and Z of `b` have their N already. G of the rows is `rows`. False: singular.
  template <class B, class G>
  bool factor(const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) {
    if (!blend.stabilised) {
      assemble(lu.matrix, b, rows, positions, blend);
      return lu.factor();
    }
    assemble(wide.matrix, b, rows, positions, blend);
    stabilise(b, positions, blend);
    return wide.factor();
  }

  template <class W, class E>
  void solve(W& w, E& e) {
    z.head(n) = w;
    if constexpr (nl != 0) z.tail(m) = e;
    lu.solve(z);
    w = z.head(n);
    if constexpr (nl != 0) e = z.tail(m);
  }
  template <class W, class E>
  void solve(W& w, E& e, E& mu) {
    if constexpr (nl != 0) {
      wide_z.head(n) = w;
      wide_z.segment(n, m) = e;
      wide_z.tail(m) = mu;
      wide.solve(wide_z);
      w = wide_z.head(n);
      e = wide_z.segment(n, m);
      mu = wide_z.tail(m);
    }
  }

 private:
  // Entry by entry, as complex weights meet real blocks.
  template <class Matrix, class B, class G>
  void assemble(Matrix& to, const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) const {
    const bool tangents = blend.has_tangents();
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        Scalar entry = blend.mass * b.mass(i, j);
        if (tangents) entry = -blend.damping * b.damping(i, j) - blend.stiffness * b.stiffness(i, j) + entry;
        to(i, j) = entry;
      }
    if (blend.identity != Scalar(0)) to.diagonal().head(n).array() += blend.identity;
    if constexpr (nl != 0) {
      to.bottomRightCorner(to.rows() - n, to.rows() - n).setZero();
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          to(j, n + i) = Scalar(b.jacobian(i, j));
          to(n + i, j) = row(b, rows, positions, blend, i, j);
        }
    }
  }

  template <class B, class G>
  static Scalar row(const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend, int i, int j) {
    if (blend.by_v != Scalar(0) || blend.by_q != Scalar(0))
      return blend.by_v * b.acceleration_by_v(i, j) + blend.by_q * b.acceleration_by_q(i, j) +
             blend.jacobian * rows(i, j);
    if (blend.rate != Scalar(0)) return blend.jacobian * rows(i, j) + blend.rate * b.rate_by_q(i, j);
    if (blend.position != Scalar(0) && !blend.stabilised) return blend.position * positions(i, j);
    return blend.jacobian * rows(i, j);
  }

  template <class B, class G>
  void stabilise(const B& b, const G& positions, const Blend<Scalar>& blend) {
    if constexpr (nl != 0) {
      auto& to = wide.matrix;
      const auto multiply = [&](const auto& block, int k, const auto& g, int i) {  // row k of block · Gᵀ, column i
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
    }
  }

  int n, m;
  Lu<Scalar, size> lu;
  Lu<Scalar> wide;
  Vec<Scalar, size> z;
  Vec<Scalar> wide_z;
};

}  // namespace plumb
