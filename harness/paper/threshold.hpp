#pragma once
// An outcome depends on its threshold. This says where a criterion turns over if the threshold is another one.
//
//   <, <=, >, >=       the threshold is the value, and the outcome turns at the number
//   with `within`      it is the relative distance that is allowed: of "=" and "!=" on both sides of the value, of "<="
//                      above it, of ">=" below it; the outcome turns at the distance of the number
//   =, !=              none: the digits of the value say how far they reach, and infinity has no distance
//
// A threshold that the words of the paper give is not ours, and could not be another one.

#include <optional>

#include "harness/paper/criterion.hpp"

namespace plumb {

/// A threshold that we chose.
struct Threshold {
  double chosen;     // [unit of the number, or a relative distance]
  bool is_distance;  // else it is the value
  // ^ The outcome turns over in this interval: at one place for each number that the compared one may be.
  Interval turns;
  // ^ All thresholds with the same outcome, if the outcome is decided. Infinite: the range has no end.
  Interval stands;

  /// Returns by how much the threshold may be multiplied or divided until the outcome could turn over: 1 or more,
  /// infinite if no factor turns it.
  double factor() const;
  /// Tells whether all numbers that the compared one may be turn within `close_factor`, or none of them does.
  bool is_clear() const;
};

/// An outcome that turns within this factor of a threshold of ours is due to the threshold, not to the paper.
inline constexpr double close_factor = 2;

/// Returns the threshold; none if the criterion has no threshold of ours.
std::optional<Threshold> threshold(const Criterion& criterion, const Interval& number);

}  // namespace plumb
