#pragma once
// The parameters `rtol` and `atol` of every method with an error tolerance, including methods of libraries.

#include "contract/parameters.hpp"

namespace plumb {

/// `smallest` is the smallest tolerance that makes sense in the highest precision of the method.
inline ParameterSpec rtol_parameter(double smallest = 1e-33) {
  return {"rtol", "1e-8", "-", "relative tolerance of the local error", {}, smallest, 1};
}
inline ParameterSpec atol_parameter() {
  return {"atol", "1e-10", "-", "absolute tolerance of the local error, in the units of the state", {}, 0, 1};
}

}  // namespace plumb
