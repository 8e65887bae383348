#pragma once
// The cells of order studies, and what is known of them before they run.

#include <cstdint>
#include <string>
#include <vector>

#include "harness/api/asked_cells.hpp"
#include "harness/judge/order_measurement.hpp"

namespace plumb {

/// The cells of the axes, each compared at times that all steps share, unless the axes say how many. Throws UsageError,
/// of a method that chooses its own steps too.
NotedCells cells_of_orders(Axes axes);
/// The cells of a study file, or of a set of it; throws likewise.
NotedCells cells_of_orders(const std::string& study, const std::string& set);

/// The names of lists of classes and outputs, "q,v" of none.
std::vector<std::string> asked_classes(const std::vector<std::string>& lists);

/// The places of cells that differ in their step only, in the order in which they were named.
using StepSeries = std::vector<std::uint32_t>;
std::vector<StepSeries> series_of(const Cells& cells);
std::vector<ResolvedCell> cells_at(const Cells& cells, const StepSeries& places);

/// Throws UsageError where no series has a class that is asked for.
void require_classes(const std::vector<std::string>& wanted, const Cells& cells, const std::vector<StepSeries>& all);
std::vector<std::string> classes_that_exist(const std::vector<std::string>& wanted, const ResolvedCell& cell);

/// What breakpoints make of an order. Of a derivative k of q that jumps, a step over it leaves an error of the order
/// k − 1; accelerations that jump at the end of a step are taken from one side of it, which leaves order 1 too. Where
/// methods begin anew neither happens. Empty: nothing.
std::string limit_by_breakpoints(const std::vector<ResolvedCell>& cells);
/// Why components have no order where outputs are stored; empty: they may have one.
std::string limit_by_stored_outputs(const ResolvedCell& cell, const std::vector<std::string>& wanted);

/// A study that cannot be made is a result where others are made beside it.
OrderMeasurement without_window(const std::vector<ResolvedCell>& cells, const std::vector<std::string>& classes,
                                const std::string& reason);

}  // namespace plumb
