#pragma once
// [urdf] and [initial] of mechanism files: which robot a mechanism has, and where it begins.

#include <functional>
#include <string>

#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/urdf_mechanism.hpp"

namespace plumb {

/// The text of a file that a mechanism file names, by its path.
using FileText = std::function<std::string(const std::string& path)>;

/// The robot of [urdf] = { file, base, ignore }; `file` is the path of the mechanism file, beside which the robot's is
/// looked for. Throws UsageError.
UrdfRobot robot_of(const MechanismItem& urdf, const std::string& file, const FileText& read);
/// Whether the root floats: base = "fixed" (the default) or "floating".
bool base_floats(const MechanismItem& urdf);

/// The start that [initial] tells: of joints a position, or { position, velocity }; of floating joints, and of a root
/// that floats, { position, turns, velocity, angular_velocity }. Throws UsageError.
RobotStart start_of(const MechanismItem& initial, const UrdfRobot& robot, bool floats);

}  // namespace plumb
