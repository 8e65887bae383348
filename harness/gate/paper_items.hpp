#pragma once
// Samples of papers as items: what `plumb reproduce` measures and says of numbers of tables and of claims.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct PaperMeasurement {
  std::vector<Item> items = {};
  bool interrupted = false;
};

/// An item a number of a table, and one a claim. Throws UsageError on a paper, item, row, column or claim that there is
/// not.
PaperMeasurement measured_papers(const std::vector<PaperSample>& samples, const MatrixOptions& options);

}  // namespace plumb
