#pragma once
// Problems from files, named "@path" wherever a problem is named: mechanisms in TOML, robots in URDF or MJCF, equations
// in TOML. A file is read once a process.

#include <string>
#include <string_view>

#include "problems/problem.hpp"

namespace plumb {

/// The problem of "@path", with an address for the process's life, named as it was asked for. What the file holds, and
/// a robot's file that it names, is its parameter `content`, which is how it becomes part of every cell. Throws
/// UsageError if it cannot be read.
const Problem& problem_file(std::string_view name);

/// From now on `name`, "@mine", is the problem of this text, a mechanism or equations. Another text under the same name
/// is another problem. Throws UsageError.
const Problem& provide_problem(const std::string& name, std::string_view text);

/// Whether the problem of that name was provided, so that it is known in this process alone.
bool is_provided_problem(std::string_view name);

/// What `start = "correct"` moved of a mechanism's initial values for these data, in words; empty: nothing.
std::string correction_of_start(const Problem& problem, const Parameters& parameters);

/// What the motion takes no notice of, of what a robot's file tells; empty: nothing.
std::string left_out_of_robot(const Problem& problem, const Parameters& parameters);

}  // namespace plumb
