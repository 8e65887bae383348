#pragma once
// The verb `time`: run times of cells, compared with each other, as tables and JSON.

#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/api/requested_cells.hpp"
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

struct TimeRequest {
  StudyOrAxes source = {};
  std::string paper = {};  // PAPER or PAPER/TABLE, whose published run times are measured; empty: the cells of `source`
  std::string accuracy = "re.q=0.01";  // largest error of a run that is timed: METRIC=BOUND
  TimingPlan plan = {};
};

/// The comparisons that ended before a stop.
struct TimeStudy {
  std::vector<TimingSession> sessions = {};
  AccuracyBound bound = {};
  std::vector<std::string> notes = {};
  std::optional<PiecesEnding> timing = {};  // none: a stop came before the first comparison
  Ending ending = {};
};

/// Runs the cells to check their errors, `conduct.jobs` at a time, and then times them one after the other. Cells with
/// the same problem, data and end time are compared. The store of `conduct` receives the times of cells that normally
/// run in the binding of the comparison. Throws UsageError.
TimeStudy time_study(const TimeRequest& request, const Conduct& conduct);

}  // namespace plumb
