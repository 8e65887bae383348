#pragma once
// What can be the path of a store.

#include <filesystem>

namespace plumb {

/// Throws StoreError where there is something that can be no store (a folder, a pipe, a device), where the path keeps
/// nothing, or, if it has to be there, where nothing is.
void check_store_path(const std::filesystem::path& path, bool must_exist);

}  // namespace plumb
