#pragma once
// [[force]] and [[torque]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Adds the force to the list of its kind; throws UsageError.
void add_force(const MechanismItem& item, mbs::Mechanism& mechanism);
/// Adds a torque, or a force if the joint slides, in a joint of the mechanism, as a function of time. Throws
/// UsageError.
void add_joint_torque(const MechanismItem& item, mbs::Mechanism& mechanism);

/// A line for each negative stiffness or damping: the motion is computed, but may not be intended.
std::vector<std::string> remarks_on_force(const MechanismItem& item);

}  // namespace plumb
