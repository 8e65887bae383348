#pragma once
// These methods have something wrong in one of their coefficients.

#include <string>

#include "methods/method.hpp"

namespace plumb {

/// Changes a coefficient, which is an expression.
using Change = std::string (*)(const std::string& coefficient);

std::string third_digit(const std::string& x);
std::string tenth_digit(const std::string& x);
std::string same_coefficient(const std::string& x);

/// Returns the method made of its coefficients, of which one is changed: the last entry of a Runge-Kutta matrix that is
/// not 0, or the first of a multistep formula's β. Precondition: it has such coefficients.
Method made_of_coefficients(const Method& method, const Parameters& options, Change change);

}  // namespace plumb
