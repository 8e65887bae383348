#pragma once
// The changes that `start = "correct"` has made to the initial values as they are written.

#include <string>

#include "problems/mbs/mechanism.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"

namespace plumb {

/// Says where the correction changed most among bodies' positions [m], attitudes [rad], velocities [m/s] and angular
/// velocities [rad/s]: "angular velocity of 'crank' by 8.74 rad/s (from 10 to 1.26)", separated by commas. It is empty
/// if nothing changed beyond rounding.
std::string correction_in_words(const mbs::Mechanism& mechanism, const mbs::MultibodySystem<double>& system,
                                const mbs::InitialState<double>& start);

/// Throws mbs::MechanismMistake for a joint with parallel axes, each of which its body has, that point in opposite
/// directions as they are written: which one is meant cannot be known, nor the sign of the joint's coordinates.
void require_axes_alike(const mbs::Mechanism& mechanism, const mbs::MultibodySystem<double>& system);

/// Throws mbs::MechanismMistake where a velocity or angular velocity that is written, and not 0, becomes less than half
/// of it or more than twice, or turns by more than a right angle: that is another motion than the intended one.
void require_small_correction(const mbs::Mechanism& mechanism, const mbs::MultibodySystem<double>& system,
                              const mbs::InitialState<double>& start);

}  // namespace plumb
