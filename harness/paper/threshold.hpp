#pragma once
// How much of an outcome is its threshold: where a criterion turns over when that is another one.
//
//   <, <=, >, >=       the threshold is the value, and the outcome turns at the number
//   with `within`      it is the relative distance that is allowed: of "=" and "!=" on both sides of the value, of "<="
//                      above it, of ">=" below it; the outcome turns at the distance of the number
//   =, !=              none: the digits of the value say how far they reach, and infinity has no distance
//
// What the words of the paper give is no threshold of ours, and could be no other one.

#include <optional>

#include "harness/paper/criterion.hpp"

namespace plumb {

/// A threshold of ours.
struct Threshold {
  double chosen;     // [unit of the number, or a relative distance]
  bool is_distance;  // or the value
  Interval turns;    // where the outcome turns over, one place for each number that the compared one may be
  Interval stands;   // all thresholds with the same outcome, of one that is decided; infinite: without an end

  /// By how much it may be multiplied or divided until the outcome could turn over: 1 or more, infinite if no factor
  /// does it.
  double factor() const;
  /// Whether all numbers that the compared one may be turn within `close_factor`, or none does.
  bool is_clear() const;
};

/// An outcome that turns within this factor of a threshold of ours is the threshold's, not the paper's.
inline constexpr double close_factor = 2;

/// None if the criterion has no threshold of ours.
std::optional<Threshold> threshold(const Criterion& criterion, const Interval& number);

}  // namespace plumb
