#pragma once
// What one difference between a measured and an accepted result means, by the part of the result it is in.

#include <optional>
#include <string>

#include "harness/gate/check.hpp"

namespace plumb {

/// What a difference is weighed by.
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

/// A loss of digits up to this is none.
inline constexpr double tolerated_loss = 0.3;
/// So is more drift up to this factor.
inline constexpr double tolerated_drift = 2;
inline constexpr double order_tolerance = 0.1;
/// A time over that of the calibration may differ by this factor.
inline constexpr double tolerated_slowness = 1.5;

/// Whether a part holds the final state: q, v, lambda, outputs.
bool is_state(std::string_view part);

/// None: it is within what is tolerated.
std::optional<Weighed> weigh(const Difference& difference, const Weighing& weighing);

}  // namespace plumb
