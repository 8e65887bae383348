#pragma once
// Vectors in 50 digits, for computations with the data of a mechanism before the working precision is chosen.

#include "numerics/long_matrix.hpp"
#include "problems/mbs/frames.hpp"

namespace plumb::mbs {

using LongVector = Vec<Digits50, 3>;
using LongMatrix = Mat<Digits50, 3>;

inline LongVector in_long(const Triple& x) { return numbers<Digits50>(x); }
inline ExactNumber written(const Digits50& x) { return ExactNumber(x.str(50)); }
inline Triple written(const LongVector& x) { return {written(x[0]), written(x[1]), written(x[2])}; }

/// Rodrigues' formula: R = 1 + sin φ ã + (1 − cos φ) ã², where a is the unit vector of the axis.
inline LongMatrix turn_about(const LongVector& axis, const Digits50& angle) {
  const LongMatrix a = so3::skew<Digits50>(unit(axis));
  return LongMatrix::Identity() + sin(angle) * a + (1 - cos(angle)) * (a * a);
}
/// Returns the unit vector perpendicular to `axis` that is closest to a coordinate axis: the coordinate axis whose
/// angle with `axis` is nearest to 90°.
inline LongVector farthest_across(const LongVector& axis) {
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(axis[i]) < abs(axis[least])) least = i;
  const LongVector towards = LongVector::Unit(least);
  return unit<Digits50>(towards - axis.dot(towards) * axis);
}

}  // namespace plumb::mbs
