#pragma once
// Measurements of a run that need no reference: deviations of its invariants, and its final state.

#include "harness/run/observable.hpp"

namespace plumb {

/// Maximal number of stored values of a final state. For a larger state only the hash is stored.
inline constexpr Eigen::Index most_final_numbers = 1000;

/// Returns the deviations and the work of a run, with a note if an energy is not known. The caller fills in the rest.
RunResult measure(const Subject& subject, const Watched& watched);

/// Returns the stored part of the last state of a run. It has no numbers if no state was sampled.
template <class T>
FinalState final_state(const Problem& problem, const Sample<T>& sample);

}  // namespace plumb
