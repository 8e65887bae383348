#pragma once
// The initial state of a mechanism: as written, or moved onto the constraints.

#include "problems/mbs/multibody_system.hpp"

namespace plumb::mbs {

template <class T>
struct InitialState {
  Vec<T> q, v;
  /// The distance of the written state from the constraints (largest component); 0 if it satisfies them to rounding.
  T position_gap = 0, velocity_gap = 0;
};

/// With Start::refuse, throws MechanismMistake (mechanism_check.hpp) with the joint or driver whose constraint has the
/// largest residual, and with this residual. With Start::correct, finds q ⊞ δ and v + w with the least δᵀ M δ and wᵀ M
/// w, δ by Newton's iteration; throws if it does not converge. With Start::equilibrium, finds the configuration in
/// which all forces at the initial time balance, by Newton's iteration with gravity and loads in steps, without
/// velocities except of drivers; throws if none is found. All three throw if a driver begins half a turn from the angle
/// of its joint: this satisfies the constraint, but is not the motion imposed by the driver.
template <class T>
InitialState<T> initial_state(const MultibodySystem<T>& system, Start start);

extern template InitialState<double> initial_state(const MultibodySystem<double>&, Start);
extern template InitialState<long double> initial_state(const MultibodySystem<long double>&, Start);
extern template InitialState<quad> initial_state(const MultibodySystem<quad>&, Start);

}  // namespace plumb::mbs
