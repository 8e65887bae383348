#pragma once
// From the nightly matrix to its items, area by area, on all cores.

#include <vector>

#include "harness/gate/nightly.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

struct Measurement {
  std::vector<Item> items = {};  // one for everything of the matrix; those that did not run have no result
  bool interrupted = false, timed_out = false;  // Ctrl-C, global timeout
};

/// Measures all of it. What `options.store` (not null) holds of this build is not run again. Throws StoreError.
Measurement measured(const NightlyMatrix& matrix, const MatrixOptions& options);

}  // namespace plumb
