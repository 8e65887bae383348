#pragma once
// Uncertainty of the numbers of a run, for the nightly check. A difference below it is noise.

#include <functional>
#include <optional>
#include <string>

#include "harness/gate/item.hpp"
#include "harness/store/store_diff.hpp"

namespace plumb {

/// Returns the largest distance of two numbers, or of two lists component by component; infinite if they cannot be
/// compared.
double distance(const Json& a, const Json& b);

struct Doubt {
  double bound = 0;         // bound on the error, in the unit of the number; infinite: the reference is too inaccurate
  std::string origin = {};  // origin of the largest part: "rounding", "newton", "reference"
};

/// Returns the uncertainty of a value of a measured item; none if there is no limit, or if it is unknown.
using DoubtOf = std::function<std::optional<Doubt>(const Item& measured, const Difference& difference)>;

/// Returns the uncertainty of a run's metrics and final state (uncertainty.hpp), with rounding multiplied by
/// `rounding_spread`. If a difference exceeds it, repeat runs from starts perturbed by a rounding error are compared,
/// too. Their spread replaces a smaller estimate, as for an output that is a difference of large numbers. Items that
/// are not runs have no uncertainty. The cell runs again for this, once for consecutive calls with the same cell. An
/// isolated cell (isolation.hpp) runs in a separate process and has no perturbed repeat runs. Not thread-safe.
DoubtOf doubts_of_runs();

}  // namespace plumb
