#pragma once
// A robot of a URDF file. docs/mechanism-files.md says what of URDF is used, what is not, and what is refused.
//
// A joint's frame is the child's frame where the joint is at 0. Roll, pitch and yaw turn about the x, y and z axes of
// the outer frame, in this order: R = Rz Ry Rx.

#include <span>
#include <string_view>

#include "problems/mechanisms/robot.hpp"

namespace plumb {

/// Contents that change the motion and may nevertheless be ignored on request. For `inertia` this is the rule that the
/// largest moment does not exceed the sum of the others.
inline constexpr std::array<std::string_view, 4> urdf_may_be_ignored = {"damping", "friction", "inertia", "mimic"};

/// Reads a robot; `file` is its path, `ignored` are words of `urdf_may_be_ignored`. Throws UsageError, with a line for
/// each mistake that begins with file and line: "robot.urdf:12: joint 'elbow': ...".
Robot robot_from_urdf(std::string_view text, const std::string& file, std::span<const std::string> ignored = {});

}  // namespace plumb
