#pragma once
// These functions return the uncertainty of numbers that runs have given, for callers that ask about many of them.

#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// Returns `uncertainties` of this run alone. If an error lies far above what every reference is known to
/// (Solution::least_digits()), that is taken as the bound of the reference's part: certifying its digits takes long and
/// could change nothing. Without a twin it is not known what Newton's tolerance leaves of a deviation: that part is
/// infinite.
Uncertainty measured_uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

/// Returns `uncertainties`, with the bound of the reference's part as above.
std::vector<Uncertainty> measured_uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                                const std::vector<const RunResult*>& runs);

/// Tells whether that certifies digits of the reference (`horizon_of`), once the motion is known. Throws as it does.
bool counts_on_certified_digits(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

}  // namespace plumb
