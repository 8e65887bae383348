#pragma once
// A verb writes a file for each of its cells, and these are the files.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"

namespace plumb {

/// Returns a different file for each cell, in the order of the cells. A single cell has the target. For several cells
/// there are two cases. If the target is named as such a file is ("w.svg", extension ".svg"), the files stand beside it
/// and are named by what tells the cells apart: "w-erk4.svg" and "w-kutta3.svg". Otherwise the target names a folder,
/// which is made, and each file is named by the cell's id. Throws std::runtime_error if there can be no such folder.
std::vector<std::filesystem::path> files_of_cells(const std::filesystem::path& target, const Cells& cells,
                                                  const std::string& extension);

}  // namespace plumb
