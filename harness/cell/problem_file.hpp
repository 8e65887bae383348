#pragma once
// Problems from files: mechanisms in TOML, robots in URDF or MJCF, equations in TOML. Such a problem has the name
// "@path" everywhere. A process reads each file only once.

#include <string>
#include <string_view>
#include <vector>

#include "problems/problem.hpp"

namespace plumb {

/// Returns the problem of "@path". Its address is valid until the process ends. Its parameter `content` is a hash of
/// the file and of the files to which it refers (robots, tables), and becomes part of every cell. Throws UsageError if
/// the file cannot be read.
const Problem& problem_file(std::string_view name);

/// Returns the paths of the file of "@path" and of all files to which it refers, as they were read; the file itself is
/// the first. Throws UsageError like `problem_file`. Empty for a problem of `provide_problem`.
std::vector<std::string> files_of_problem(std::string_view name);

/// Creates a problem from the text of a mechanism or of equations. The problem gets a name with a hash of the text,
/// "@mine#5a84d96e". `name`, "@mine", becomes an alias of the latest problem with this name. Throws UsageError.
const Problem& provide_problem(const std::string& name, std::string_view text);

/// Returns whether the problem was created by `provide_problem`, so that it exists only in this process.
bool is_provided_problem(std::string_view name);

}  // namespace plumb
