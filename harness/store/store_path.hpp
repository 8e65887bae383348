#pragma once
// Checks whether a path can be that of a store.

#include <filesystem>

namespace plumb {

/// Throws StoreError if there is something at the path that cannot be a store (a folder, a pipe, a device), if the path
/// keeps nothing (keeps_runs), or if a store must exist and nothing is there.
void check_store_path(const std::filesystem::path& path, bool must_exist);

}  // namespace plumb
