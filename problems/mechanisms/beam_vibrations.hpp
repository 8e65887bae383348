#pragma once
// How fast the beams of a mechanism vibrate.

#include "problems/mbs/mechanism_check.hpp"

namespace plumb {

/// A bound on the largest frequency of the beams alone at the start: ω² <= max Σ_j |K_ij|/M_ii [rad/s].
double fastest_vibration(const mbs::Mechanism& mechanism);

}  // namespace plumb
