#pragma once
// The cost of a run is counted in one unit, an evaluation of the equations.
//
//   evaluations + 3/2 Jacobians + F n/18 factorisations + S/6 solutions
//
// n is the number of velocities and multipliers together. The cost counts products: 6 n² for an evaluation, 9 n² for a
// Jacobian, m³/3 for a dense factorisation of m unknowns, and m² for a solution. If the solver uses the structure of
// the matrix, for example of a chain, the cost of a factorisation is proportional to n, and equals F evaluations.
//
//   one stage                                  F = S = 1
//   r stages as one matrix, m = r n            F = r³, S = r²
//   r stages in eigenvectors, m = n each       F = S = mean over the blocks: 4 for a complex pair, 1 for a real one
//
// r is the number of residuals per iteration. The last row holds for newton=transformed, and for all systems that offer
// no dense blocks. Evaluations, Jacobians and factorisations of accelerations (index 1) count too. If a library
// computes a Jacobian by finite differences, the evaluations for it count, too. On Andrews' squeezer with constraints,
// four fifths of the runs take the same time per unit within a factor of 1.8; on a chain of 32 links, BDF2, ESDIRK,
// Radau IIA and block methods of up to 5 stages do so within 1.5.

#include <cstdint>
#include <optional>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the number of residuals or of right-hand sides, whichever is larger.
std::int64_t evaluations(const Counters& counters);

/// Returns the cost [evaluations]. None if a required counter is unknown.
std::optional<double> work_cost(const ResolvedCell& cell, const RunResult& run);

}  // namespace plumb
