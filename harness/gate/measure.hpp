#pragma once
// Runs all measurements of `plumb check`, the entries of the nightly matrix (nightly.hpp), one area after the other.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct Measurement {
  std::vector<Item> items = {};  // all items of the nightly matrix; the result is null if an item was not measured
  bool interrupted = false, timed_out = false;  // stopped by Ctrl-C; by the global timeout
};

/// Measures all entries of the nightly matrix. `options.store` must not be null; runs of this build in the store are
/// not repeated. Throws StoreError.
Measurement measured(const NightlyMatrix& matrix, const MatrixOptions& options);

}  // namespace plumb
