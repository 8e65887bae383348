#pragma once
// Newton's iteration of zhang2022, section 3, for one stage: the rates of positions are predicted and are unknowns, in
// addition to the rates of momenta,
//
//   M (Q' − V) = 0,   M A + Gᵀλ = f(t, Q, Q'),   Φ(t, Q) = 0       V = v + h a A,   Q at θ + h a Θ'
//
// The first rows [kg m/s] are linear in the unknowns, so the first correction satisfies them. This correction and all
// later ones equal the corrections of the iteration for A and λ only, started from the accelerations Ã = (Q' − v)/(h a)
// that correspond to Q'. The predicted A affects only the test of the predicted state, with the residuals
//
//   M (Q' − V) = h a M (Ã − A),   f − M A − Gᵀλ = (f − M Ã − Gᵀλ) + M (Ã − A)
//
// If the predicted state is accepted, Q' is the rate of its positions and V its momenta divided by M. M is evaluated at
// the predicted state; if it depends on q, the method integrates v and not the momentum.

#include "methods/implicit/chart.hpp"
#include "methods/implicit/stage_shape.hpp"

namespace plumb {

template <class S>
class PredictedState {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  explicit PredictedState(S& system)
      : s(system), at(zero_state(system)), rates(at.v), excess(at.v), momenta(at.v), theta(at.v), velocity(at.v) {}

  bool is_enabled = false;  // true: also rates of positions are predicted; false: only accelerations and multipliers

  /// Converts the predicted accelerations in `a` to accelerations for which the velocity moves the positions at the
  /// predicted rate `slope` of the chart; `weight` is h a. For ggl this omits Gᵀμ, which vanishes with the step.
  template <class Slope, class Theta, class Velocity, class Accelerations>
  void begin(Chart<S>& chart, const Slope& slope, const Theta& base_theta, const Velocity& base_v, const T& weight,
             Accelerations&& a) {
    theta = base_theta + weight * slope;
    chart.velocity_of(theta, slope, velocity);
    rates = a;
    a = (velocity - base_v) / weight;
    excess = a - rates;
    is_current = true;
  }
  /// Adds the residual of the momenta at x, and the residuals of forces and of acceleration rows, for the predicted
  /// accelerations. `phi` is working memory.
  template <class Increment>
  void add_residuals(const StageShape& shape, const T& t, const T& h, const T& weight, const State& x,
                     typename S::L& phi, Increment& residual) {
    s.momentum(x.q, excess, momenta);
    residual.forces.col(0) += momenta;
    momenta *= weight;
    if (!imposes_accelerations(shape.form)) return;
    at = x;
    at.a = rates;
    constraint_rows(s, shape, t, h, at, phi, residual.constraints.col(0), residual.positions, 0);
  }
  /// Must be called after a correction.
  void leave() {
    is_current = false;
    momenta.setZero();
  }

  bool current() const { return is_current; }  // no correction since begin()
  const V& accelerations() const { return rates; }
  const V& momentum_residual() const { return momenta; }

 private:
  S& s;
  State at;                  // workspace: state
  V rates, excess, momenta;  // predicted accelerations A, difference Ã − A, residuals of the momenta
  V theta, velocity;         // workspace: increment in the chart, velocity
  bool is_current = false;
};

}  // namespace plumb
