#pragma once
// The data of a site: runs as JSON with a schema number and as CSV (docs/report.md).

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/gathered_runs.hpp"
#include "harness/report/kept_runs.hpp"
#include "text/json.hpp"

namespace plumb {

inline constexpr int report_schema = 1;

/// Maximal number of runs in a file of details.
inline constexpr std::size_t runs_in_a_file = 256;

/// Returns ids, steps and times reached of all runs as columns. Columns of words ("problem", ..) are {"values": [..],
/// "of": [..]}: the different words, and for each run the index of its word.
Json cells_json(const GatheredRuns& runs);

/// Returns names, units and meanings of the columns, in the order of their files.
Json quantities_json(const GatheredRuns& runs);

/// Returns the numbers of a column, each with six significant digits, which is enough for plots and filters.
std::string quantity_text(const NumberColumn& column);

/// Returns all details of the runs from `first` on, at most `runs_in_a_file`: all digits, settings, command lines and
/// reasons. For a run in `kept` it lists the files: "trajectory" is "kept/ID", "animation" is "picture/ID.svg".
Json details_json(const GatheredRuns& runs, std::size_t first, const SavedRuns& kept = {});

/// Returns all columns of all runs, numbers at full precision, below a row of names.
std::string runs_csv(const GatheredRuns& runs);

/// Returns the statuses with their meanings, and the number of runs that ended with each.
Json statuses_json(const GatheredRuns& runs);

/// Returns the builds and machines of the runs, without dates, and the number of runs of each.
Json environments_json(const GatheredRuns& runs);

/// Returns a description of each method or problem that the runs use.
Json subjects_json(const std::map<std::string, NamedSubject>& subjects);

}  // namespace plumb
