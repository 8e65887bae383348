#pragma once
// The verb `spread`: the effect of rounding on runs, measured by runs from perturbed initial values.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/judge/spread.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

struct SpreadRequest {
  Axes axes;
  int starts = 8;  // number of perturbed starts of each cell, 1 to 1000
};

/// A cell and its runs. The initial values of the first run are not perturbed.
struct PerturbedRuns {
  ResolvedCell cell;
  std::vector<std::optional<RunResult>> results;  // none: the run did not end

  bool complete() const;
  /// Returns the number of runs with another status than ok.
  std::size_t failed() const;
};

struct SpreadStudy {
  std::vector<PerturbedRuns> cells = {};  // the cells of which all runs ended
  std::vector<std::string> notes = {};
  Ending ending = {};

  /// Returns whether an unperturbed run has the status ok.
  bool any_ok() const;
};

/// Runs all cells of the axes, with and without perturbations. Throws UsageError.
SpreadStudy spread(const SpreadRequest& request, const Conduct& conduct);

/// Returns a table for people with a row for each metric of a cell.
Table spread_table(const PerturbedRuns& runs);
/// Returns {"id", "starts", "failed", "metrics": {..}}.
Json spread_json(const PerturbedRuns& runs);

}  // namespace plumb
