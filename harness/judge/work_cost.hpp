#pragma once
// What a run has cost in one unit, an evaluation of the equations.
//
//   evaluations + 3/2 Jacobians + F n/18 factorisations + S/6 solutions
//
// n: velocities and multipliers together. It counts products: an evaluation is taken for 6 n², a Jacobian for 9 n², a
// dense factorisation of m unknowns is m³/3, a solution m². Where the matrix is solved along its structure, as that of
// a chain, a factorisation grows like n and is F of an evaluation's.
//
//   one stage                                  F = S = 1
//   r stages as one matrix, m = r n            F = r³, S = r²
//   r stages in eigenvectors, m = n each       F = S = 4 for a complex pair, 1 for a real one: their mean
//
// r: residuals an iteration. The last row is of newton=transformed, and of all systems that offer no dense blocks.
// Evaluations, Jacobians and factorisations of accelerations (index 1) count too. Libraries that make a Jacobian of
// differences pay for its evaluations beside. On Andrews' squeezer with constraints four fifths of the runs take the
// same time a unit within a factor of 1.8; on a chain of 32 links BDF2, ESDIRK, Radau IIA and block methods of up to 5
// stages do within 1.5.

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
