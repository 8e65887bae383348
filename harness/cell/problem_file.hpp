#pragma once
// Problems from files have the name "@path" everywhere. They are mechanisms in TOML, robots in URDF or MJCF, and
// equations in TOML. A process reads each file once.

#include <string>
#include <string_view>

#include "problems/problem.hpp"

namespace plumb {

/// Returns the problem of "@path", with the requested name. Its address is valid until the process ends. The content of
/// the file, and of a robot's file that it names, is its parameter `content`, which becomes part of every cell. Throws
/// UsageError if the file cannot be read.
const Problem& problem_file(std::string_view name);

/// Creates a problem from a text, a mechanism or equations. It gets the name "@mine#5a84d96e" from its content, and
/// `name`, "@mine", becomes an alias of the latest one. Throws UsageError.
const Problem& provide_problem(const std::string& name, std::string_view text);

/// Returns whether the problem was created by `provide_problem`, so that it exists only in this process.
bool is_provided_problem(std::string_view name);

}  // namespace plumb
