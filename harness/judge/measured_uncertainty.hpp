#pragma once
// What is not known of a number that a run has given, for who asks of many of them.

#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// As `uncertainties` of this run alone. Errors far above what every reference is known to (Solution::least_digits())
/// have that as the bound of the reference's part: certifying its digits takes long, and could change nothing. What
/// Newton's tolerance leaves of a deviation is not known without a twin: infinite.
Uncertainty measured_uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

/// As `uncertainties`, with the bound of the reference's part as here.
std::vector<Uncertainty> measured_uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                                const std::vector<const RunResult*>& runs);

/// Whether it certifies digits of the reference (`horizon_of`), once the motion is known. Throws as it does.
bool counts_on_certified_digits(const ResolvedCell& cell, std::string_view metric, const RunResult& run);

}  // namespace plumb
