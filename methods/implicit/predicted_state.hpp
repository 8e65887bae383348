#pragma once
// Newton's iteration of zhang2022 for one stage, section 3: the rates of positions are predicted and unknown beside
// those of momenta,
//
//   M (Q' − V) = 0,   M A + Gᵀλ = f(t, Q, Q'),   Φ(t, Q) = 0       V = v + h a A,   Q at θ + h a Θ'
//
// The first rows [kg m/s] are linear in the unknowns, so that the first correction satisfies them: it is that of the
// iteration for A and λ alone from the accelerations that Q' belongs to, Ã = (Q' − v)/(h a), and so are all others. What
// was predicted of A itself matters to the test of the predicted state, which sees the residuals
//
//   M (Q' − V) = h a M (Ã − A),   f − M A − Gᵀλ = (f − M Ã − Gᵀλ) + M (Ã − A)
//
// A state that is accepted as predicted has Q' as the rate of its positions and V as its momenta divided by M. M is that
// of the predicted state; where it depends on q, v is integrated and not the momentum.

#include "contract/system.hpp"

namespace plumb {

template <class S>
class PredictedState {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;

  explicit PredictedState(const S& system) : rates(zero_state(system).v), excess(rates), momenta(rates) {}

  bool is_asked_for = false;  // false: velocities follow from predicted accelerations

  /// Turns predicted accelerations into those that the predicted `velocity` belongs to: v + weight a.
  template <class Base, class Accelerations>
  void begin(const V& velocity, const Base& v, const T& weight, Accelerations&& a) {
    rates = a;
    a = (velocity - v) / weight;
    excess = a - rates;
    is_current = true;
  }
  /// Adds to the residual of the forces what the accelerations of begin() took from it, and makes that of the momenta.
  template <class Forces>
  void add_residuals(S& s, const typename S::Q& q, const T& weight, Forces&& forces) {
    s.momentum(q, excess, momenta);
    forces += momenta;
    momenta *= weight;
  }
  /// After a correction.
  void leave() {
    is_current = false;
    momenta.setZero();
  }

  bool current() const { return is_current; }  // no correction since begin()
  const V& accelerations() const { return rates; }
  const V& momentum_residual() const { return momenta; }

 private:
  V rates, excess, momenta;
  bool is_current = false;
};

}  // namespace plumb
