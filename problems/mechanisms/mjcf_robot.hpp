#pragma once
// A robot of an MJCF file (MuJoCo): bodies, joints, inertials, geoms, defaults, equalities. docs/mechanism-files.md
// says what is used, what is not, and what is refused.

#include <span>
#include <string_view>

#include "problems/mechanisms/mjcf_include.hpp"
#include "problems/mechanisms/robot.hpp"

namespace plumb {

/// Returns whether the outermost element of a text is <mujoco>.
bool is_mjcf(std::string_view text);

/// Reads a robot whose root is the world, which stands still. `file` is its path, `read` returns the texts of files
/// that it includes, and `ignored` are words of `urdf_may_be_ignored`. Throws UsageError, with a line for each mistake
/// that begins with file and line.
Robot robot_from_mjcf(std::string_view text, const std::string& file, const FileText& read = {},
                      std::span<const std::string> ignored = {});

}  // namespace plumb
