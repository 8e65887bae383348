#pragma once
// The names of the files of a verb that writes a file for each of its cells.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"

namespace plumb {

/// Returns a different file for each cell, in the order of the cells. The file of a single cell is the target. For
/// several cells there are two cases. If the target has the extension ("w.svg", ".svg"), the files are in the same
/// folder and are named by the settings in which the cells differ: "w-erk4.svg" and "w-kutta3.svg". Otherwise the
/// target is a folder, which is created, and each file is named by the id of the cell. Throws std::runtime_error if the
/// folder cannot be created.
std::vector<std::filesystem::path> files_of_cells(const std::filesystem::path& target, const Cells& cells,
                                                  const std::string& extension);

}  // namespace plumb
