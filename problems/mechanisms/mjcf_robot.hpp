#pragma once
// Reads robots from MJCF files (MuJoCo): bodies, joints, inertials, geoms, defaults, equalities.
// docs/mechanism-files.md lists the elements that are used, ignored and refused.

#include <span>
#include <string_view>

#include "problems/mechanisms/mjcf_include.hpp"
#include "problems/mechanisms/robot.hpp"

namespace plumb {

/// Returns whether the root element of a text is <mujoco>.
bool is_mjcf(std::string_view text);

/// Reads a robot whose root link is the world, at rest. `file` is the path of the file, `read` returns the texts of
/// included files, and `ignored` contains words of `urdf_may_be_ignored`. Throws UsageError with a line for each
/// mistake, which begins with file and line.
Robot robot_from_mjcf(std::string_view text, const std::string& file, const FileText& read = {},
                      std::span<const std::string> ignored = {});

}  // namespace plumb
