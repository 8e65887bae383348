#pragma once
// Items from samples of papers: measured numbers and verdicts, as in `plumb reproduce`.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct PaperMeasurement {
  std::vector<Item> items = {};
  bool interrupted = false;
};

/// Returns an item for each number of a table, and one for each claim. Throws UsageError on a paper, item, row, column
/// or claim that does not exist.
PaperMeasurement measured_papers(const std::vector<PaperSample>& samples, const MatrixOptions& options);

}  // namespace plumb
