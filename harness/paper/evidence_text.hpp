#pragma once
// Texts for the evidence of a claim.

#include "harness/paper/claims.hpp"

namespace plumb {

/// Returns a text like "yes most: 190 of 240 pass".
std::string count_text(const Count& count);
/// Returns a line for each result. The results of a check with a quantifier ("most", "all", ...) follow a line with the
/// count of passed results.
std::vector<std::string> evidence_lines(const JudgedClaim& claim);

}  // namespace plumb
