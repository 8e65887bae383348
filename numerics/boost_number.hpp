#pragma once
// Numbers of 50 and 100 decimals in their Boost.Multiprecision form, for sources that mix them with Boost's other
// numbers.

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <new>

#include "numerics/long_number.hpp"

namespace plumb {

template <int decimals>
using BoostNumber = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<decimals>>;

struct BoostAccess {
  template <int decimals>
  static BoostNumber<decimals>& of(LongNumber<decimals>& x) {
    return *std::launder(reinterpret_cast<BoostNumber<decimals>*>(x.storage));
  }
  template <int decimals>
  static const BoostNumber<decimals>& of(const LongNumber<decimals>& x) {
    return *std::launder(reinterpret_cast<const BoostNumber<decimals>*>(x.storage));
  }
};

template <int decimals>
const BoostNumber<decimals>& boost_number(const LongNumber<decimals>& x) {
  return BoostAccess::of(x);
}

template <int decimals>
LongNumber<decimals> long_number(const BoostNumber<decimals>& x) {
  LongNumber<decimals> out;
  BoostAccess::of(out) = x;
  return out;
}

}  // namespace plumb
