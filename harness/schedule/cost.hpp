#pragma once
// What a cell will cost, so that the costly ones begin first and the time left can be told.

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Expected time of the cell [s], from the size of its system, the class of its method and its precision; right in
/// order of magnitude only. Throws UsageError if names or parameters of the cell are unknown.
double expected_seconds(const ResolvedCell& cell);

/// The same, 0 where it throws: the run will say what is wrong with the cell.
double weight(const ResolvedCell& cell);

/// Memory that a run of the cell is expected to take beside the program [bytes], from the size of its system and the
/// stages that are solved together; right in order of magnitude only. Throws as `expected_seconds` does.
double expected_bytes(const ResolvedCell& cell);

/// The same, 0 where it throws.
double room(const ResolvedCell& cell);

/// Memory that the sampled states of a run take, kept in double [bytes]. Throws what the making of the cell's system
/// throws.
double bytes_of_states(const ResolvedCell& cell);

/// Expected time of computing the cell's reference up to its horizon [s], if nothing of it is known, as rough as the
/// other one. Throws what the making of the system throws that carries its motion.
double expected_reference_seconds(const ResolvedCell& cell);

/// The same, 0 where it throws.
double reference_weight(const ResolvedCell& cell);

}  // namespace plumb
