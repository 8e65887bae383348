#pragma once
// The random initial data of the problem chain(n): the angular velocity of every link about its own axis.

#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"

namespace plumb {

/// Returns the spins [rad/s], between -10 and 10. `seed` is an integer or "paper". "paper" selects the numbers of
/// fang2023 if that paper has numbers for this number of links, else the seed 1. Throws std::invalid_argument for any
/// other seed.
std::vector<ExactNumber> chain_spins(int links, std::string_view seed);

}  // namespace plumb
