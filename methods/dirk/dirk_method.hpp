#pragma once
// From coefficients to an entry of a diagonally implicit Runge-Kutta method.

#include "methods/method.hpp"

namespace plumb {

/// `info` has the order; forms and parameters follow from the tableau.
Method dirk_method(MethodInfo info, const TableauData& data);

}  // namespace plumb
