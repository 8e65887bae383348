#pragma once
// Sine and cosine of an angle, remembered: the constraint, the Jacobian and the iterations of one step ask for the same
// ones again and again, and they are most of the cost of a small model.

#include <cmath>
#include <limits>

namespace plumb {

template <class T>
class SineCosine {
 public:
  T sine = 0, cosine = 1;

  /// Both at `angle` [rad]; computed only if it is not the last one.
  const SineCosine& at(const T& angle) {
    using std::cos, std::sin;
    if (angle == last) return *this;
    const T x = angle, s = sin(x), c = cos(x);  // local values: one call computes both
    last = x;
    sine = s;
    cosine = c;
    return *this;
  }

 private:
  T last = 0;
};

}  // namespace plumb
