#pragma once
// The evidence says what the numbers of a check show, together with their uncertainties.

#include "harness/paper/claims.hpp"

namespace plumb {

/// Returns the check in words: "end.q of pendulum ode erk4 h=1e-2 t=1 < 1e-4".
std::string in_words(const Check& check);

/// Returns the numbers of the check whose uncertainties have to be known.
std::vector<const Quantity*> compared_numbers(const Check& check, Laboratory& laboratory);

/// Returns the twins of the check's runs that have not run, if uncertainties could change its outcome.
std::vector<Quantity> twins_needed(const Check& check, Laboratory& laboratory);

/// Returns the evidence from what has been measured, those twins included.
Evidence evidence_for(const Check& check, Laboratory& laboratory);

}  // namespace plumb
