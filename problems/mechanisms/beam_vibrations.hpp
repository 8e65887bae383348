#pragma once
// The highest natural frequency of the beams of a mechanism.

#include "problems/mbs/mechanism_check.hpp"

namespace plumb {

/// Returns an upper bound [rad/s] on the natural frequencies ω of the beams alone, in the initial configuration:
/// ω² <= max_i Σ_j |K_ij|/M_ii (Gershgorin).
double fastest_vibration(const mbs::Mechanism& mechanism);

}  // namespace plumb
