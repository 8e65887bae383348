#pragma once
// The problem chain(n): n bars in space that form a hanging chain with spherical joints.

#include "contract/parameters.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

/// Throws std::invalid_argument if n is not a whole number.
mbs::Mechanism chain_mechanism(const Parameters& parameters);

}  // namespace plumb
