#pragma once
// [urdf], [mjcf] and [initial] of mechanism files: which robot a mechanism has, and where it begins.

#include <functional>
#include <string>

#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/robot_bodies.hpp"

namespace plumb {

/// The text of a file that a mechanism file names, by its path.
using FileText = std::function<std::string(const std::string& path)>;

/// The robot of a URDF or MJCF file, whichever it is. Throws UsageError.
Robot robot_from_text(std::string_view text, const std::string& file, std::span<const std::string> ignored = {});

/// The robot of [urdf] or [mjcf] = { file, base, ignore, fix }; `file` is the path of the mechanism file, beside which
/// the robot's is looked for. Throws UsageError.
Robot robot_of(const MechanismItem& urdf, const std::string& file, const FileText& read);
/// Whether the root floats: base = "fixed" (the default) or "floating".
bool base_floats(const MechanismItem& urdf);

/// The joints that `fix` names; they have a coordinate, and follow no other that moves.
std::set<std::string> fixed_joints(const MechanismItem& urdf, const Robot& robot);

/// Adds what [initial] tells: of joints a position, or { position, velocity }; of floating joints, and of a root that
/// floats, { position, turns, velocity, angular_velocity }. Throws UsageError.
void add_initial(const MechanismItem& initial, const Robot& robot, RobotStart& start);

}  // namespace plumb
