#pragma once
// Uncertainties of measured numbers, for callers that need many of them.

#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// Returns `uncertainties` of this single run. If the error is far above the guaranteed accuracy of every reference
/// (Solution::least_digits()), that accuracy bounds the part of the reference: certifying its digits takes long and
/// would not change the result. The effect of the Newton tolerance on a deviation is infinite, because only a repeat
/// run can measure it.
Uncertainty measured_uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

/// Returns `uncertainties`, with the bound of the reference's part as above.
std::vector<Uncertainty> measured_uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                                const std::vector<const RunResult*>& runs);

/// Returns whether `measured_uncertainty` certifies digits of the reference (`horizon_of`). The motion must have been
/// computed. Throws like `measured_uncertainty`.
bool counts_on_certified_digits(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

}  // namespace plumb
