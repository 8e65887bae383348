#pragma once
// Grades one difference between a measured and an accepted result, by the rule for its kind of value (tolerance.hpp).

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

/// Grades the difference. None: it is within the tolerance.
std::optional<Weighed> weigh(const Difference& difference, const Weighing& weighing);

}  // namespace plumb
