#pragma once
// [[section]] and [[beam]] of mechanism files.

#include "contract/parameters.hpp"
#include "problems/mbs/beam.hpp"
#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// The section's inertia and stiffness as given, or those of a shape of an elastic material; throws UsageError.
mbs::Section section_of(const MechanismItem& item);

/// Returns the parameters of every mechanism with beams, with those of momentum formulations if it has `momenta`.
std::vector<ParameterSpec> beam_parameters(bool momenta);

/// `refine` multiplies the elements; throws UsageError. The caller reads the rotations, which may belong to a choice.
mbs::Beam beam_of(const MechanismItem& item, const std::vector<mbs::Section>& sections, int refine);

}  // namespace plumb
