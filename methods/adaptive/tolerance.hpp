#pragma once
// The tolerance of a step and the norm that it is stated in.
//
//   ‖e‖ = sqrt(1/N Σ (e_i/s_i)²),   s_i = atol + rtol max(|y_i(t)|, |y_i(t + h)|)     over positions and velocities
//
// Source: Hairer, Nørsett & Wanner, Solving ODEs I, eqs. (II.4.10), (II.4.11). Multipliers and accelerations follow
// from the others and are not in it. At index 3 the errors of velocities count h times, as in RADAU5 (Hairer & Wanner,
// section IV.8): rounding and reduced orders leave 1/h of what they leave of positions. Where configurations are no
// vector space, errors of positions are those in the chart, and their scale is that of a rotation: 1.

#include <algorithm>
#include <cmath>

#include "contract/method.hpp"

namespace plumb {

/// What methods with a tolerance share with those of the libraries.
inline ParameterSpec rtol_parameter() {
  return {"rtol", "1e-8", "-", "relative tolerance of the local error", {}, 1e-33, 1};
}
inline ParameterSpec atol_parameter() {
  return {"atol", "1e-10", "-", "absolute tolerance of the local error, in the units of the state", {}, 0, 1};
}

template <class S>
class Tolerance {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  Tolerance(const S& system, const Parameters& p)
      : rtol(p.number<T>("rtol")),
        atol(p.number<T>("atol")),
        flat(system.vector_space()),
        positions_rule(imposes_positions(system.form())) {}

  /// ‖(theta, v)‖ of errors of a step of size h between two states.
  double size(const V& theta, const V& v, const State& from, const State& to, const T& h) const {
    using std::abs, std::sqrt;
    T sum = 0;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      const T of_q = theta[i] / position_scale(i, from, to);
      const T of_v = weight_of_velocities(h) * v[i] / scale(from.v[i], to.v[i]);
      sum += of_q * of_q + of_v * of_v;
    }
    return v.size() == 0 ? 0 : static_cast<double>(T(sqrt(sum / T(2 * v.size()))));
  }

  /// The largest increment of accelerations that Newton's iteration may end with, in a stage whose velocities are
  /// v + hα a and positions q + hα v: a tenth of what the error test allows to any component.
  double of_newton(const T& h, const T& alpha, const State& x) const {
    using std::abs;
    const T reach = abs(h * alpha);
    T least = T(std::numeric_limits<double>::max());
    for (Eigen::Index i = 0; i < x.v.size(); ++i) {
      least = std::min<T>(least, position_scale(i, x, x) / (reach * reach));
      least = std::min<T>(least, scale(x.v[i], x.v[i]) / (weight_of_velocities(h) * reach));
    }
    return static_cast<double>(least) / 10;
  }

 private:
  T scale(const T& a, const T& b) const {
    using std::abs;
    return atol + rtol * std::max<T>(abs(a), abs(b));
  }
  T position_scale(Eigen::Index i, const State& from, const State& to) const {
    return flat ? scale(from.q[i], to.q[i]) : scale(T(1), T(1));
  }
  T weight_of_velocities(const T& h) const {
    using std::abs;
    return positions_rule ? T(abs(h)) : T(1);
  }

  T rtol, atol;
  bool flat, positions_rule;
};

}  // namespace plumb
