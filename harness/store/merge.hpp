#pragma once
// Stores of several machines put together: all of them or none.

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "harness/store/store_diff.hpp"

namespace plumb {

/// One build gave a cell unequal results in two stores: what a build computes is bound to be the same everywhere.
/// The message is one line: the cell, what differs and both values.
struct MergeConflict : std::runtime_error {
  MergeConflict(const Cell& cell, const Difference& worst, const std::filesystem::path& store);
};

struct MergeCounts {
  std::int64_t added = 0;     // runs of cells that were not there
  std::int64_t replaced = 0;  // runs that were measured better elsewhere
  std::int64_t same = 0;      // runs that were there
  std::int64_t damaged = 0;   // rows of the inputs that cannot be believed: left out
  std::int64_t lost = 0;      // of these the cells that have no sound row anywhere
  std::int64_t derived = 0;   // texts that were made of runs, added
};

/// Takes over the runs and derived texts of all builds from the inputs; in whatever order, and again, the result is the
/// same. Equal results of a cell are one, whatever time they took: the one whose time was measured more often stays,
/// then the newer one. A run that the machine ended (timeout, memory) gives way to one that ended by itself. A derived
/// text that is there stays, unless it is damaged. A damaged row of an input is left out, one of the target gives way.
/// The target is created if it is missing, and may be among the inputs; the other inputs are only read. Obeys stopping
/// points. Throws MergeConflict, StoreError: nothing has changed then, and no target was made.
MergeCounts merge_stores(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs);

}  // namespace plumb
