#pragma once
// Integrations of references sample forces at discrete times. A force that varies within less than the distance of two
// samples may look smooth at all samples. With these types, a problem can exclude this for intervals of an
// integration.

#include <functional>
#include <vector>

namespace plumb {

/// All numbers from `low` to `high`.
struct Range {
  double low, high;

  double width() const { return high - low; }
};

/// Ranges that contain t [s], q and v during a part of an interval of a motion.
struct StateRanges {
  Range t;
  std::vector<Range> q, v;
  double duration;  // duration of the interval [s]
};

/// Returns whether forces, masses or constraints may vary within the ranges so much that samples at both ends do not
/// show it. False is proven by interval arithmetic; true may be due to ranges that are too wide.
using HiddenVariation = std::function<bool(const StateRanges&)>;

}  // namespace plumb
