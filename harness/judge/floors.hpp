#pragma once
// Errors below which a run says nothing about its method any more.

#include <string_view>

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Unit roundoff of a working precision.
quad roundoff(Precision precision);

/// Largest 2-norm of a class of components (q, v, a, lambda), or magnitude of an output or of the energy, at some times of
/// the exact motion up to the cell's t_end [SI]. Throws std::invalid_argument for another name.
quad scale(const ResolvedCell& cell, std::string_view name);

/// What N steps that round independently leave: u sqrt(N) of the scale [SI].
quad rounding_floor(const ResolvedCell& cell, std::string_view name);

/// The same for a class of components with what the step divides: constraints of positions are rounded like q, of
/// velocities like v, and methods divide them by h to have velocities, and again to have accelerations; multipliers are
/// rounded like accelerations, each in its own scale.
quad rounding_level(const ResolvedCell& cell, std::string_view component_class);

/// Where the certified digits of the reference end [SI].
quad reference_level(const ResolvedCell& cell, std::string_view name);

}  // namespace plumb
