#pragma once
// Exact rational values, for results that must not depend on rounding: the number of steps in a time interval, the
// values of a range.

#include <boost/multiprecision/cpp_int.hpp>

#include "contract/exact_number.hpp"

namespace plumb {

/// value × π^pi_power.
struct RationalMultiple {
  boost::multiprecision::cpp_rational value;
  int pi_power = 0;
};

}  // namespace plumb
