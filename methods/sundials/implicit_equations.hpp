#pragma once
// A mechanical system as the implicit first-order equations F(t, y, y') = 0 required by general DAE solvers.
//
//   0 = θ' − θ'(θ, v)                      (ggl: + Gᵀ μ)
//   0 = M(q) v' + Gᵀ λ − f(t, q, v)
//   0 = Φ'', Φ', Φ or Φ'                   at index1, index2, index3 and ggl
//   0 = Φ                                  (ggl only)
//
// A nonholonomic row is Φ' instead of Φ, or μ = 0 in the last row of ggl.
//
// The unknowns are y = (θ, v, λ) or (θ, v, λ, μ), with q = q_c ⊞ θ in the chart around q_c, the configuration in the
// last call of `pack`. On vector spaces q_c is the origin: θ = q, θ' = v. The Jacobian is ∂F/∂y + c ∂F/∂y', exact
// except for ∂(Gᵀμ)/∂q: μ is zero at the solution. Source of ggl: Gear, Gupta & Leimkuhler 1985.

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
        flat(system.vector_space()),
        at(zero_state(system)),
        centre(at.q),
        theta(at.v),
        theta_rate(at.v),
        mu(at.lambda),
        work(at.v),
        row(at.lambda),
        rate_row(at.lambda),
        nonholonomic(system.sizes().nonholonomic) {}

  Eigen::Index velocities() const { return at.v.size(); }
  Eigen::Index constraints() const { return at.lambda.size(); }
  Eigen::Index size() const { return 2 * velocities() + (is_stabilised(form) ? 2 : 1) * constraints(); }
  /// Returns how often the equations have to be differentiated until they determine component i of y. A perturbation ε
  /// of the equations changes a component with k derivatives by ε/h^k.
  int derivative(Eigen::Index i) const {
    if (i < velocities() || imposes_accelerations(form)) return 0;
    const int of_velocity = imposes_velocities(form) ? 0 : 1;
    return i < 2 * velocities() ? of_velocity : of_velocity + 1;
  }
  bool multiplier(Eigen::Index i) const { return i >= 2 * velocities(); }

  /// Writes x into y and rate, and makes x.q the centre of the chart.
  void pack(const State& x, T* y, T* rate) {
    std::fill_n(y, size(), T(0));
    std::fill_n(rate, size(), T(0));
    if (flat)
      std::copy(x.q.begin(), x.q.end(), y);
    else
      centre = x.q;
    std::copy(x.lambda.begin(), x.lambda.end(), std::copy(x.v.begin(), x.v.end(), y + velocities()));
    std::copy(x.a.begin(), x.a.end(), std::copy(x.v.begin(), x.v.end(), rate));
  }
  void unpack(const T* y, const T* rate, State& x) {
    const auto n = velocities();
    theta = Eigen::Map<const typename S::V>(y, n);
    if (flat)
      std::copy_n(y, n, x.q.begin());
    else
      s.retract(centre, theta, x.q);
    std::copy_n(y + n, n, x.v.begin());
    std::copy_n(y + 2 * n, constraints(), x.lambda.begin());
    std::copy_n(rate + n, n, x.a.begin());
  }

  /// Returns the distortion of the chart at y: the largest entry of |T(θ) − 1|; 0 at its centre and on vector spaces.
  /// Precondition: the system offers blocks.
  T distortion(const T* y) {
    if (flat) return 0;
    theta = Eigen::Map<const typename S::V>(y, velocities());
    work = Eigen::Map<const typename S::V>(y + velocities(), velocities());
    auto& tangent = chart_at(work).tangent;
    tangent.diagonal().array() -= T(1);
    return tangent.cwiseAbs().maxCoeff();
  }

  void residual(const T& t, const T* y, const T* rate, T* out) {
    unpack(y, rate, at);
    work.setZero();
    if (is_stabilised(form)) {
      std::copy_n(y + size() - constraints(), constraints(), mu.begin());
      s.reaction(t, at.q, mu, work);
    }
    s.chart_rate(centre, theta, at.v, theta_rate);
    for (Eigen::Index i = 0; i < velocities(); ++i) *out++ = rate[i] - theta_rate[i] + work[i];
    out = balance(t, out);
    if (constraints() == 0) return;
    switch (form) {
      case Form::index1: s.constraint_acceleration(t, at.q, at.v, at.a, row); break;
      case Form::index3:
        s.constraint(t, at.q, row);
        take_nonholonomic(t);
        break;
      case Form::index2:
      case Form::ggl: s.constraint_rate(t, at.q, at.v, row); break;
      case Form::ode: break;
    }
    out = std::copy(row.begin(), row.end(), out);
    if (!is_stabilised(form)) return;
    s.constraint(t, at.q, row);
    row.tail(nonholonomic) = mu.tail(nonholonomic);
    std::copy(row.begin(), row.end(), out);
  }

  /// Writes into a matrix of zeros, column by column. Precondition: the system offers blocks.
  void jacobian(const T& t, const T& c, const T* y, const T* rate, T* out) {
    unpack(y, rate, at);
    const auto n = velocities(), m = constraints();
    if (!linearisation) linearisation.emplace(static_cast<int>(n), static_cast<int>(m));
    auto& blocks = *linearisation;
    s.blocks(t, at, blocks);
    Eigen::Map<Mat<T>> j(out, size(), size());
    j.block(0, n, n, n).diagonal().setConstant(-1);
    if (!flat) {
      chart_at(at.v);
      j.block(0, 0, n, n) = -chart->rate_by_theta;
      j.block(0, n, n, n) = -chart->rate_by_v;
    }
    j.block(0, 0, n, n).diagonal().array() += c;
    j.block(n, 0, n, n) = -blocks.stiffness;
    j.block(n, n, n, n) = c * blocks.mass - blocks.damping;
    if (m != 0) constrain(c, j);
    if (!flat) j.block(n, 0, size() - n, n) *= chart->tangent;  // derivatives by q are along δ = T dθ
  }

 private:
  void constrain(const T& c, Eigen::Map<Mat<T>>& j) const {
    const auto n = velocities(), m = constraints();
    const auto& blocks = *linearisation;
    j.block(n, 2 * n, n, m) = blocks.jacobian.transpose();
    auto by_q = j.block(2 * n, 0, m, n), by_v = j.block(2 * n, n, m, n);
    switch (form) {
      case Form::index1:
        by_q = blocks.acceleration_by_q;
        by_v = c * blocks.jacobian + blocks.acceleration_by_v;
        break;
      case Form::index3:
        by_q = blocks.jacobian;
        by_q.bottomRows(nonholonomic) = blocks.rate_by_q.bottomRows(nonholonomic);
        by_v.bottomRows(nonholonomic) = blocks.jacobian.bottomRows(nonholonomic);
        break;
      case Form::index2:
      case Form::ggl:
        by_q = blocks.rate_by_q;
        by_v = blocks.jacobian;
        break;
      case Form::ode: break;
    }
    if (!is_stabilised(form)) return;
    j.block(0, 2 * n + m, n, m) = blocks.jacobian.transpose();
    j.block(2 * n + m, 0, m - nonholonomic, n) = blocks.jacobian.topRows(m - nonholonomic);
    j.bottomRightCorner(nonholonomic, nonholonomic).setIdentity();
  }

  // Replaces the rows without positions by rows of velocities.
  void take_nonholonomic(const T& t) {
    if (nonholonomic == 0) return;
    s.constraint_rate(t, at.q, at.v, rate_row);
    row.tail(nonholonomic) = rate_row.tail(nonholonomic);
  }

  /// The chart's derivatives at θ.
  ChartBlocksOf<S>& chart_at(const typename S::V& v) {
    if (!chart) chart.emplace(static_cast<int>(velocities()));
    s.chart_blocks(centre, theta, v, *chart);
    return *chart;
  }

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
  bool flat;  // whether configurations are a vector space
  State at;
  typename S::Q centre;
  typename S::V theta, theta_rate;
  typename S::L mu;
  typename S::V work;
  typename S::L row, rate_row;
  Eigen::Index nonholonomic;                 // number of nonholonomic rows
  std::optional<BlocksOf<S>> linearisation;  // only for systems with dense blocks: large systems have no memory for it
  std::optional<ChartBlocksOf<S>> chart;
};

}  // namespace plumb
