#pragma once
// [[force]] and [[torque]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Adds the force to the list of its kind; throws UsageError.
void add_force(const MechanismItem& item, mbs::Mechanism& mechanism);
/// Adds a torque in a revolute joint, or a force in a translational joint, as a function of time. Throws UsageError.
void add_joint_torque(const MechanismItem& item, mbs::Mechanism& mechanism);

/// Returns a warning for each negative stiffness or damping, which is allowed but may be unintended.
std::vector<std::string> remarks_on_force(const MechanismItem& item);

}  // namespace plumb
