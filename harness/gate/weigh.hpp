#pragma once
// Grades one difference between a measured and an accepted result, by the rule for its part of the result (check.hpp).

#include <optional>
#include <string>

#include "harness/gate/check.hpp"

namespace plumb {

/// The data from which a difference is graded, in addition to the difference.
struct Weighing {
  const Accepted& before;
  const Item& after;
  const CheckSettings& settings;
  bool same_surroundings = false;  // whether both were measured with the same compiler, flags, processor and libm
};

/// The grade of a difference, with the message and severity of its Finding.
struct Weighed {
  Grade grade = Grade::worse;
  std::string message;
  double severity = 0;
};

/// Largest tolerated increase of the error of a run, as a difference of log10(error).
inline constexpr double tolerated_loss = 0.3;
/// Largest tolerated factor by which drift may grow.
inline constexpr double tolerated_drift = 2;
/// Largest tolerated change of an observed order.
inline constexpr double order_tolerance = 0.1;
/// Largest tolerated factor between times, which are relative to the calibration.
inline constexpr double tolerated_slowness = 1.5;

/// Returns whether a part belongs to the final state: q, v, lambda, outputs.
bool is_state(std::string_view part);

/// Grades the difference. None: it is within the tolerance.
std::optional<Weighed> weigh(const Difference& difference, const Weighing& weighing);

}  // namespace plumb
