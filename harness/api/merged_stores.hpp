#pragma once
// The verb `merge`: stores of several machines, joined into one.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/work.hpp"
#include "harness/store/merge.hpp"

namespace plumb {

struct MergeRequest {
  std::string target = {};  // store to write; its runs are kept
  std::vector<std::string> inputs = {};
  std::string study = {};  // study file whose cells without a result are counted; empty: none
};

/// The cells of a study for which a store has no result of this build, or only one that depends on the machine (such as
/// a timeout).
struct CellsWithoutResult {
  std::size_t count = 0;
  std::vector<std::string> first = {};  // titles of the first ten cells
};

struct MergedStores {
  MergeCounts counts = {};
  std::optional<CellsWithoutResult> missing = {};  // none: no study was given
  PiecesEnding ending = {};
};

/// Merges the stores as merge_stores(). Throws UsageError if the target is the only input, MergeConflict and
/// StoreError. `conduct` receives a note if the target is one of several inputs, because its runs are kept anyway.
MergedStores merged_stores(const MergeRequest& request, const Conduct& conduct);

}  // namespace plumb
