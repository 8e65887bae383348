#pragma once
// Quantities that are computed from the coefficients of a method, without a run.

#include <string>
#include <vector>

#include "harness/paper/laboratory.hpp"

namespace plumb {

/// Returns the allowed values of `property`.
const std::vector<std::string>& property_names();

/// Computes a quantity of one of the kinds stability-limit, spectral-radius, linear, property, coefficient and
/// prediction.
Measured analysed(const Quantity& quantity);

/// Returns the expected time of this quantity [s], to an order of magnitude.
double expected_seconds_of_analysis(const Quantity& quantity);

}  // namespace plumb
