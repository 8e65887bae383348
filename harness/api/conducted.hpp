#pragma once
// A Conduct determines these options for the runs of a call.

#include <memory>

#include "harness/api/api.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

inline constexpr int most_jobs = 1024;  // runs at the same time

/// The options of a matrix, and the store that they name.
struct Conducted {
  /// Throws UsageError for numbers that make no sense, and StoreError.
  explicit Conducted(const Conduct& conduct);

  std::unique_ptr<Store> store;
  MatrixOptions options;
};

}  // namespace plumb
