#pragma once
// A mechanical system as the implicit first-order equations F(t, y, y') = 0 that general solvers of DAEs take.
//
//   0 = q' − v                             (ggl: + Gᵀ μ)
//   0 = M(q) v' + Gᵀ λ − f(t, q, v)
//   0 = Φ'', Φ', Φ or Φ'                   at index1, index2, index3 and ggl
//   0 = Φ                                  (ggl only)
//
// with y = (q, v, λ) or (q, v, λ, μ). The Jacobian is ∂F/∂y + c ∂F/∂y', exact but for ∂(Gᵀμ)/∂q: μ is zero at the
// solution. Source of the last form: Gear, Gupta & Leimkuhler 1985.

#include <algorithm>
#include <optional>

#include "contract/method.hpp"

namespace plumb {

template <class S>
class ImplicitEquations {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  explicit ImplicitEquations(S& system)
      : s(system),
        form(system.sizes().lambda == 0 ? Form::index1 : system.form()),
        at(zero_state(system)),
        mu(at.lambda),
        work(at.v),
        row(at.lambda) {}

  Eigen::Index positions() const { return at.q.size(); }
  Eigen::Index velocities() const { return at.v.size(); }
  Eigen::Index constraints() const { return at.lambda.size(); }
  Eigen::Index size() const { return 2 * velocities() + (is_stabilised(form) ? 2 : 1) * constraints(); }
  /// How often the equations have to be differentiated before they determine component i of y. A perturbation ε of the
  /// equations changes a component with k derivatives by ε/h^k.
  int derivative(Eigen::Index i) const {
    if (i < positions() || imposes_accelerations(form)) return 0;
    const int of_velocity = imposes_velocities(form) ? 0 : 1;
    return i < positions() + velocities() ? of_velocity : of_velocity + 1;
  }
  bool multiplier(Eigen::Index i) const { return i >= positions() + velocities(); }

  void pack(const State& x, T* y, T* rate) const {
    std::fill_n(y, size(), T(0));
    std::fill_n(rate, size(), T(0));
    std::copy(x.lambda.begin(), x.lambda.end(),
              std::copy(x.v.begin(), x.v.end(), std::copy_n(x.q.data(), positions(), y)));
    std::copy(x.a.begin(), x.a.end(), std::copy(x.v.begin(), x.v.end(), rate));
  }
  void unpack(const T* y, const T* rate, State& x) const {
    std::copy_n(y, positions(), x.q.begin());
    y += positions();
    std::copy_n(y, velocities(), x.v.begin());
    y += velocities();
    std::copy_n(y, constraints(), x.lambda.begin());
    std::copy_n(rate + positions(), velocities(), x.a.begin());
  }

  void residual(const T& t, const T* y, const T* rate, T* out) {
    unpack(y, rate, at);
    work.setZero();
    if (is_stabilised(form)) {
      std::copy_n(y + size() - constraints(), constraints(), mu.begin());
      s.reaction(t, at.q, mu, work);
    }
    for (Eigen::Index i = 0; i < positions(); ++i) *out++ = rate[i] - at.v[i] + work[i];
    out = balance(t, out);
    if (constraints() == 0) return;
    switch (form) {
      case Form::index1: s.constraint_acceleration(t, at.q, at.v, at.a, row); break;
      case Form::index3: s.constraint(t, at.q, row); break;
      case Form::index2:
      case Form::ggl: s.constraint_rate(t, at.q, at.v, row); break;
      case Form::ode: break;
    }
    out = std::copy(row.begin(), row.end(), out);
    if (!is_stabilised(form)) return;
    s.constraint(t, at.q, row);
    std::copy(row.begin(), row.end(), out);
  }

  /// Into a matrix of zeros, column by column. Precondition: the system offers blocks.
  void jacobian(const T& t, const T& c, const T* y, const T* rate, T* out) {
    unpack(y, rate, at);
    const auto n = velocities(), m = constraints();
    if (!linearisation) linearisation.emplace(static_cast<int>(n), static_cast<int>(m));
    auto& blocks = *linearisation;
    s.blocks(t, at, blocks);
    Eigen::Map<Mat<T>> j(out, size(), size());
    for (Eigen::Index i = 0; i < n; ++i) {
      j(i, i) = c;
      j(i, n + i) = -1;
    }
    j.block(n, 0, n, n) = -blocks.stiffness;
    j.block(n, n, n, n) = c * blocks.mass - blocks.damping;
    if (m == 0) return;
    j.block(n, 2 * n, n, m) = blocks.jacobian.transpose();
    auto by_q = j.block(2 * n, 0, m, n), by_v = j.block(2 * n, n, m, n);
    switch (form) {
      case Form::index1:
        by_q = blocks.acceleration_by_q;
        by_v = c * blocks.jacobian + blocks.acceleration_by_v;
        break;
      case Form::index3: by_q = blocks.jacobian; break;
      case Form::index2:
      case Form::ggl:
        by_q = blocks.rate_by_q;
        by_v = blocks.jacobian;
        break;
      case Form::ode: break;
    }
    if (!is_stabilised(form)) return;
    j.block(0, 2 * n + m, n, m) = blocks.jacobian.transpose();
    j.block(2 * n + m, 0, m, n) = blocks.jacobian;
  }

 private:
  T* balance(const T& t, T* out) {
    s.momentum(at.q, at.a, work);
    std::copy(work.begin(), work.end(), out);
    s.reaction(t, at.q, at.lambda, work);
    for (Eigen::Index i = 0; i < work.size(); ++i) out[i] += work[i];
    s.force(t, at.q, at.v, work);
    for (const T& component : work) *out++ -= component;
    return out;
  }

  S& s;
  Form form;
  State at;
  typename S::L mu;
  typename S::V work;
  typename S::L row;
  std::optional<BlocksOf<S>> linearisation;  // only of systems that offer it: large ones have no room for one
};

}  // namespace plumb
