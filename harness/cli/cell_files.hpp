#pragma once
// Where a verb writes a file for each of its cells.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"

namespace plumb {

/// One file a cell, in the order of the cells, each another. Of one cell: the target. Of several: where the target is
/// named as such a file is ("w.svg", extension ".svg"), files beside it that are called by what tells the cells apart,
/// "w-erk4.svg" and "w-kutta3.svg"; else files in the folder that the target names, which is made, each called by the
/// cell's id. Throws std::runtime_error if there can be no such folder.
std::vector<std::filesystem::path> files_of_cells(const std::filesystem::path& target, const Cells& cells,
                                                  const std::string& extension);

}  // namespace plumb
