#pragma once
// The random part of chain(n): the spin of every link.

#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"

namespace plumb {

/// The spins in rad/s, between -10 and 10. `seed` is an integer or "paper". "paper" selects the numbers of fang2023 if
/// it has numbers for so many links, else the seed 1. Throws std::invalid_argument on another seed.
std::vector<ExactNumber> chain_spins(int links, std::string_view seed);

}  // namespace plumb
