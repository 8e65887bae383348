#pragma once
// Timed cells as people read them and as data.

#include <vector>

#include "harness/timing/timing.hpp"
#include "text/table.hpp"

namespace plumb {

/// A row a cell, the fastest first, with the error that was asked for; what is not ranked stands in the notes with its
/// reason. The caption says what all cells share and where they were timed.
Table timing_lines(const TimingSession& session, const AccuracyBound& bound);

/// A row a cell of all sessions, those that are not ranked too. Columns have units.
Table timing_table(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// An array, one object a session, with all samples.
Json timing_json(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Nothing was ranked, or not well enough to compare: nothing_measured; much noise: machine_unfit; else ok.
Exit exit_of(const std::vector<TimingSession>& sessions);

}  // namespace plumb
