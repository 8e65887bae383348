#pragma once
// The coordinates in which implicit methods add positions: the coordinates of the space if it is a vector space,
// otherwise a chart around the newest configuration,
//
//   q = q_k ⊞ θ,   θ' = chart_rate(q_k, θ, v)
//
// in which every formula for y' = f(y) keeps its order (Munthe-Kaas 1998; Hairer, Lubich & Wanner, Geometric Numerical
// Integration, section IV.8). Methods may use is_flat() to omit operations without effect.

#include "contract/method.hpp"

namespace plumb {

template <class S>
class Chart {
 public:
  using Q = typename S::Q;
  using V = typename S::V;

  explicit Chart(S& system)
      : s(system),
        flat(system.vector_space()),
        momenta(system.sizes().momenta),
        origin(zero_state(system).q),
        work(zero_state(system).v),
        result(work) {}

  /// Returns whether the coordinates are the coordinates of the space itself: q = θ.
  bool is_flat() const { return flat; }
  /// Returns the centre q_k of the chart. It is not stored if is_flat().
  const Q& centre() const { return origin; }
  void centre_at(const Q& q) {
    if (!flat) origin = q;
  }

  /// Computes θ of q.
  template <class Configuration, class Theta>
  void coordinates(const Configuration& q, Theta&& theta) {
    if constexpr (may_be_flat)
      if (flat) {
        theta = q;
        return;
      }
    configuration = q;
    s.local(origin, configuration, result);
    theta = result;
  }
  /// Computes q of θ.
  template <class Theta>
  void position(const Theta& theta, Q& q) {
    if constexpr (may_be_flat)
      if (flat) {
        q = theta;
        return;
      }
    work = theta;
    s.retract(origin, work, q);
  }
  /// Computes θ' at θ for the velocity v.
  template <class Theta, class Velocity, class Rate>
  void rate(const Theta& theta, const Velocity& v, Rate&& out) {
    if (flat) {
      out = v;
      return;
    }
    work = theta;
    velocity = v;
    s.chart_rate(origin, work, velocity, result);
    out = result;
  }
  /// Computes the rate w of positions at q for the velocity v: θ' at the centre of a chart around q.
  template <class Configuration, class Velocity, class Rate>
  void rate_at(const Configuration& q, const Velocity& v, Rate&& out) {
    if (!momenta) {
      out = v;
      return;
    }
    configuration = q;
    velocity = v;
    work.setZero();
    s.chart_rate(configuration, work, velocity, result);
    out = result;
  }
  /// Computes θ' at θ for the rate w of positions.
  template <class Theta, class Moving, class Rate>
  void rate_of(const Theta& theta, const Moving& w, Rate&& out) {
    if (!momenta) return rate(theta, w, out);
    position(theta, configuration);
    velocity = w;
    work.setZero();
    s.chart_tangent(configuration, work, velocity, result);
    moving = result;
    rate(theta, moving, out);
  }
  /// Computes the velocity at θ for θ' = `rate`.
  template <class Theta, class Rate>
  void velocity_of(const Theta& theta, const Rate& rate, V& out) {
    velocity = rate;
    if (flat) {
      out = velocity;
      return;
    }
    work = theta;
    s.chart_tangent(origin, work, velocity, out);
  }

 private:
  static constexpr bool may_be_flat = Q::RowsAtCompileTime == V::RowsAtCompileTime;
  S& s;
  bool flat, momenta;
  Q origin, configuration = origin;
  V work, result, velocity = work, moving = work;
};

}  // namespace plumb
