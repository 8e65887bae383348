#pragma once
// The verb `diff`: the differences between two stores, cell by cell.

#include <cstddef>
#include <optional>
#include <string>

#include "harness/store/store_diff.hpp"
#include "text/json.hpp"

namespace plumb {

/// The paths of two stores. If a store has runs of several builds, `build_before` and `build_after` choose one, by the
/// first characters of its fingerprint or commit; none: the newest run of each cell.
struct StoresToCompare {
  std::string before, after;
  std::optional<std::string> build_before = {}, build_after = {};
};

struct StoreChanges {
  StoresToCompare request;
  Record before, after;
  StoreDiff diff = {};
};

/// Compares the stores. Throws StoreError and UsageError.
StoreChanges store_changes(const StoresToCompare& request);

/// Returns the text for people: the builds, a summary, and at most `most` rows of changed and of missing cells.
/// `with_digits` adds the number of agreeing digits of each part of a result.
std::string changes_text(const StoreChanges& changes, bool with_digits, std::size_t most);

/// Returns one object with all differences.
Json changes_json(const StoreChanges& changes);

}  // namespace plumb
