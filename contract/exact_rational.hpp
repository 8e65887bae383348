#pragma once
// Exact values, for exact decisions: how many steps fill a horizon, which numbers a range has.

#include <boost/multiprecision/cpp_int.hpp>

#include "contract/exact_number.hpp"

namespace plumb {

/// value × π^pi_power.
struct RationalMultiple {
  boost::multiprecision::cpp_rational value;
  int pi_power = 0;
};

}  // namespace plumb
