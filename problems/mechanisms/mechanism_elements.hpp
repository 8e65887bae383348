#pragma once

#include "problems/mbs/mechanism.hpp"
#include "problems/mechanism_facts.hpp"

namespace plumb {

/// Returns the elements of a mechanism by kind: joints in the order of JointKind, drivers by the names of their kinds.
MechanismElements elements_by_kind(const mbs::Mechanism& mechanism);

}  // namespace plumb
