#pragma once
// Timed cells are printed for readers and as data.

#include <vector>

#include "harness/timing/timing.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns a row for each cell, the fastest first, with the error that was asked for. Cells that are not ranked stand
/// in the notes, with the reason. The caption says what all cells share and where they were timed.
Table timing_lines(const TimingSession& session, const AccuracyBound& bound);

/// Returns a row for each cell of all sessions, also for those that are not ranked. Columns have units.
Table timing_table(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Returns an array with one object for each session, with all samples.
Json timing_json(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Returns nothing_measured if nothing was ranked, or not well enough to compare; machine_unfit if there was much
/// noise; else ok.
Exit exit_of(const std::vector<TimingSession>& sessions);

}  // namespace plumb
