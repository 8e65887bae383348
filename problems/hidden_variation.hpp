#pragma once
// The integration of a reference solution evaluates forces at discrete times. A short pulse of a force between two of
// these times would stay undetected. With these types, a problem can prove that there is none in an interval of the
// integration.

#include <functional>
#include <vector>

namespace plumb {

/// The closed interval from `low` to `high`.
struct Range {
  double low, high;

  double width() const { return high - low; }
};

/// Ranges that contain t [s], q and v during a part of an integration interval.
struct StateRanges {
  Range t;
  std::vector<Range> q, v;
  double duration;  // duration of the interval [s]
};

/// Returns whether forces, masses or constraints may vary within the ranges so much that samples at both ends do not
/// show it. False is proven by interval arithmetic; true may be due to ranges that are too wide.
using HiddenVariation = std::function<bool(const StateRanges&)>;

}  // namespace plumb
