#pragma once
// Merges the stores of several machines into one. If it fails, the target is unchanged.

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "harness/store/store_diff.hpp"

namespace plumb {

/// Thrown if two stores contain different results of the same build for a cell. A build must compute the same results
/// everywhere.
/// The message is one line: the cell, the difference, and both values.
struct MergeConflict : std::runtime_error {
  MergeConflict(const Cell& cell, const Difference& worst, const std::filesystem::path& store);
};

struct MergeCounts {
  std::int64_t added = 0;     // runs of new cells
  std::int64_t replaced = 0;  // runs replaced by better timed runs of another store
  std::int64_t same = 0;      // runs that were already present
  std::int64_t damaged = 0;   // damaged rows of the inputs, which were omitted
  std::int64_t lost = 0;      // cells of damaged rows that have no undamaged row in any store
  std::int64_t derived = 0;   // added derived texts (Store::derived)
};

/// Copies the runs and derived texts of all builds from the inputs. The result does not depend on the order of the
/// inputs, nor on repetitions. Of equal results of a cell (apart from time) one is kept: the result with more timings,
/// then the newer. A run ended by the machine (timeout, memory) is replaced by one that ended by itself. A derived text
/// in the target stays unless it is damaged. A damaged row of an input is skipped; a damaged row of the target is
/// replaced. The target is created if it is missing, and may be among the inputs; the other inputs are only read. Has
/// stopping points. Throws MergeConflict or StoreError; then the target is unchanged or not created.
MergeCounts merge_stores(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs);

}  // namespace plumb
