#pragma once
// What a run shows by itself: what it kept of its invariants, and where it ended.

#include "harness/run/observable.hpp"

namespace plumb {

/// Numbers of a final state that are kept with every result; a larger one is told by its hash only.
inline constexpr Eigen::Index most_final_numbers = 1000;

/// Deviations and work of a run, with a note where an energy is not known; all else is left to the caller.
RunResult measure(const Subject& subject, const Watched& watched);

/// What is kept of the last state of a run; without numbers: none was sampled.
template <class T>
FinalState final_state(const Problem& problem, const Sample<T>& sample);

}  // namespace plumb
