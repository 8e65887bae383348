#pragma once
// Integrations of references sample forces at points in time. A force whose formula varies within less than the
// distance of two points may look smooth at all of them. These types connect a problem that can exclude this with the
// integrations that have to know it.

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
  double duration;  // s, of the interval
};

/// Returns whether forces, masses or constraints may vary within the ranges so much that samples at both ends do not
/// show it. False is proven by interval arithmetic; true may be due to ranges that are too wide.
using HiddenVariation = std::function<bool(const StateRanges&)>;

}  // namespace plumb
