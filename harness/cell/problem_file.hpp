#pragma once
// Problems from files, named "@path" wherever a problem is named: mechanisms in TOML or URDF. A file is read once a
// process.

#include <string>
#include <string_view>

#include "problems/problem.hpp"

namespace plumb {

/// The problem of "@path", with an address for the process's life, named as it was asked for. What the file holds, and
/// a robot's file that it names, is its parameter `content`, which is how it becomes part of every cell. Throws
/// UsageError if it cannot be read.
const Problem& problem_file(std::string_view name);

/// What `start = "correct"` moved of a mechanism's initial values for these data, in words; empty: nothing.
std::string correction_of_start(const Problem& problem, const Parameters& parameters);

}  // namespace plumb
