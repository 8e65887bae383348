#pragma once
// Step control for Runge-Kutta methods that are given only by their coefficients.

#include <string>
#include <vector>

#include "methods/method.hpp"

namespace plumb {

/// Returns the reason why the weights `embedded` of order `embedded_order` cannot control the steps of a tableau. It is
/// empty if they can.
std::string no_step_control(const TableauData& tableau, const std::vector<std::string>& embedded, int embedded_order);

/// Makes the method whose steps are controlled by `rtol` and `atol`. `info` has the order of the tableau; the function
/// sets the forms in it. Precondition: no_step_control() is empty.
Method adaptive_runge_kutta_method(MethodInfo info, const TableauData& tableau,
                                   const std::vector<std::string>& embedded, int embedded_order);

}  // namespace plumb
