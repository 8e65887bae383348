#pragma once
// The data of a site as JSON with a schema number (docs/report.md).

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

/// Returns the numbers of a column with six significant digits, which is enough for plots and filters.
std::string quantity_text(const NumberColumn& column);

/// Returns all details of the runs from `first` on, at most `runs_in_a_file`, in columns: command lines, settings and
/// numbers with all digits. For runs in `kept` it lists the files: "trajectories" has "kept/ID", "animations" has
/// "picture/ID.svg".
Json details_json(const GatheredRuns& runs, std::size_t first, const SavedRuns& kept = {});

/// Returns the series of `order_series` in columns. Cells are indices of runs. Numbers have six significant digits.
Json orders_json(const GatheredRuns& runs, const Json& orders);

/// Returns the statuses with their meanings, and the number of runs that ended with each.
Json statuses_json(const GatheredRuns& runs);

/// Returns the builds and machines of the runs, without dates, and the number of runs of each.
Json environments_json(const GatheredRuns& runs);

/// Returns a description of each method or problem that the runs use.
Json subjects_json(const std::map<std::string, NamedSubject>& subjects);

}  // namespace plumb
