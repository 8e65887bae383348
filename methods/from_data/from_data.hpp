#pragma once
// Methods made of coefficients alone, with the stepper that these call for.

#include "methods/method.hpp"
#include "methods/multistep/linear_multistep_data.hpp"

namespace plumb {

/// What the zeros of a matrix a allow: stages computed, solved one after another, or solved together.
enum class StageCoupling { explicit_, diagonally_implicit, fully_implicit };

StageCoupling coupling(const TableauData& tableau);

/// A Runge-Kutta method; order and forms in `info` are filled in. Throws std::invalid_argument if the sizes do not fit
/// or a text is no number.
Method runge_kutta_method(MethodInfo info, const TableauData& tableau);

/// A linear multistep method; order and forms in `info` are filled in.
Method linear_multistep_method(MethodInfo info, const MultistepData& data);

}  // namespace plumb
