#pragma once
// What a run shows by itself: what it kept of its invariants, how long it took, and where it ended.

#include "harness/run/observable.hpp"

namespace plumb {

/// Numbers of a final state that are kept with every result; a larger one is told by its hash only.
inline constexpr Eigen::Index most_final_numbers = 1000;

/// Deviations, timing and final state, with a note where an energy is not known; status, reason, counters and errors
/// are left to the caller.
template <class T>
RunResult measure(const Subject& subject, const Run<T>& run);

/// The sample in quad, exactly.
template <class T>
Sample<quad> widened(const Sample<T>& sample);

}  // namespace plumb
