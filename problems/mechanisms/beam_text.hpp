#pragma once
// [[section]] and [[beam]] of mechanism files.

#include "contract/parameters.hpp"
#include "problems/mbs/beam.hpp"
#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Returns the section's inertia and stiffness as given, or computed from its shape and elastic material; throws
/// UsageError.
mbs::Section section_of(const MechanismItem& item);

/// Returns the parameters common to all mechanisms with beams, including the parameters of momentum formulations if
/// `momenta` is true.
std::vector<ParameterSpec> beam_parameters(bool momenta);

/// `refine` multiplies the number of elements. Throws UsageError. The caller reads the rotations, which may depend on a
/// choice.
mbs::Beam beam_of(const MechanismItem& item, const std::vector<mbs::Section>& sections, int refine);

}  // namespace plumb
