#pragma once
// Compares the stores of a site with an earlier store, for a page. The comparison is that of `plumb diff`
// (store/store_diff.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/store_diff.hpp"
#include "text/json.hpp"

namespace plumb {

/// The kinds of changes of a run, the worst first: "fails now", "larger error", "fails otherwise", "other digits",
/// "only counters", "smaller error", "works now".
const std::vector<std::string>& kinds_of_changes();

/// Returns the kind of a change. "larger error" and "smaller error" require a change of the main error by more than
/// 1 %: of the error in q at the end, or of the first error at the end.
std::string_view kind_of_change(const ChangedCell& changed);

/// Adds the runs of a further store. If both have a run of a cell, the newer one is kept.
void merge(Record added, Record& record);

/// A record with the name of its store.
struct NamedRecord {
  std::string name;
  Record record;
};

/// Returns the data of the page: "before" and "after" with their names, the numbers of runs in both and of identical
/// ones, the number of each kind of change, "changed" as rows of "columns" with the worst changes first, the titles of
/// runs in one of the stores only, and the builds.
Json store_changes(const NamedRecord& before, const NamedRecord& after);

}  // namespace plumb
