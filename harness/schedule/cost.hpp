#pragma once
// The expected cost of cells tells the time that is left, and shares out the cells of a study.

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Returns the expected time of the cell [s], from the size of its system, the class of its method and its precision.
/// It is right in order of magnitude only. Throws UsageError if names or parameters of the cell are unknown.
double expected_seconds(const ResolvedCell& cell);

/// Returns the same, or 0 where that throws: the run will say what is wrong with the cell.
double weight(const ResolvedCell& cell);

/// Returns the memory that a run of the cell is expected to take beside the program [bytes], from the size of its
/// system and the stages that are solved together. It is right in order of magnitude only. Throws as `expected_seconds`
/// does.
double expected_bytes(const ResolvedCell& cell);

/// Returns the same, or 0 where that throws.
double room(const ResolvedCell& cell);

/// Returns the memory that the sampled states of a run take, kept in double [bytes]. Throws what making the cell's
/// system throws.
double bytes_of_states(const ResolvedCell& cell);

/// Returns the expected time of computing the cell's reference up to its horizon [s], if nothing of it is known. It is
/// as rough as the cost of cells. Throws what making the system throws that carries the motion.
double expected_reference_seconds(const ResolvedCell& cell);

/// Returns the same, or 0 where that throws.
double reference_weight(const ResolvedCell& cell);

}  // namespace plumb
