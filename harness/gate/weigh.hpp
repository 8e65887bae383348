#pragma once
// The weight of one difference between a measured and an accepted result depends on the part of the result that it is
// in.

#include <optional>
#include <string>

#include "harness/gate/check.hpp"

namespace plumb {

/// A difference is weighed by these.
struct Weighing {
  const Accepted& before;
  const Item& after;
  const CheckSettings& settings;
  bool same_surroundings = false;
};

struct Weighed {
  Grade grade = Grade::worse;
  std::string says;
  double severity = 0;
};

/// A smaller loss of digits does not count.
inline constexpr double tolerated_loss = 0.3;
/// Drift that grows by a smaller factor does not count.
inline constexpr double tolerated_drift = 2;
inline constexpr double order_tolerance = 0.1;
/// The tolerated factor between times relative to the calibration.
inline constexpr double tolerated_slowness = 1.5;

/// Returns whether a part belongs to the final state: q, v, lambda, outputs.
bool is_state(std::string_view part);

/// Grades the difference. None: it is within the tolerance.
std::optional<Weighed> weigh(const Difference& difference, const Weighing& weighing);

}  // namespace plumb
