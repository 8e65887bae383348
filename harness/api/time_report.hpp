#pragma once
// Converts the results of `plumb time` to tables and JSON.

#include <vector>

#include "harness/timing/timing.hpp"
#include "text/exit_codes.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns a table for people with a row for each cell, the fastest first, and the error that --accuracy bounds. Cells
/// without a rank are listed in the notes, with the reason. The caption has the settings that all cells share, and the
/// machine.
Table timing_lines(const TimingSession& session, const AccuracyBound& bound);

/// Returns a machine-readable table with a row for each cell of all sessions, ranked or not. Columns have units.
Table timing_table(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Returns an array with one object for each session, with all samples.
Json timing_json(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Returns nothing_measured if no cell has a rank, or if cells have too few samples to be compared; machine_unfit if
/// the noise of the machine was too large; else ok.
Exit exit_of(const std::vector<TimingSession>& sessions);

}  // namespace plumb
