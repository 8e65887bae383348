#pragma once
// Problems from files are named "@path" wherever a problem is named. They are mechanisms in TOML, robots in URDF or
// MJCF, and equations in TOML. A process reads a file once.

#include <string>
#include <string_view>

#include "problems/problem.hpp"

namespace plumb {

/// Returns the problem of "@path", named as it was asked for. Its address is valid as long as the process lives. The
/// content of the file, and of a robot's file that it names, is its parameter `content`, which becomes part of every
/// cell. Throws UsageError if it cannot be read.
const Problem& problem_file(std::string_view name);

/// Makes a problem of this text, a mechanism or equations. It is named "@mine#5a84d96e" by its content, and from now on
/// `name`, "@mine", is this problem. Throws UsageError.
const Problem& provide_problem(const std::string& name, std::string_view text);

/// Tells whether the problem of that name was provided, so that only this process knows it.
bool is_provided_problem(std::string_view name);

}  // namespace plumb
