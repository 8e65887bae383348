#pragma once
// Measures the nightly matrix, area by area.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct Measurement {
  std::vector<Item> items = {};  // one item for each entry of the matrix; items that did not run have no result
  bool interrupted = false, timed_out = false;  // stopped by Ctrl-C; by the global timeout
};

/// Measures all entries of the matrix. `options.store` must not be null; runs of this build in the store are not
/// repeated. Throws StoreError.
Measurement measured(const NightlyMatrix& matrix, const MatrixOptions& options);

}  // namespace plumb
