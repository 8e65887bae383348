#pragma once
// [[section]] and [[beam]] of mechanism files.

#include "contract/parameters.hpp"
#include "problems/mbs/beam.hpp"
#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Reads a section: inertia and stiffness as given, or computed from its shape and elastic material. Throws UsageError.
mbs::Section section_of(const MechanismItem& item);

/// Returns the parameters common to all mechanisms with beams, including the parameters of momentum formulations if
/// `momenta` is true.
std::vector<ParameterSpec> beam_parameters(bool momenta);

/// Reads a beam, with `refine` as a factor on the number of elements. Throws UsageError. The caller must set
/// Beam::rotations, which may depend on a parameter.
mbs::Beam beam_of(const MechanismItem& item, const std::vector<mbs::Section>& sections, int refine);

}  // namespace plumb
