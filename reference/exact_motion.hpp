#pragma once
// What a reference solution is: position and velocity in the problem's minimal coordinates, in quad, at any time.

#include <functional>

#include "contract/scalar.hpp"

namespace plumb {

struct Motion {
  Vec<quad> q, v;
};

/// Raises each of the magnitudes `largest` to that of `by`, component by component.
inline void raise(Motion& largest, const Motion& by) {
  largest.q = largest.q.cwiseMax(by.q.cwiseAbs());
  largest.v = largest.v.cwiseMax(by.v.cwiseAbs());
}

/// The exact solution as a function of time [s]. Everything that does not depend on t is computed when it is made.
using ExactMotion = std::function<Motion(const quad& t)>;

}  // namespace plumb
