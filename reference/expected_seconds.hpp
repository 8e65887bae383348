#pragma once

#include <cmath>

namespace plumb {

/// The time that a computation is expected to take [s].
struct ExpectedSeconds {
  double least = 0, most = 0;

  /// Whether both bounds nearly agree.
  bool is_certain() const { return most <= 4 * least; }
  double middle() const { return std::sqrt(least * most); }
};

}  // namespace plumb
