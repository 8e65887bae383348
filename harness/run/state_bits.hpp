#pragma once
// A hash of a state that sees every bit of it, so that results that are stored as double tell a changed bit of a
// wider precision as well.

#include <string>

#include "harness/run/run.hpp"

namespace plumb {

/// 16 hexadecimal digits: the XXH3-64 of q, v, a and lambda, each number as an exact sum of three doubles. Every NaN is
/// the same; the sign of zero counts.
template <class T>
std::string state_bits(const Sample<T>& state);

}  // namespace plumb
