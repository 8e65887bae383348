#pragma once
// Messages about, and limits on, the changes of the given initial values by `start = "correct"`.

#include <string>

#include "problems/mbs/mechanism.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"

namespace plumb {

/// Returns the largest changes among bodies' positions [m], attitudes [rad], velocities [m/s] and angular velocities
/// [rad/s]: "angular velocity of 'crank' by 8.74 rad/s (from 10 to 1.26)", separated by commas. Empty
/// if there is no change beyond rounding.
std::string correction_in_words(const mbs::Mechanism& mechanism, const mbs::MultibodySystem<double>& system,
                                const mbs::InitialState<double>& start);

/// Throws mbs::MechanismMistake if the axes of a joint that keeps them parallel are given for each body, and point in
/// opposite directions: the sign of the joint's coordinates would be ambiguous.
void require_axes_alike(const mbs::Mechanism& mechanism, const mbs::MultibodySystem<double>& system);

/// Throws mbs::MechanismMistake if the correction changes a given nonzero velocity or angular velocity to less than
/// half or more than twice its size, or rotates it by more than a right angle. Then the motion is probably not the
/// intended motion.
void require_small_correction(const mbs::Mechanism& mechanism, const mbs::MultibodySystem<double>& system,
                              const mbs::InitialState<double>& start);

}  // namespace plumb
