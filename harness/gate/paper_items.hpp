#pragma once
// Items of the area `papers`: measured numbers and verdicts of samples of papers, as in `plumb reproduce`.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct PaperMeasurement {
  std::vector<Item> items = {};
  bool interrupted = false;
};

/// Returns an item for each selected number of a table, and for each selected claim; no items after a stop. Throws
/// UsageError on a paper, item, row, column or claim that does not exist.
PaperMeasurement measured_papers(const std::vector<PaperSample>& samples, const MatrixOptions& options);

}  // namespace plumb
