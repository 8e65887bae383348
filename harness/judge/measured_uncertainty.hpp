#pragma once
// Uncertainties of measured numbers, for callers that need many of them.

#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// Returns the uncertainty of a metric of one run, like `uncertainties`, with two differences. If an error is far above
/// the accuracy that every reference guarantees (Solution::least_digits()), this accuracy is the reference part:
/// certifying more digits takes long and would not change a verdict. For a deviation (energy, drift, invariant) of a
/// run with a Newton tolerance, the Newton part is infinite, because only a repeat run can measure it.
Uncertainty measured_uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

/// Returns `uncertainties`, with the reference part of `measured_uncertainty`.
std::vector<Uncertainty> measured_uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                                const std::vector<const RunResult*>& runs);

/// Returns whether `measured_uncertainty` needs the certified digits of the values of the reference (`horizon_of`). The
/// motion must have been computed. Throws like `measured_uncertainty`.
bool counts_on_certified_digits(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

}  // namespace plumb
