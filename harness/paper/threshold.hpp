#pragma once
// An outcome depends on its threshold. This module computes the thresholds at which the outcome of a criterion changes.
//
//   <, <=, >, >=       the threshold is the value; the outcome changes at the number
//   with `within`      the threshold is the relative distance allowed: on both sides of the value for "=" and "!=",
//                      above it for "<=", below it for ">="; the outcome changes at the distance of the number
//   =, !=              no threshold: the digits of the value define the distance; infinity has no distance
//
// A threshold given by the words of the paper is not ours and has no alternatives.

#include <optional>

#include "harness/paper/criterion.hpp"

namespace plumb {

/// A threshold that we chose.
struct Threshold {
  double chosen;     // threshold, in the unit of the number or as a relative distance
  bool is_distance;  // whether the threshold is the relative distance, not the value
  /// Thresholds at which the outcome changes: one for each number of the compared interval.
  Interval turns;
  /// All thresholds with the same outcome, if the outcome is decided. An infinite bound means no limit on that side.
  Interval stands;

  /// Returns the factor (1 or more) by which the threshold may be multiplied or divided before the outcome could
  /// change; infinite if no factor changes it.
  double factor() const;
  /// Returns whether the outcome changes within `close_factor` of the threshold for all numbers of the compared
  /// interval, or for none.
  bool is_clear() const;
};

/// If an outcome changes within this factor of our threshold, it is due to the threshold and not to the paper.
inline constexpr double close_factor = 2;

/// Returns the threshold; none if the criterion has no threshold of ours.
std::optional<Threshold> threshold(const Criterion& criterion, const Interval& number);

}  // namespace plumb
