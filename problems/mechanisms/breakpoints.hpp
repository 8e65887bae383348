#pragma once
// The times at which the equations of a mechanism are not smooth: those between the pieces of its functions of time.

#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "problems/problem.hpp"

namespace plumb::mbs {

/// The breakpoints after the beginning, in order. For a driver's function, the derivative that jumps is one of
/// positions; for forces and gravity it is one of accelerations. Where value, rate and second derivative agree to 12
/// digits, the third derivative counts as the one that may jump.
std::vector<Breakpoint> breakpoints_of(const Mechanism& mechanism);

}  // namespace plumb::mbs
