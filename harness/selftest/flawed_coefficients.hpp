#pragma once
// Methods with an error in one of their coefficients.

#include <string>

#include "methods/method.hpp"

namespace plumb {

/// Returns a changed coefficient. Coefficients are expressions, such as "1/3".
using Change = std::string (*)(const std::string& coefficient);

std::string third_digit(const std::string& x);
std::string tenth_digit(const std::string& x);
std::string same_coefficient(const std::string& x);

/// Returns the method with one changed coefficient: the last non-zero entry of a Runge-Kutta matrix, or the first β of
/// a multistep formula. Precondition: it has such coefficients.
Method method_from_coefficients(const Method& method, const Parameters& options, Change change);

}  // namespace plumb
