#pragma once
// Methods made only from coefficients, with the appropriate stepper.

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/method.hpp"

namespace plumb {

/// The coupling of stages, from the zeros of a: stages are computed, solved one after another, or solved together.
enum class StageCoupling { explicit_, diagonally_implicit, fully_implicit };

StageCoupling coupling(const TableauData& tableau);

/// Makes a Runge-Kutta method. The function sets the order in `info`, as far as the accuracy of the coefficients
/// decides it, and the forms. Throws std::invalid_argument if the sizes do not match or a text is not a number.
Method runge_kutta_method(MethodInfo info, const TableauData& tableau, const Digits& digits = {});

/// Makes a linear multistep method. The function sets order and forms in `info`.
Method linear_multistep_method(MethodInfo info, const MultistepData& data, const Digits& digits = {});

/// Returns the formulas of 1, 2, ... steps with which a history can grow; the last one is the formula of the method.
using MultistepMembers = std::function<std::vector<MultistepData>(const Parameters&)>;

/// Makes an implicit linear multistep method whose coefficients depend on `parameters`. `start` and `predictor` are the
/// defaults of the parameters with these names. The function sets the forms in `info`.
Method linear_multistep_method(MethodInfo info, std::vector<ParameterSpec> parameters, MultistepMembers members,
                               const std::string& start, const std::string& predictor);

}  // namespace plumb
