#pragma once
// Converts the Conduct of an API call (jobs, timeouts, store) to the options of the runs.

#include <memory>

#include "harness/api/api.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

inline constexpr int most_jobs = 1024;  // upper limit of simultaneous runs

/// The options for running a list of cells, and the opened store.
struct Conducted {
  /// Throws UsageError for numbers out of range, and StoreError.
  explicit Conducted(const Conduct& conduct);

  std::unique_ptr<Store> store;
  MatrixOptions options;
};

}  // namespace plumb
