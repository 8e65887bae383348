#pragma once
// Measurements of a run that need no reference: deviations of its invariants, and its final state.

#include "harness/run/observable.hpp"

namespace plumb {

/// Maximal number of stored values of a final state. For a larger state only the hash is stored.
inline constexpr Eigen::Index most_final_numbers = 1000;

/// Returns a result with the time reached, the deviations from invariants, the inner steps and the work of a run, with
/// notes on a missing energy balance and on steps shortened by output times. The caller must set the other members.
RunResult measure(const Subject& subject, const Watched& watched);

/// Returns the last state of a run in the form that is stored. It is empty if no state was sampled.
template <class T>
FinalState final_state(const Problem& problem, const Sample<T>& sample);

}  // namespace plumb
