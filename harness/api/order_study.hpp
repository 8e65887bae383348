#pragma once
// Order studies have these cells, and this is known of them before they run.

#include <cstdint>
#include <string>
#include <vector>

#include "harness/api/asked_cells.hpp"
#include "harness/judge/order_measurement.hpp"

namespace plumb {

/// Returns the cells of the axes. Each is compared at times that all steps share, unless the axes say how many. Throws
/// UsageError, also for a method that chooses its own steps.
NotedCells cells_of_orders(Axes axes);
/// Tells whether the axes ask for the reference "self", which is self-convergence (judge/self_convergence.hpp). The
/// cells then have no reference: "none" takes its place. Throws UsageError if another reference is asked for as well.
bool take_self_reference(Axes& axes);
/// Returns the cells of a study file, or of a set of it. Throws as above.
NotedCells cells_of_orders(const std::string& study, const std::string& set);

/// Returns the names of lists of classes and outputs. No list means "q,v".
std::vector<std::string> asked_classes(const std::vector<std::string>& lists);

/// Indices of cells that differ only in their step, in the order in which they were named.
using StepSeries = std::vector<std::uint32_t>;
std::vector<StepSeries> series_of(const Cells& cells);
std::vector<ResolvedCell> cells_at(const Cells& cells, const StepSeries& places);

/// Throws UsageError if no series has a class that is asked for.
void require_classes(const std::vector<std::string>& wanted, const Cells& cells, const std::vector<StepSeries>& all);
std::vector<std::string> classes_that_exist(const std::vector<std::string>& wanted, const ResolvedCell& cell);

/// Says how breakpoints limit an order. If the derivative k of q jumps, a step over the jump leaves an error of order k
/// − 1. Accelerations that jump at the end of a step are taken from one side, which leaves order 1 too. Neither happens
/// if methods begin anew there. Empty: there is no limit.
std::string limit_by_breakpoints(const std::vector<ResolvedCell>& cells);
/// Says why components have no order if outputs are stored. Empty: they may have one.
std::string limit_by_stored_outputs(const ResolvedCell& cell, const std::vector<std::string>& wanted);

/// Returns a result without a window. A study that cannot be made is a result if others are made beside it.
OrderMeasurement without_window(const std::vector<ResolvedCell>& cells, const std::vector<std::string>& classes,
                                const std::string& reason);

}  // namespace plumb
