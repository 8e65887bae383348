#pragma once
// The options of runs that follow from the Conduct of a call.

#include <memory>

#include "harness/api/api.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

inline constexpr int most_jobs = 1024;  // limit of runs at the same time

/// The options of a matrix, and its store.
struct Conducted {
  /// Throws UsageError for numbers out of range, and StoreError.
  explicit Conducted(const Conduct& conduct);

  std::unique_ptr<Store> store;
  MatrixOptions options;
};

}  // namespace plumb
