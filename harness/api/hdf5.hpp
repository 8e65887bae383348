#pragma once
// Loads the module that links HDF5 (hdf5/hdf5_module.hpp) at its first use.

#include <filesystem>
#include <vector>

#include "harness/hdf5/hdf5_module.hpp"

namespace plumb {

/// Loads the module from the first of these files that can be loaded. Throws std::runtime_error with all reasons if
/// none can be loaded, and if the loaded file is not the module.
const Hdf5Module& hdf5_from(const std::vector<std::filesystem::path>& files);

/// Loads the module of this program at the first call. Throws the errors of hdf5_from.
const Hdf5Module& hdf5();

}  // namespace plumb
