#pragma once
// The positions and velocities of the stages of a step, in a chart around its beginning q:
//
//   Q_i = q ⊞ Θ_i,   Θ_i = h Σ_j a_ij θ'(Θ_j, V_j)
//
// On vector spaces θ' = V. In a chart, θ' is evaluated at the Θ_j of the previous call, so the iteration of a method
// solves for Θ too.

#include <vector>

#include "methods/implicit/natural_units.hpp"

namespace plumb {

/// Rows of coefficients.
template <class T>
using Rows = std::vector<std::vector<T>>;

/// Raises `size` to `value` if that is larger. A NaN in either of them remains in `size`.
template <class T>
void raise_to(T& size, const T& value) {
  if (value > size || value != value) size = value;
}

template <class S>
class StageMotion {
 public:
  using T = typename S::Scalar;
  using Q = typename S::Q;
  using V = typename S::V;
  using State = typename S::State;

  StageMotion(S& system, std::size_t stages)
      : velocity(stages, zero_state(system).v),
        s(system),
        flat(system.vector_space()),
        theta(velocity),
        slope(velocity),
        work(zero_state(system).v) {}

  /// Begins a step at x, with the initial values Θ_i = c_i h v.
  void begin(const State& x, const T& h, const std::vector<T>& nodes) {
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] = (nodes[i] * h) * x.v;
  }
  /// Computes θ' and Θ of the current velocities. Returns the size of the change of Θ divided by h, [m/s, rad/s]: 0 on
  /// vector spaces.
  T move(const State& x, const T& h, const Rows<T>& a, const NaturalUnits<S>& units) {
    using std::abs;
    for (std::size_t i = 0; i < velocity.size(); ++i)
      if (flat)
        slope[i] = velocity[i];
      else
        s.chart_rate(x.q, theta[i], velocity[i], slope[i]);
    T change = 0;
    for (std::size_t i = 0; i < theta.size() && !flat; ++i) {
      work = theta[i];
      displace(h, a[i], theta[i]);
      work -= theta[i];
      raise_to(change, T(units.size(units.rates, work) / abs(h)));  // h < 0 if backwards in time
    }
    return change;
  }
  /// Computes q ⊞ h Σ_j row_j θ'_j.
  void position(const State& x, const T& h, const std::vector<T>& row, Q& out) {
    displace(h, row, work);
    s.retract(x.q, work, out);
  }

  std::vector<V> velocity;  // velocities V_i

 private:
  void displace(const T& h, const std::vector<T>& row, V& out) const {
    out.setZero();
    for (std::size_t j = 0; j < slope.size(); ++j) out += (h * row[j]) * slope[j];
  }

  S& s;
  bool flat;
  std::vector<V> theta, slope;  // increments Θ_i and their rates θ'_i
  V work;
};

}  // namespace plumb
