#pragma once
// Conversions between `quad` and the wider numbers of Boost.Multiprecision.

#include <boost/multiprecision/float128.hpp>

#include "numerics/quad.hpp"

namespace plumb {

/// Returns `x` as a Boost number of at least 113 bits; this is exact.
template <class Wide>
Wide widened(const quad& x) {
  return Wide(boost::multiprecision::float128(x.value()));
}

/// Returns `x` rounded to quad.
inline quad rounded(const quad& x) { return x; }
template <class Wide>
quad rounded(const Wide& x) {
  return static_cast<boost::multiprecision::float128>(x).backend().value();
}

}  // namespace plumb
