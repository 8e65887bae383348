#pragma once
// What the numbers of a check say of it, with what is not known of them.

#include "harness/paper/claims.hpp"

namespace plumb {

/// The check in words: "end.q of pendulum ode erk4 h=1e-2 t=1 < 1e-4".
std::string in_words(const Check& check);

/// Its numbers, of which has to be known what is not known of them.
std::vector<const Quantity*> compared_numbers(const Check& check, Laboratory& laboratory);

/// The twins of its runs, if what is not known of them could change its outcome.
std::vector<Quantity> twins_needed(const Check& check, Laboratory& laboratory);

/// Of what has been measured, those twins among it.
Evidence evidence_for(const Check& check, Laboratory& laboratory);

}  // namespace plumb
