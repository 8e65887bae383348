#pragma once
// Checks whether a path can be used for a store.

#include <filesystem>

namespace plumb {

/// Throws StoreError if a file at the path cannot be a store (a folder, a pipe, a device), if the path
/// stores nothing permanently (is_persistent), or if a store must exist and the path does not exist.
void check_store_path(const std::filesystem::path& path, bool must_exist);

}  // namespace plumb
