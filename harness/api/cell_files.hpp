#pragma once
// The names of the files of a verb that writes a file for each of its cells.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"

namespace plumb {

/// Returns a different path for each cell, in the order of the cells. For a single cell it is `target`. For several
/// cells, if `target` has the extension ("w.svg"), the files are in the same folder, and their names contain the words
/// in which the cells differ: "w-erk4.svg" and "w-kutta3.svg". Otherwise `target` is a folder, which is created, and
/// each file is named by the id of the cell. Throws std::runtime_error if the folder cannot be created.
std::vector<std::filesystem::path> files_of_cells(const std::filesystem::path& target, const Cells& cells,
                                                  const std::string& extension);

}  // namespace plumb
