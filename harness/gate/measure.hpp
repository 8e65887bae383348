#pragma once
// The nightly matrix becomes items here, area by area, on all cores.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct Measurement {
  std::vector<Item> items = {};  // one item for each entry of the matrix; items that did not run have no result
  bool interrupted = false, timed_out = false;  // stopped by Ctrl-C; stopped by the global timeout
};

/// Measures the whole matrix. Runs of this build in `options.store` (not null) are not repeated. Throws StoreError.
Measurement measured(const NightlyMatrix& matrix, const MatrixOptions& options);

}  // namespace plumb
