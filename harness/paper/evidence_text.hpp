#pragma once
// The evidence of a claim in words.

#include "harness/paper/claims.hpp"

namespace plumb {

/// "yes most: 190 of 240 pass".
std::string count_text(const Count& count);
/// A line for each result, and before those of a check with a quantifier their count.
std::vector<std::string> evidence_lines(const JudgedClaim& claim);

}  // namespace plumb
