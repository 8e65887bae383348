#pragma once
// Runs as data: the one JSON and the one CSV of a run, whether it was just measured or is kept in a store.

#include <string>
#include <vector>

#include "harness/store/store.hpp"
#include "harness/text/table.hpp"

namespace plumb {

/// The object of run_json, and "created" if the run comes from a store.
Json run_object(const StoredRun& run);

/// A table of runs, a row each, with the numbers and words of its object: settings, metrics, counters and timing are
/// columns by their names, of the environment the compiler, flags, commit and processor. States at the end are left to
/// the JSON. Columns have units: "-" is dimensionless, "SI" one that the runs or their constraints do not share.
Table run_table(const std::vector<StoredRun>& runs);

/// JSON Lines, one object a run; else the table in that format.
std::string printed_runs(const std::vector<StoredRun>& runs, TableFormat format);

}  // namespace plumb
