#pragma once
// Reads robots from URDF files. docs/mechanism-files.md lists the elements that are used, ignored and refused.
//
// A joint's frame is the child's frame at joint coordinate 0. Roll, pitch and yaw are rotations about the x, y and z
// axes of the outer frame, in this order: R = Rz Ry Rx.

#include <span>
#include <string_view>

#include "problems/mechanisms/robot.hpp"

namespace plumb {

/// The words of the key `ignore`: contents that affect the motion but are ignored if the user requests it. `inertia`
/// ignores the rule that the largest principal moment of inertia must not exceed the sum of the others.
inline constexpr std::array<std::string_view, 4> urdf_may_be_ignored = {"damping", "friction", "inertia", "mimic"};

/// Reads a robot. `file` is the path of the file; `ignored` is a subset of `urdf_may_be_ignored`. Throws
/// UsageError with a line for each mistake, such as "robot.urdf:12: joint 'elbow': ...".
Robot robot_from_urdf(std::string_view text, const std::string& file, std::span<const std::string> ignored = {});

}  // namespace plumb
