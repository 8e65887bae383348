#pragma once
// Comparisons for caches: inputs are the same if all their bits are.

#include <cmath>
#include <cstring>
#include <type_traits>

#include "numerics/scalar.hpp"

namespace plumb::mbs {

// 0 and −0 compare equal but are different inputs: results computed from them can differ in the sign of a zero.
template <class T>
bool same_bits(const T& x, const T& y) {
  using std::signbit;
  return x == y && (x != T(0) || signbit(x) == signbit(y));
}
template <class T>
bool same_bits(const Vec<T>& x, const Vec<T>& y) {
  if (x.size() != y.size()) return false;
  if constexpr (std::is_same_v<T, double>)
    return std::memcmp(x.data(), y.data(), sizeof(T) * static_cast<std::size_t>(x.size())) == 0;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!same_bits(x[i], y[i])) return false;
  return true;
}

}  // namespace plumb::mbs
