#pragma once
// Puts the stores of several machines together: all of them or none.

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "harness/store/store_diff.hpp"

namespace plumb {

/// One build gave unequal results for a cell in two stores, although a build has to compute the same everywhere. The
/// message is one line: the cell, what differs, and both values.
struct MergeConflict : std::runtime_error {
  MergeConflict(const Cell& cell, const Difference& worst, const std::filesystem::path& store);
};

struct MergeCounts {
  std::int64_t added = 0;     // runs of cells that were not there
  std::int64_t replaced = 0;  // runs that another store measured better
  std::int64_t same = 0;      // runs that were there already
  std::int64_t damaged = 0;   // rows of the inputs that cannot be believed and were left out
  std::int64_t lost = 0;      // cells of these rows that have no sound row anywhere
  std::int64_t derived = 0;   // texts made from runs that were added
};

/// Takes over the runs and derived texts of all builds from the inputs. The result does not depend on the order of the
/// inputs, nor on how often they are merged. Of equal results of a cell one stays, whatever time they took: the one
/// whose time was measured more often, then the newer one. A run that the machine ended (timeout, memory) gives way to
/// one that ended by itself. A derived text in the target stays unless it is damaged. A damaged row of an input is left
/// out; a damaged row of the target is replaced. The target is created if it is missing, and may be among the inputs;
/// the other inputs are only read. Obeys stopping points. Throws MergeConflict or StoreError; then nothing has changed,
/// and no target was made.
MergeCounts merge_stores(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs);

}  // namespace plumb
