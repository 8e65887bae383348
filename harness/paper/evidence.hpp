#pragma once
// The evidence of a check: its numbers, their uncertainties and the outcome.

#include "harness/paper/claims.hpp"

namespace plumb {

/// Returns the text of the check: "end.q of pendulum ode erk4 h=1e-2 t=1 < 1e-4".
std::string in_words(const Check& check);

/// Returns the quantities of the check whose uncertainties are required.
std::vector<const Quantity*> compared_numbers(const Check& check, Laboratory& laboratory);

/// Returns the repeat runs that the check still requires, because uncertainties could change its outcome.
std::vector<Quantity> repeats_needed(const Check& check, Laboratory& laboratory);

/// Returns the evidence from the measured quantities, including the repeat runs.
Evidence evidence_for(const Check& check, Laboratory& laboratory);

}  // namespace plumb
