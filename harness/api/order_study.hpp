#pragma once
// The cells of order studies, and checks before they run.

#include <cstdint>
#include <string>
#include <vector>

#include "harness/api/asked_cells.hpp"
#include "harness/judge/order_measurement.hpp"

namespace plumb {

/// Returns the cells of the axes. They are compared at times that all steps share, unless the axes give a number of
/// samples. Throws UsageError, also for a method that chooses its own steps.
NotedCells cells_of_orders(Axes axes);
/// Returns whether the axes have the reference "self", which is self-convergence (judge/self_convergence.hpp), and
/// replaces it by "none". Throws UsageError if they have another reference as well.
bool take_self_reference(Axes& axes);
/// Returns the cells of a study file, or of a set in it. Throws UsageError like cells_of_orders.
NotedCells cells_of_orders(const std::string& study, const std::string& set);

/// Returns the names in lists of classes and outputs. No list means "q,v".
std::vector<std::string> asked_classes(const std::vector<std::string>& lists);

/// Indices of cells that differ only in their step, in the order in which they were named.
using StepSeries = std::vector<std::uint32_t>;
std::vector<StepSeries> series_of(const Cells& cells);
std::vector<ResolvedCell> cells_at(const Cells& cells, const StepSeries& places);

/// Throws UsageError if no series has one of the classes.
void require_classes(const std::vector<std::string>& wanted, const Cells& cells, const std::vector<StepSeries>& all);
std::vector<std::string> classes_that_exist(const std::vector<std::string>& wanted, const ResolvedCell& cell);

/// Returns a note on the limit of the order by discontinuities. If the derivative k of q jumps, a step across the jump
/// has an error of order k − 1. Accelerations that jump at the end of a step are evaluated on one side, which gives
/// order 1 too. Neither happens if methods restart there. Empty: there is no limit.
std::string limit_by_breakpoints(const std::vector<ResolvedCell>& cells);
/// Returns the reason why components have no order if outputs are stored. Empty: they may have an order.
std::string limit_by_stored_outputs(const ResolvedCell& cell, const std::vector<std::string>& wanted);

/// Returns a result without a window, for an impossible study among several.
OrderMeasurement without_window(const std::vector<ResolvedCell>& cells, const std::vector<std::string>& classes,
                                const std::string& reason);

}  // namespace plumb
