#pragma once
// Uncertainty of the numbers of a run, for the nightly check. A smaller difference is noise.

#include <functional>
#include <optional>

#include "harness/gate/item.hpp"
#include "harness/gate/tolerance.hpp"

namespace plumb {

/// Returns the uncertainty of the value of a measured item in which `difference` occurs; none if it is unknown.
using DoubtOf = std::function<std::optional<Doubt>(const Item& measured, const Difference& difference)>;

/// Returns a function for the uncertainty of a run's metrics and final state (uncertainty.hpp), with the rounding part
/// multiplied by `rounding_spread`. If a difference exceeds it, the function also compares repeat runs from initial
/// values perturbed by rounding errors. If their spread is larger than the estimate, as for an output that is a
/// difference of large numbers, it is returned instead. Items that are not runs have no uncertainty. The function runs
/// the cell again, once for consecutive calls with the same cell. An isolated cell (isolation.hpp) runs in a separate
/// process, without perturbed repeat runs. Not thread-safe.
DoubtOf doubt_by_repeat_runs();

/// Returns the same function for differences of whole results (`differences` of two objects of run_json), with all
/// digits of all values. Counts, and numbers without an estimate, have the spread of the perturbed repeat runs as their
/// uncertainty, multiplied by `rounding_spread`; it is unknown for isolated cells. Obeys the stop request of its task.
DoubtOf doubt_of_whole_results();

}  // namespace plumb
