#pragma once
// The hash of a state depends on all its bits. So it detects a change that is lost when a state in higher precision is
// stored in double.

#include <string>

#include "harness/run/run.hpp"

namespace plumb {

/// Returns 16 hexadecimal digits: the XXH3-64 of q, v, a and lambda, each number as an exact sum of three doubles. All
/// NaN are the same; the sign of zero counts.
template <class T>
std::string state_bits(const Sample<T>& state);

}  // namespace plumb
