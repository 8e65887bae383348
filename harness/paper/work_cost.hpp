#pragma once
// What a run has cost in one unit, an evaluation of the equations.
//
//   evaluations + 3/2 Jacobians + r³ n/18 factorisations + r²/6 solutions
//
// n: velocities and multipliers together; r: residuals an iteration, which are the stages solved together. It counts
// products: an evaluation is taken for 6 n², a Jacobian for 9 n², a dense factorisation of m unknowns is m³/3, a
// solution m², m = r n. Where the matrix is solved along its structure, as that of a chain, its cost grows like n:
// r³ factorisations and r²/6 solutions. Evaluations, Jacobians and factorisations of accelerations (index 1) count too.
// Libraries that make a Jacobian of differences pay for its evaluations beside. On Andrews' squeezer with constraints
// four fifths of the runs take the same time a unit within a factor of 1.8.

#include <cstdint>
#include <optional>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Residuals or right-hand sides, whichever are more.
std::int64_t evaluations(const Counters& counters);

/// [evaluations]; none where a counter that it is made of is not known.
std::optional<double> work_cost(const ResolvedCell& cell, const RunResult& run);

}  // namespace plumb
