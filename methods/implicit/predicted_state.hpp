#pragma once
// Newton's iteration of zhang2022, section 3, for one stage: the rates of positions are predicted and unknown, beside
// those of momenta,
//
//   M (Q' − V) = 0,   M A + Gᵀλ = f(t, Q, Q'),   Φ(t, Q) = 0       V = v + h a A,   Q at θ + h a Θ'
//
// The first rows [kg m/s] are linear in the unknowns, so that the first correction satisfies them. It equals that of
// the iteration for A and λ alone from the accelerations to which Q' belongs, Ã = (Q' − v)/(h a), and so do all later
// ones. The predicted A itself matters only to the test of the predicted state, which measures the residuals
//
//   M (Q' − V) = h a M (Ã − A),   f − M A − Gᵀλ = (f − M Ã − Gᵀλ) + M (Ã − A)
//
// A state that is accepted as predicted has Q' as the rate of its positions and V as its momenta divided by M. M is
// that of the predicted state; where it depends on q, the method integrates v and not the momentum.

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

  bool is_asked_for = false;  // false: velocities follow from predicted accelerations

  /// Turns the predicted accelerations in `a` into those for which the velocity moves the positions at the predicted
  /// rate `slope` of the chart; `weight` is h a. At ggl this omits Gᵀμ, which vanishes with the step.
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
  /// Adds the residual of the momenta at x, and those of the forces and of rows of accelerations, with the predicted
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
  /// Has to be called after a correction.
  void leave() {
    is_current = false;
    momenta.setZero();
  }

  bool current() const { return is_current; }  // no correction since begin()
  const V& accelerations() const { return rates; }
  const V& momentum_residual() const { return momenta; }

 private:
  S& s;
  State at;                  // work
  V rates, excess, momenta;  // A as predicted, Ã − A, residuals of the momenta
  V theta, velocity;         // work
  bool is_current = false;
};

}  // namespace plumb
