#pragma once
// Checks the file of a store, and makes a sound store of what is left in a damaged one.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

struct StoreHealth {
  std::size_t runs = 0;  // runs that can be believed
  std::vector<DamagedRun> damaged = {};
  std::vector<std::string> pages = {};  // what is wrong with the database, or why it is no store

  bool is_sound() const { return damaged.empty() && pages.empty(); }
};

/// Reads the whole file and does not change it. Throws StoreError if there is no such file, or if another process holds
/// it.
StoreHealth health(const std::filesystem::path& store);

struct Repair {
  StoreHealth before;
  std::size_t kept = 0;        // runs that are there now
  std::filesystem::path copy;  // the file as it was; empty if it was repaired in place
};

/// Removes damaged rows. If pages are damaged, all rows that can be found on any
/// page go to a new file, and the old file is kept beside it as NAME.damaged. Throws StoreError if no run can be found,
/// if another process holds the store, or if there is no room; the file is then as it was.
Repair repair(const std::filesystem::path& store);

}  // namespace plumb
