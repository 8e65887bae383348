#pragma once
// Makes catalogue entries of implicit Runge-Kutta methods from their coefficients.

#include <functional>

#include "methods/method.hpp"

namespace plumb {

inline constexpr const char* implicit_forms = "ode index1 index2 index3 ggl";
inline constexpr const char* implicit_forms_and_momenta = "ode index1 index2 index3 ggl momenta";

/// Parameters of methods with coupled stages. An entry adds `rates` and `end` only if its tableau needs them.
ParameterSpec rates_parameter();
ParameterSpec newton_parameter();
ParameterSpec end_parameter();

/// An entry whose coefficients depend on its parameters. On ode and index1 the order is the classical order of the
/// tableau; `higher` returns the orders at index 2 and 3, as far as they are proven.
Method irk_method(MethodInfo info, std::vector<ParameterSpec> parameters,
                  std::function<TableauData(const Parameters&)> tableau,
                  std::function<ProvenOrder(const Parameters&, Form)> higher = {});

/// An entry with one fully implicit tableau. The first stage may be explicit (c_1 = 0).
Method irk_method(MethodInfo info, TableauData tableau);

}  // namespace plumb
