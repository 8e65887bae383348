#pragma once
// Expected cost of cells, for the estimate of the time left and for the division of a study into shards.

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Returns the expected time of the cell [s], from the size of its system, the class of its method and its precision.
/// Only the order of magnitude is correct. Throws UsageError if names or parameters of the cell are unknown.
double expected_seconds(const ResolvedCell& cell);

/// Returns `expected_seconds`, or 0 if it throws: the run itself reports the error of the cell.
double weight(const ResolvedCell& cell);

/// Returns the expected memory of a run in addition to the memory of the program [bytes], from the size of its system
/// and the number of stages solved together. Only the order of magnitude is correct. Throws like `expected_seconds`.
double expected_bytes(const ResolvedCell& cell);

/// Returns `expected_bytes`, or 0 if it throws.
double room(const ResolvedCell& cell);

/// Returns the memory of the sampled states of a run, stored in double [bytes]. Throws if the system of the cell cannot
/// be created.
double bytes_of_states(const ResolvedCell& cell);

/// Returns the expected time of computing the cell's reference up to its end time, without a cache [s]. The estimate is
/// as rough as the estimate for cells. Throws if the system of the motion cannot be created.
double expected_reference_seconds(const ResolvedCell& cell);

/// Returns `expected_reference_seconds`, or 0 if it throws.
double reference_weight(const ResolvedCell& cell);

}  // namespace plumb
