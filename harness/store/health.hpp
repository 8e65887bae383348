#pragma once
// Checks the file of a store, and repairs a damaged store.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

struct StoreHealth {
  std::size_t runs = 0;  // number of undamaged runs
  std::vector<DamagedRun> damaged = {};
  std::vector<std::string> pages = {};  // damage of the database

  bool is_sound() const { return damaged.empty() && pages.empty(); }
};

/// Reads the whole file and does not change it. Throws StoreError if the file does not exist, if another process has
/// locked it, or if it has another schema.
StoreHealth health(const std::filesystem::path& store);

struct Repair {
  StoreHealth before;
  std::size_t kept = 0;        // number of undamaged runs after the repair
  std::filesystem::path copy;  // new path of the damaged file; empty if it was repaired in place
};

/// Removes damaged rows. If pages are damaged, all rows found on any page are copied to a new file, and the old file is
/// renamed to NAME.damaged. Throws StoreError if no run is found, if another process has locked the store, if the file
/// has another schema, or if the disk is full; the file then remains unchanged.
Repair repair(const std::filesystem::path& store);

}  // namespace plumb
