#pragma once
// The tolerances of the values of records: results of runs and items of the nightly check.
//
// `plumb diff` and `plumb merge` list all values that differ in any bit (`differences`, store_diff.hpp). `plumb check`,
// `plumb selftest`, `plumb baseline` and `plumb verify` compare each of these differences with the rule for its kind of
// value, and with the uncertainty of the value. The order tests accept the same deviation of an order.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "harness/store/store_diff.hpp"

namespace plumb {

/// Kinds of values of a record.
enum class ValueKind {
  status,
  metric,         // error, drift or other deviation
  state,          // component of the final state, or output
  counter,        // number of evaluations, iterations, ...
  bits,           // hash of the final state
  text,           // reason, note, ...
  bound,          // uncertainty, which is estimated and not measured
  order,          // observed order
  order_verdict,  // verdict on an observed order
  property,       // result of the analysis of a method
  digits,         // number of certified digits of a reference
  decimal,        // value of a reference, as a decimal text
  published,      // number of a paper
  verdict,        // verdict on a number or claim of a paper
  time,           // time relative to the calibration
  other
};

/// Measures of the change of a value.
enum class Measure {
  equality,   // any change exceeds the tolerance
  absolute,   // |after − before|
  relative,   // |after − before| / |before|, for each component of a list
  decades,    // |log10(after / before)|
  ratio,      // quotient of the larger and the smaller number
  last_place  // decimal texts: |after − before| as a power of ten, above the last place that both texts have
};

struct ValueRule {
  std::string_view part, name;  // part of the record; beginning of the names in this part, empty: all names
  ValueKind kind = ValueKind::other;
  Measure measure = Measure::equality;
  double tolerance = 0;  // largest change that the nightly check tolerates
};

/// Largest tolerated increase of the error of a run [decades].
inline constexpr double tolerated_loss = 0.3;

/// A metric of a run with the same bits may change by the last digit of `error_digits`.
inline constexpr ValueRule metric_of_same_bits = {"metrics", "", ValueKind::metric, Measure::relative, 2e-3};

/// The rule of a comparison that tolerates no change beyond the uncertainty.
inline constexpr ValueRule no_tolerance = {"", ""};

/// Returns the rule for a value; a rule of ValueKind::other if the table has none.
const ValueRule& rule_of(const Difference& difference);

/// Returns whether the change is within the tolerance of the rule. Throws FormatError if a value that must be a
/// number is none.
bool is_tolerated(const Difference& difference, const ValueRule& rule);

/// Returns the number of lost decimal digits, log10(after/before), which is negative if digits were gained. It is at
/// most 17 in magnitude. If only `before` is 0, all digits are lost.
double digits_lost(double before, double after);

/// The uncertainty of one number.
struct Doubt {
  double bound = 0;         // bound on the error, in the unit of the number; infinite: the reference is too inaccurate
  std::string origin = {};  // largest contribution to the bound: "rounding", "newton" or "reference"
};

/// Returns the uncertainty of the value of a difference; none if it is unknown.
using DoubtOfValue = std::function<std::optional<Doubt>(const Difference&)>;

/// The comparison of two values that differ.
struct ComparedValue {
  bool is_tolerated = false;        // whether the change is within the tolerance of the rule
  double distance = 0;              // `distance` of the values (store_diff.hpp)
  std::optional<Doubt> doubt = {};  // uncertainty, if the change is not tolerated and the uncertainty is known

  bool is_noise() const { return doubt && distance <= doubt->bound; }
  /// Returns the distance in multiples of the uncertainty; infinite if the uncertainty is 0 or unknown.
  double multiple_of_doubt() const;
};

/// Compares two values by a rule. `doubt` is called only if the change is not tolerated; null: no uncertainty.
ComparedValue compared(const Difference& difference, const ValueRule& rule, const DoubtOfValue& doubt = {});

}  // namespace plumb
