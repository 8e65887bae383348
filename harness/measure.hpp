#pragma once
// What a run measured: its metrics against the reference and its own invariants.

#include "harness/drive.hpp"
#include "harness/run_result.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Metrics, timing and final state of a run; status, reason and counters are left to the caller.
/// The reference is taken at the nominal times n h in quad, so that a rounded step size counts as the run's error.
template <class T>
RunResult measure(const Cell& cell, const Problem& problem, const Formulation& formulation, const Parameters& data,
                  const Run<T>& run);

/// The samples in quad, exactly.
template <class T>
std::vector<Sample<quad>> widened_samples(const Run<T>& run);

}  // namespace plumb
