#pragma once

#include "problems/mbs/mechanism.hpp"
#include "problems/mechanism_facts.hpp"

namespace plumb {

/// The elements of a mechanism by kind: joints in the order of JointKind, drivers in the order of their kinds' names.
MechanismElements elements_by_kind(const mbs::Mechanism& mechanism);

}  // namespace plumb
