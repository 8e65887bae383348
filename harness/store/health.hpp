#pragma once
// The state of a store's file, and what can be made of a damaged one.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

struct StoreHealth {
  std::size_t runs = 0;              // that can be believed
  std::size_t without_checksum = 0;  // of them, which an earlier version has written
  std::vector<DamagedRun> damaged = {};
  std::vector<std::string> pages = {};  // what is wrong with the file as a database, or why it is no store

  bool is_sound() const { return damaged.empty() && pages.empty(); }
};

/// Reads the whole file and leaves it as it is. Throws StoreError if there is no such file, or another process holds
/// it.
StoreHealth health(const std::filesystem::path& store);

struct Repair {
  StoreHealth before;
  std::size_t kept = 0;        // runs that are there now
  std::size_t checksums = 0;   // that were added to them
  std::filesystem::path copy;  // of the file as it was; empty: it was repaired in its place
};

/// Removes damaged rows and gives a checksum to those without. Where pages are damaged, all rows that can be found in
/// any of them go to a new file, and the old one is kept beside it as NAME.damaged. Throws StoreError: nothing can be
/// found, another process holds the store, no room; the file is then as it was.
Repair repair(const std::filesystem::path& store);

}  // namespace plumb
