#pragma once
// What a comparison says of a number that is known to lie between two others.

#include <optional>
#include <string>

namespace plumb {

struct Comparison {
  std::string relation = "=";  // "=", "!=", "<", "<=", ">", ">="
  std::string value;           // a number, or "inf"
  std::optional<double> within = {};

  /// Whether the number passes. "=" is within a relative distance, or, without one, to the digits of the value.
  bool passes(double number) const;
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
std::optional<bool> decided(const Comparison& comparison, const Interval& interval);

}  // namespace plumb
