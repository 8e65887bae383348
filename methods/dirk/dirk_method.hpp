#pragma once
// Makes an entry of a diagonally implicit Runge-Kutta method from its coefficients.

#include <functional>

#include "methods/method.hpp"

namespace plumb {

/// `info` has the order; forms and parameters follow from the tableau.
Method dirk_method(MethodInfo info, const TableauData& data);

/// Makes an entry whose coefficients depend on its own `parameters`; `info` has the order. The tableau is stiffly
/// accurate with an explicit first stage (ESDIRK) for all parameters. `predictor` is the default of the parameter with
/// this name.
Method esdirk_method(MethodInfo info, std::vector<ParameterSpec> parameters, const std::string& predictor,
                     std::function<TableauData(const Parameters&)> tableau);

}  // namespace plumb
