#pragma once
// The command that runs a cell again.

#include <string>
#include <string_view>

#include "harness/cell/cell.hpp"

namespace plumb {

/// Returns a word of a command line, quoted where a POSIX shell needs it.
std::string shell_word(std::string_view text);

/// Returns the settings that are not at their defaults, except step and end time: "newton_tol=1e-10, samples=7". Empty
/// if there are none.
std::string changed_settings(const Cell& cell);

/// Returns `plumb run -p ... -f ... -m ... -s ... --t-end ...` with every setting that is not at its default. `problem`
/// and `method` are the names of the cell's problem and method with parameters, as tables show them.
std::string command_line(const Cell& cell, std::string_view problem, std::string_view method);

}  // namespace plumb
