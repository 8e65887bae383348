#pragma once
// The factorisation object of small systems: the whole matrix by LU, assembled from dense blocks.

#include <cassert>

#include "contract/system.hpp"
#include "numerics/lu.hpp"

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

  /// `positions` is G N; K, W and Z of `b` have their N already. G of the rows is `rows`. False: singular. Precondition:
  /// a stabilised blend has the room for it.
  template <class B, class G>
  bool factor(const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) {
    if (!blend.stabilised) {
      assemble(lu.matrix, b, rows, positions, blend);
      return lu.factor();
    }
    assert(wide.matrix.rows() == n + 2 * m);
    assemble(wide.matrix, b, rows, positions, blend);
    stabilise(b, positions, blend);
    return wide.factor();
  }

  /// The solution of the last matrix, in place of its right-hand sides: of velocities w, multipliers e and, stabilised, mu.
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
  template <class Matrix, class B, class G>
  void assemble(Matrix& to, const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) const {
    auto all = to.template topLeftCorner<nv, nv>(n, n);
    if (blend.stiffness != Scalar(0))
      combine(all, [&](auto&& x) {
        return -blend.damping * x(b.damping) - blend.stiffness * x(b.stiffness) + blend.mass * x(b.mass);
      });
    else if (blend.damping != Scalar(0))
      combine(all, [&](auto&& x) { return -blend.damping * x(b.damping) + blend.mass * x(b.mass); });
    else
      combine(all, [&](auto&& x) { return blend.mass * x(b.mass); });
    if (blend.identity != Scalar(0)) all.diagonal().array() += blend.identity;
    if constexpr (nl != 0) {
      to.bottomRightCorner(to.rows() - n, to.rows() - n).setZero();
      to.template block<nv, nl>(0, n, n, m) = b.jacobian.transpose().template cast<Scalar>();
      assemble_rows(to.template block<nl, nv>(n, 0, m, n), b, rows, positions, blend);
    }
  }

  template <class Rows, class B, class G>
  void assemble_rows(Rows to, const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend) const {
    const bool accelerations = blend.by_v != Scalar(0) || blend.by_q != Scalar(0), rates = blend.rate != Scalar(0);
    const bool in_position = blend.position != Scalar(0) && !blend.stabilised;
    if (accelerations && !rates && !in_position)
      combine(to, [&](auto&& x) {
        return blend.by_v * x(b.acceleration_by_v) + blend.by_q * x(b.acceleration_by_q) + blend.jacobian * x(rows);
      });
    else if (rates && !accelerations && !in_position)
      combine(to, [&](auto&& x) { return blend.jacobian * x(rows) + blend.rate * x(b.rate_by_q); });
    else if (in_position && !accelerations && !rates && blend.jacobian == Scalar(0))
      combine(to, [&](auto&& x) { return blend.position * x(positions); });
    else if (!accelerations && !rates && !in_position)
      combine(to, [&](auto&& x) { return blend.jacobian * x(rows); });
    else
      add_all_rows(to, b, rows, positions, blend, in_position);
  }

  template <class Rows, class B, class G>
  void add_all_rows(Rows& to, const B& b, const G& rows, const G& positions, const Blend<Scalar>& blend,
                    bool in_position) const {
    const Scalar position = in_position ? blend.position : Scalar(0);
    for (Eigen::Index j = 0; j < to.cols(); ++j)
      for (Eigen::Index i = 0; i < to.rows(); ++i)
        to(i, j) = blend.jacobian * rows(i, j) + position * positions(i, j) + blend.rate * b.rate_by_q(i, j) +
                   blend.by_v * b.acceleration_by_v(i, j) + blend.by_q * b.acceleration_by_q(i, j);
  }

  // Whole matrices where all is real, else entry by entry, as complex weights meet real blocks.
  template <class To, class Sum>
  static void combine(To& to, Sum sum) {
    if constexpr (!Eigen::NumTraits<Scalar>::IsComplex)
      to = sum([](const auto& block) -> const auto& { return block; });
    else
      for (Eigen::Index j = 0; j < to.cols(); ++j)
        for (Eigen::Index i = 0; i < to.rows(); ++i) to(i, j) = sum([&](const auto& block) { return block(i, j); });
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
