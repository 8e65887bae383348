#pragma once
// Methods made of coefficients alone, with the stepper that these call for.

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/method.hpp"

namespace plumb {

/// What the zeros of a matrix a allow: stages computed, solved one after another, or solved together.
enum class StageCoupling { explicit_, diagonally_implicit, fully_implicit };

StageCoupling coupling(const TableauData& tableau);

/// A Runge-Kutta method; order, as far as the digits allow, and forms in `info` are filled in. Throws
/// std::invalid_argument if the sizes do not fit or a text is no number.
Method runge_kutta_method(MethodInfo info, const TableauData& tableau, const Digits& digits = {});

/// A linear multistep method; order and forms in `info` are filled in.
Method linear_multistep_method(MethodInfo info, const MultistepData& data, const Digits& digits = {});

/// Gives the formulas of 1, 2, ... steps with which a history can grow; the last one is the method's own.
using MultistepMembers = std::function<std::vector<MultistepData>(const Parameters&)>;

/// An implicit linear multistep method of a family; `parameters` are the family's own, `start` and `predictor` what is
/// usual for it. Forms in `info` are filled in.
Method linear_multistep_method(MethodInfo info, std::vector<ParameterSpec> parameters, MultistepMembers members,
                               const std::string& start, const std::string& predictor);

}  // namespace plumb
