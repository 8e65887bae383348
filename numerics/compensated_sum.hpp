#pragma once
// A compensated sum: accumulates the rounding errors of the additions separately, and adds them in value().
//
// Source: Neumaier 1974, Z. angew. Math. Mech. 54.

#include <cmath>

namespace plumb {

template <class T>
class CompensatedSum {
 public:
  void add(const T& x) {
    using std::abs;
    const T next = sum + x;
    lost += abs(sum) >= abs(x) ? T((sum - next) + x) : T((x - next) + sum);
    sum = next;
  }
  T value() const { return sum + lost; }

 private:
  T sum = 0, lost = 0;
};

}  // namespace plumb
