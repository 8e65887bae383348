#pragma once
// The initial state of a mechanism: as it is written, or moved onto the constraints.

#include "problems/mbs/multibody_system.hpp"

namespace plumb::mbs {

template <class T>
struct InitialState {
  Vec<T> q, v;
  /// The distance by which the written state missed the constraints (largest component); 0 if it kept them to rounding.
  T position_gap = 0, velocity_gap = 0;
};

/// With Start::refuse, throws MechanismMistake (mechanism_check.hpp) that names the joint or driver whose constraint is
/// violated most, and by how much. With Start::correct, finds q ⊞ δ and v + w with the least δᵀ M δ and wᵀ M w, δ by
/// Newton's iteration; throws where that does not converge. With Start::equilibrium, finds the configuration in which
/// all forces at the beginning balance, by Newton's iteration with gravity and loads in steps, without velocities but
/// those of drivers; throws where none is found. All three throw where a driver begins half a turn from the angle of
/// its joint: that keeps the constraint, but is not the motion that the driver imposes.
template <class T>
InitialState<T> initial_state(const MultibodySystem<T>& system, Start start);

extern template InitialState<double> initial_state(const MultibodySystem<double>&, Start);
extern template InitialState<long double> initial_state(const MultibodySystem<long double>&, Start);
extern template InitialState<quad> initial_state(const MultibodySystem<quad>&, Start);

}  // namespace plumb::mbs
