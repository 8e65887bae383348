#pragma once
// Where the equations of a mechanism are not smooth: between the pieces of its functions of time.

#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "problems/problem.hpp"

namespace plumb::mbs {

/// After the beginning, in order. Of a driver's function the derivative that jumps is one of positions, of forces and
/// gravity it is one of accelerations. Where a value, a rate and a second derivative agree to 12 digits, the third may
/// jump.
std::vector<Breakpoint> breakpoints_of(const Mechanism& mechanism);

}  // namespace plumb::mbs
