#pragma once
// Timed cells are printed for readers and as data.

#include <vector>

#include "harness/timing/timing.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns a row for each cell, the fastest first, with the error of --accuracy. Cells that are not ranked are listed
/// in the notes, with the reason. The caption has the settings that all cells share, and the machine.
Table timing_lines(const TimingSession& session, const AccuracyBound& bound);

/// Returns a row for each cell of all sessions, ranked or not. Columns have units.
Table timing_table(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Returns an array with one object for each session, with all samples.
Json timing_json(const std::vector<TimingSession>& sessions, const AccuracyBound& bound);

/// Returns nothing_measured if no cell was ranked, or if cells have too few samples to be compared; machine_unfit if
/// the noise was large; else ok.
Exit exit_of(const std::vector<TimingSession>& sessions);

}  // namespace plumb
