#pragma once
// The order of a method without a reference: differences of runs with steps h and h/2 (Richardson).
//
//   e(h) = rms over the times of x_h − x_{h/2} = C (1 − 2^−p) h^p + ...    where x_h = x + C h^p + ...
//
// The differences of runs that converge fall like their errors. They do not show that the limit is the motion of the
// problem: a method with a wrong force converges too. So users must request self-convergence explicitly, and the reason
// of every result names it.

#include <string>
#include <vector>

#include "harness/judge/order_measurement.hpp"

namespace plumb {

/// Returns the order of the differences in classes q, v, a, lambda and outputs. Each run is compared with a run of half
/// its step. The rounding limit of a difference follows from the largest magnitude in the class. Throws UsageError for
/// another class.
OrderMeasurement self_converged_order(std::vector<ResolvedCell> cells, MatrixOptions options,
                                      const std::vector<std::string>& classes);

/// Text in the reason of every result: "by self-convergence, ...".
extern const char* const by_self_convergence;

}  // namespace plumb
