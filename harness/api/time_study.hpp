#pragma once
// The verb `time`: run times of cells, compared with each other.

#include <optional>
#include <string>
#include <vector>

#include "harness/api/requested_cells.hpp"
#include "harness/api/time_report.hpp"
#include "harness/api/work.hpp"

namespace plumb {

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
