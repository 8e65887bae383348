#pragma once
// The processes behind a CellServer: the keeper, the server, and where the server forks cells.

#include "harness/schedule/cell_process.hpp"

namespace plumb {

/// Becomes the keeper: to be called in the child of a fork without other threads. `line` is where orders come in;
/// `progress` the memory that is shared with who gives them, a place each cell. Ends when the other end of the line is
/// closed.
[[noreturn]] void run_as_keeper(int line, SharedProgress* progress);

}  // namespace plumb
