#pragma once
// [[force]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Adds the force to the list of its kind; throws UsageError.
void add_force(const MechanismItem& item, mbs::Mechanism& mechanism);

}  // namespace plumb
