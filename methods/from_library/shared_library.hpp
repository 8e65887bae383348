#pragma once
// Loads shared libraries that contain methods of users.

#include <string>

#include "interface/plumb_method.h"

namespace plumb {

/// The description exported by the library at this absolute path, which stays loaded until the program ends. Throws
/// std::runtime_error, with the reason, if it cannot be loaded or does not export plumb_method_entry.
const plumb_method& described_by_library(const std::string& path);

/// Returns whether a library has been loaded into this process.
bool has_loaded_libraries();

/// Closes the libraries that this process has loaded, and so runs their exit handlers.
void close_libraries();

}  // namespace plumb
