#pragma once
// Baumgarte's stabilisation (Comput. Methods Appl. Mech. Eng. 1, 1972, 1-16) of any system with constraints: the
// equations of index 1 with
//
//   Φ'' + 2α Φ' + β² Φ = 0,   nonholonomic rows  (G v + ∂Φ/∂t)' + α (G v + ∂Φ/∂t) = 0     α, β [1/s]
//
// instead of Φ'' = 0. A constraint error then decays like e^(-α t), critically damped if α = β. On the exact motion all
// rows vanish, so the exact solution is the same.

#include <utility>

#include "contract/erasure.hpp"

namespace plumb {

template <class T>
struct BaumgarteRates {
  T alpha = 0, beta = 0;  // 1/s
};

template <class T>
class Baumgarte : public ErasedSystem<T> {
  using Plain = ErasedSystem<T>;

 public:
  using typename Plain::L;
  using typename Plain::Point;
  using typename Plain::Q;
  using typename Plain::State;
  using typename Plain::V;

  /// Both arguments are the same system: the first imposes constraints on accelerations, the second on velocities.
  Baumgarte(Plain at_accelerations, Plain at_velocities, const BaumgarteRates<T>& rates)
      : Plain(std::move(at_accelerations)),
        velocity_level(std::move(at_velocities)),
        counts(Plain::sizes()),
        alpha(rates.alpha),
        beta(rates.beta),
        error(zeros<L>(counts.lambda)),
        linear(velocity_level, counts),
        equations(Plain::template factors<T>()) {}
  Baumgarte(const Baumgarte& other) : Baumgarte(other, other.velocity_level, {other.alpha, other.beta}) {}
  Baumgarte(Baumgarte&&) noexcept = default;
  Baumgarte& operator=(Baumgarte&&) noexcept = default;
  ~Baumgarte() = default;

  bool velocity_dependent() const { return true; }
  static constexpr bool solves_for_acceleration() { return true; }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    auto& at = linear.at;
    at.q = q;
    at.v = v;
    if (!Plain::factor(equations, Point{t, at}, Blend<T>{.mass = 1})) return false;
    Plain::force(t, q, v, a);
    constraint_bias(t, q, v, lambda);
    lambda = -lambda;
    Plain::solve(equations, a, lambda);
    return true;
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& out) {
    Plain::constraint_acceleration(t, q, v, a, out);
    add_errors(t, q, v, out);
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& out) {
    Plain::constraint_bias(t, q, v, out);
    add_errors(t, q, v, out);
  }

  /// Adds the derivatives of 2α Φ' + β² Φ to the constraint rows of the blend, with b.by_v as the weight of derivatives
  /// with respect to v, and b.by_q for q.
  template <class Entry>
  bool factor(Opaque& f, const Point& point, const Blend<Entry>& b) {
    auto stabilised = b;
    stabilised.jacobian += 2 * alpha * b.by_v;
    stabilised.rate += 2 * alpha * b.by_q;
    stabilised.position += beta * beta * b.by_q;
    stabilised.of_velocity += alpha * b.by_v;
    stabilised.rate_of_velocity += alpha * b.by_q;
    return Plain::factor(f, point, stabilised);
  }
  void blocks(const T& t, const State& x, Blocks<T, Eigen::Dynamic, Eigen::Dynamic>& out) {
    Plain::blocks(t, x, out);
    velocity_level.blocks(t, x, linear.blocks);
    const auto& of_rate = linear.blocks.rate_by_q;
    const int holonomic = counts.lambda - counts.nonholonomic;
    for (int i = 0; i < counts.lambda; ++i) {
      const bool has_position = i < holonomic;
      const T damping = has_position ? 2 * alpha : alpha;
      out.acceleration_by_v.row(i) += damping * out.jacobian.row(i);
      out.acceleration_by_q.row(i) += damping * of_rate.row(i);
      if (has_position) out.acceleration_by_q.row(i) += beta * beta * out.jacobian.row(i);
    }
  }

 private:
  // State and blocks of the velocity-level system. The acceleration-level system does not compute ∂(G v)/∂q.
  struct Linear {
    State at;
    Blocks<T, Eigen::Dynamic, Eigen::Dynamic> blocks;

    Linear(const Plain& system, const Sizes& n)
        : at(zero_state(system)), blocks(system.offers_blocks() ? n.v : 0, system.offers_blocks() ? n.lambda : 0) {}
  };

  void add_errors(const T& t, const Q& q, const V& v, L& out) {
    const int nonholonomic = counts.nonholonomic, holonomic = counts.lambda - nonholonomic;
    Plain::constraint_rate(t, q, v, error);
    out.head(holonomic) += 2 * alpha * error.head(holonomic);
    out.tail(nonholonomic) += alpha * error.tail(nonholonomic);
    Plain::constraint(t, q, error);
    out.head(holonomic) += beta * beta * error.head(holonomic);
  }

  Plain velocity_level;
  Sizes counts;
  T alpha, beta;
  L error;
  Linear linear;
  Opaque equations;
};

}  // namespace plumb
