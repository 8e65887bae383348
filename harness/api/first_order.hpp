#pragma once
// Converts the equations of a system to one system of first order, F(t, y, y') = 0, with y = (q, v, λ), or (q, v, λ, μ)
// for GGL:
//
//   q' − E(q) u = 0              u = v, with GGL v − Gᵀ μ; E = 1 on vector spaces
//   M v' − f + Gᵀ λ = 0
//   Φ = 0, Φ' = 0 or Φ'' = 0     depending on the form; nonholonomic rows constrain v, or v' in index 1
//   Φ' = 0                       only with GGL; replaced by μ = 0 for a nonholonomic row
//
// Rotations are unit quaternions in q and body angular velocities in v: E(q) ω = q (0, ω)/2, a product of quaternions.
// If there are no constraints, or if they are imposed on accelerations, there is also an explicit form y' = F(t, y)
// with y = (q, v).

#include <span>
#include <vector>

#include "contract/erasure.hpp"
#include "numerics/so3.hpp"
#include "problems/parts.hpp"

namespace plumb {

/// The sizes of the consecutive parts of y.
struct FirstOrderLayout {
  int q = 0, v = 0, lambda = 0, mu = 0;

  int size() const { return q + v + lambda + mu; }
};

inline FirstOrderLayout first_order_layout(const Sizes& sizes, Form form) {
  return {sizes.q, sizes.v, sizes.lambda, form == Form::ggl ? sizes.lambda : 0};
}

/// Evaluates the equations with the scalar T. Not thread-safe, because its system is not.
template <class T>
class FirstOrder {
 public:
  using Numbers = std::span<T>;
  using Given = std::span<const T>;

  /// `rotations` are the parts of the configuration that are quaternions.
  FirstOrder(AnySystem<T> of, std::vector<Part> rotations)
      : s(std::move(of)),
        rotations_(std::move(rotations)),
        x(zero_state(s)),
        yp(zero_state(s)),
        u(x.v),
        r(x.v),
        e(x.lambda) {}

  AnySystem<T>& system() { return s; }
  FirstOrderLayout layout() const { return first_order_layout(s.sizes(), s.form()); }

  /// dy ← y' for y = (q, v). Returns false if the matrix [M Gᵀ; G 0] of the index-1 equations is singular at y.
  bool rhs(const T& t, Given y, Numbers dy) {
    take(y.data(), x.q);
    take(y.data() + x.q.size(), x.v);
    if (!s.acceleration(t, x.q, x.v, r, e)) return false;
    put(r, dy.data() + x.q.size());
    move(x.v, dy.data());
    return true;
  }

  /// out ← F(t, y, y').
  void residual(const T& t, Given y, Given dy, Numbers out) {
    const auto [nq, nv, nl, nmu] = layout();
    take(y.data(), x.q);
    take(y.data() + nq, x.v);
    take(y.data() + nq + nv, x.lambda);
    take(dy.data() + nq, yp.v);
    u = x.v;
    if (nmu > 0) {
      take(y.data() + nq + nv + nl, e);
      s.reaction(t, x.q, e, r);
      u -= r;
    }
    move(u, out.data());
    for (int i = 0; i < nq; ++i) out[i] = dy[i] - out[i];
    balance(t, out.data() + nq);
    constraints(t, out.data() + nq + nv, y.data() + nq + nv + nl);
  }

  /// out ← E(q) u, the rate of the coordinates for the velocity u, at the q of the last state.
  void move(const Vec<T>& velocity, T* out) {
    const Vec<T> none = Vec<T>::Zero(velocity.size());
    s.chart_rate(x.q, none, velocity, of_chart);
    if (rotations_.empty()) return put(of_chart, out);
    int at = 0;  // index in v
    for (int i = 0; i < x.q.size();) {
      const auto* part = rotation_at(i);
      if (!part) {
        out[i++] = of_chart[at++];
        continue;
      }
      const so3::Quaternion<T> attitude = x.q.template segment<4>(i);
      so3::Quaternion<T> turning;
      turning << T(0), of_chart[at] / 2, of_chart[at + 1] / 2, of_chart[at + 2] / 2;
      const so3::Quaternion<T> rate = so3::product<T>(attitude, turning);
      for (int k = 0; k < 4; ++k) out[i + k] = rate[k];
      i += 4;
      at += 3;
    }
  }

 private:
  const Part* rotation_at(int place) const {
    for (const auto& part : rotations_)
      if (part.q.first == place) return &part;
    return nullptr;
  }
  static void take(const T* from, Vec<T>& to) {
    for (Eigen::Index i = 0; i < to.size(); ++i) to[i] = from[i];
  }
  static void put(const Vec<T>& from, T* to) {
    for (Eigen::Index i = 0; i < from.size(); ++i) to[i] = from[i];
  }

  void balance(const T& t, T* out) {
    s.momentum(x.q, yp.v, r);
    put(r, out);
    s.force(t, x.q, x.v, r);
    for (Eigen::Index i = 0; i < r.size(); ++i) out[i] -= r[i];
    if (x.lambda.size() == 0) return;
    s.reaction(t, x.q, x.lambda, r);
    for (Eigen::Index i = 0; i < r.size(); ++i) out[i] += r[i];
  }

  void constraints(const T& t, T* out, const T* mu) {
    const auto nl = x.lambda.size();
    if (nl == 0) return;
    const auto first_of_velocities = nl - s.sizes().nonholonomic;
    const auto put_from = [&](Eigen::Index first, T* to) {
      for (auto i = first; i < nl; ++i) to[i] = e[i];
    };
    if (s.form() == Form::index1) {
      s.constraint_acceleration(t, x.q, x.v, yp.v, e);
      return put_from(0, out);
    }
    if (imposes_positions(s.form())) {
      s.constraint(t, x.q, e);
      put_from(0, out);
    }
    s.constraint_rate(t, x.q, x.v, e);
    put_from(s.form() == Form::index2 ? 0 : first_of_velocities, out);
    if (s.form() != Form::ggl) return;
    put_from(0, out + nl);
    for (auto i = first_of_velocities; i < nl; ++i) out[nl + i] = mu[i];
  }

  AnySystem<T> s;
  std::vector<Part> rotations_;
  typename AnySystem<T>::State x, yp;  // workspace; only v' of `yp` is used
  Vec<T> u, r;
  Vec<T> e;
  Vec<T> of_chart = r;
};

}  // namespace plumb
