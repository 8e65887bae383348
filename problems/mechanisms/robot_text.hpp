#pragma once
// [urdf], [mjcf] and [initial] of mechanism files: the robot of a mechanism, and its initial state.

#include <string>

#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/mjcf_include.hpp"
#include "problems/mechanisms/robot_bodies.hpp"

namespace plumb {

/// Reads the robot of a URDF or MJCF file; the root element determines the format. `read` returns the texts of included
/// files. Throws UsageError.
Robot robot_from_text(std::string_view text, const std::string& file, const FileText& read,
                      std::span<const std::string> ignored = {});

/// Reads the robot of [urdf] or [mjcf] = { file, base, ignore, fix }. `file` is the path of the mechanism file; the
/// robot file is searched in the same folder. Throws UsageError.
Robot robot_of(const MechanismItem& urdf, const std::string& file, const FileText& read);
/// Returns whether the root floats: base = "fixed" (the default) or "floating".
bool base_floats(const MechanismItem& urdf);

/// Returns the joints named by the key `fix`. Throws UsageError if one of them has no coordinate, or follows a joint
/// that moves.
std::set<std::string> fixed_joints(const MechanismItem& urdf, const Robot& robot);

/// Adds the values of [initial]: for joints a position, or { position, velocity }; for floating joints and a floating
/// root { position, turns, velocity, angular_velocity }. Throws UsageError.
void add_initial(const MechanismItem& initial, const Robot& robot, RobotStart& start);

}  // namespace plumb
