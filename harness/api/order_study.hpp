#pragma once
// Creates the cells of order studies, and checks them before the runs.

#include <cstdint>
#include <string>
#include <vector>

#include "harness/api/requested_cells.hpp"
#include "harness/judge/order_measurement.hpp"

namespace plumb {

/// Returns the cells of the axes. Errors are sampled at times that all step sizes share, unless the axes give a number
/// of samples. Throws UsageError, also for a method that chooses its own steps.
NotedCells cells_of_orders(Axes axes);
/// Returns whether the axes have the reference "self", which is self-convergence (judge/self_convergence.hpp), and
/// replaces it by "none". Throws UsageError if they have another reference as well.
bool take_self_reference(Axes& axes);
/// Returns the cells of a study file, or of a set in it. Throws UsageError like cells_of_orders.
NotedCells cells_of_orders(const std::string& study, const std::string& set);

/// Returns the component classes and outputs of comma-separated lists: {"q,v", "energy"} gives q, v, energy. No list
/// means "q,v".
std::vector<std::string> requested_classes(const std::vector<std::string>& lists);

/// Indices of cells that differ only in their step size, in ascending order of the indices.
using StepSeries = std::vector<std::uint32_t>;
std::vector<StepSeries> series_of(const Cells& cells);
std::vector<ResolvedCell> cells_at(const Cells& cells, const StepSeries& places);

/// Throws UsageError if no series has one of the classes.
void require_classes(const std::vector<std::string>& requested, const Cells& cells, const std::vector<StepSeries>& all);
std::vector<std::string> existing_classes(const std::vector<std::string>& requested, const ResolvedCell& cell);

/// Returns a note if discontinuities of the motion limit the order; else an empty text. If the k-th derivative of q
/// jumps, steps across the jump limit the order to k − 1. If accelerations jump at the end of a step, they are
/// evaluated only on one side of the jump, which limits the order to 1. There is no limit if methods restart at the
/// discontinuities.
std::string limit_by_breakpoints(const std::vector<ResolvedCell>& cells);
/// Returns an error message if `wanted` contains components (q, v, ..), but the stored reference has only outputs.
/// Empty: all of them can be measured.
std::string limit_by_stored_outputs(const ResolvedCell& cell, const std::vector<std::string>& requested);

/// Returns a result with the verdict `no_window` and this reason for every class, for a study that cannot be measured.
OrderMeasurement without_window(const std::vector<ResolvedCell>& cells, const std::vector<std::string>& classes,
                                const std::string& reason);

}  // namespace plumb
