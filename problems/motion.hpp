#pragma once
// Position and velocity in the coordinates of a formulation, and motions that are known as functions of time.

#include <functional>

#include "numerics/scalar.hpp"

namespace plumb {

/// q and v in the coordinates of one formulation.
template <class T>
struct Configuration {
  Vec<T> q, v;
};

using Motion = Configuration<quad>;

/// Raises each of the magnitudes `largest` to that of `by`, component by component.
inline void raise(Motion& largest, const Motion& by) {
  largest.q = largest.q.cwiseMax(by.q.cwiseAbs());
  largest.v = largest.v.cwiseMax(by.v.cwiseAbs());
}

/// The exact solution as a function of time [s]. Everything that does not depend on t is computed when it is made.
using ExactMotion = std::function<Motion(const quad& t)>;

}  // namespace plumb
