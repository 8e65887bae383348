#pragma once
// The tolerance of a step and its norm.
//
//   ‖e‖ = sqrt(1/N Σ (e_i/s_i)²),   s_i = atol + rtol max(|y_i(t)|, |y_i(t + h)|)     over positions and velocities
//
// Source: Hairer, Nørsett & Wanner, Solving ODEs I, eqs. (II.4.10), (II.4.11). Multipliers and accelerations are
// functions of positions and velocities, so the norm excludes them. If the constraints are imposed at position level
// (index3, ggl), the errors of velocities are weighted by h, as in RADAU5 (Hairer & Wanner, section IV.8), because
// rounding and order reduction make them 1/h times as large as the errors of positions. If the configuration space is
// not a vector space, errors of positions are measured in the chart, with |y_i| = 1, the scale of a rotation.

#include <algorithm>
#include <cmath>

#include "contract/method.hpp"

namespace plumb {

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

  /// Returns ‖(theta, v)‖ for errors of a step of size h between two states.
  double size(const V& theta, const V& v, const State& from, const State& to, const T& h) const {
    using std::abs, std::sqrt;
    T sum = 0;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      const T of_q = part(theta[i], position_scale(i, from, to));
      const T of_v = part(weight_of_velocities(h) * v[i], scale(from.v[i], to.v[i]));
      sum += of_q * of_q + of_v * of_v;
    }
    return v.size() == 0 ? 0 : static_cast<double>(T(sqrt(sum / T(2 * v.size()))));
  }

  /// Returns whether errors can be measured from this state on. Without `atol`, a component that is 0 but changes has
  /// no scale.
  bool measures(const State& x) const {
    for (Eigen::Index i = 0; i < x.v.size(); ++i)
      if ((x.v[i] != 0 && position_scale(i, x, x) == 0) || (x.a[i] != 0 && scale(x.v[i], x.v[i]) == 0)) return false;
    return true;
  }

  /// Returns the largest increment of accelerations at which Newton's iteration may stop, in a stage with the
  /// velocities v + hα a and the positions q + hα v: a tenth of the smallest error that the error test allows.
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
  // An error of 0 counts as 0 even if its scale is 0.
  static T part(const T& error, const T& of) { return error == 0 ? T(0) : T(error / of); }
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
