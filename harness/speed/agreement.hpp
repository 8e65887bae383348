#pragma once
// Loops that are timed against each other must compute the same result. This is verified before any timing.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace plumb {

/// Compares two loops. Returns a line that describes the difference; empty if there is none.
using Agreement = std::function<std::string()>;

/// Returns all comparisons that the benchmarks of this binary have registered.
inline std::vector<Agreement>& agreements() {
  static std::vector<Agreement> all;
  return all;
}

/// Compares two states. They agree if no component differs by more than `tolerance` times the largest component of
/// `theirs`; NaN never agrees. Returns an empty text, or a line with the name and the largest difference.
inline std::string disagreement(const std::string& name, const std::vector<double>& ours,
                                const std::vector<double>& theirs, double tolerance) {
  if (ours.size() != theirs.size() || ours.empty()) return name + ": the states are of different sizes";
  double apart = 0, size = 0;
  bool are_numbers = true;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    are_numbers = are_numbers && std::isfinite(ours[i]) && std::isfinite(theirs[i]);
    apart = std::max(apart, std::fabs(ours[i] - theirs[i]));
    size = std::max(size, std::fabs(theirs[i]));
  }
  if (are_numbers && apart <= tolerance * size) return {};
  return fmt::format(
      "{}: the result of the hand-written loop differs by {:.3g} (relative to the state); {:.3g} is allowed", name,
      are_numbers ? apart / size : std::numeric_limits<double>::quiet_NaN(), tolerance);
}

}  // namespace plumb
