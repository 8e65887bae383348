#pragma once
// What a criterion says of a number that is known to lie between two others.

#include <limits>
#include <optional>
#include <string>

namespace plumb {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

struct Criterion {
  std::string relation = "=";         // "=", "!=", "<", "<=", ">", ">="
  std::string value;                  // a number, or "inf"
  std::optional<double> within = {};  // of "=", "!=", "<=" and ">="
  std::string words = {};             // of the paper, that give value and distance; empty: they are ours

  /// Whether the number passes. "=" is within a relative distance, or, without one, to the digits of the value; "<="
  /// and ">=" pass what lies no further beyond the value than the distance.
  bool passes(double number) const;
  /// The value as a number.
  double limit() const;
  /// Whether another value, or another distance, could be compared with (threshold.hpp).
  bool has_threshold() const;
};

/// Everything from `low` to `high`.
struct Interval {
  double low, high;

  /// The distance of the further end.
  double distance_from(double x) const;
};
/// What lies no further from x, which may be infinite; everything, if the distance is not a number. Below 0 nothing
/// does of what is never negative.
Interval around(double x, double distance, bool never_negative);
/// All ratios; without bounds where the divisor may be 0.
Interval ratio(const Interval& of, const Interval& to);

/// Whether all numbers of the interval pass, or none does; null: it cannot be decided, as with an
/// end that is not a number.
std::optional<bool> decided(const Criterion& criterion, const Interval& interval);

}  // namespace plumb
