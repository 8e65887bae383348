#pragma once
// The initial state of a mechanism: as written, or moved onto the constraints.

#include "problems/mbs/multibody_system.hpp"

namespace plumb::mbs {

template <class T>
struct InitialState {
  Vec<T> q, v;
  /// The largest component of Φ, and of its time derivative, at the state as written; 0 if at rounding level.
  T position_gap = 0, velocity_gap = 0;
};

/// Computes the initial state. All three modes throw MechanismMistake (mechanism_check.hpp) if they fail:
///   - Start::refuse fails if the written state violates the constraints. The message names the joint or driver with
///     the largest residual, and this residual.
///   - Start::correct finds q ⊞ δ and v + w with the least δᵀ M δ and wᵀ M w. It fails if Newton's iteration for δ does
///     not converge.
///   - Start::equilibrium finds the configuration in which all forces at the initial time balance, by Newton's
///     iteration while gravity and loads are increased in steps. All velocities are 0 except the rates of drivers. It
///     fails if it finds no equilibrium.
/// All modes also fail if the initial angle of a driver differs by half a turn from the angle of its joint: the
/// constraint is then satisfied, but the motion is not the motion imposed by the driver.
template <class T>
InitialState<T> initial_state(const MultibodySystem<T>& system, Start start);

extern template InitialState<double> initial_state(const MultibodySystem<double>&, Start);
extern template InitialState<long double> initial_state(const MultibodySystem<long double>&, Start);
extern template InitialState<quad> initial_state(const MultibodySystem<quad>&, Start);

}  // namespace plumb::mbs
