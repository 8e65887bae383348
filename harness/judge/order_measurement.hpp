#pragma once
// The observed order of a method on a problem comes from cells with several steps, their errors over the run, and the
// levels below which an error means nothing.
//
// The error is the rms over the times of the run. At a single time the leading term of a component may be near its
// zero, and the slope would be that of the next term.

#include "harness/judge/order.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// The observed order of one class of components.
struct ClassOrder {
  std::string component_class;
  OrderResult result;
};

struct OrderMeasurement {
  std::vector<ResolvedCell> cells;  // by falling step; they differ only in the step
  std::vector<std::optional<RunResult>> results;
  std::vector<ClassOrder> classes;
  PoolOutcome stop = {};  // if there was an interruption or the global timeout, there are no classes
};

/// A slope is judged only as finely as the pairwise slopes of its window have to agree.
inline constexpr double slope_tolerance = 0.25;

/// Returns the proven order of a method on the cell's form for "q", "v" or "lambda", if there is one. For v it may
/// differ from that of q where accelerations do not depend on velocities.
std::optional<double> expected_order(const ResolvedCell& cell, const std::string& component_class);

/// Returns the errors of cells that differ only in their steps, with their floors (uncertainty.hpp). A run that fails
/// counts as an infinite error if its status says so (contract/status.hpp), else as not measured. Throws
/// std::invalid_argument as `uncertainty` does.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs);
/// Returns the same with floors that are known, one for each cell.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs, const std::vector<Uncertainty>& floors);

/// By default a study compares so many equidistant times. With larger steps it compares the end of every step.
inline constexpr std::int64_t order_times = 16;

/// Returns the order of one class ("q", "lambda", ...) that the cells and results show in their `rms.CLASS`. It is
/// `superconvergent` if `end.CLASS` agrees, and for q and v if `rms.` and `end.` of both agree. Otherwise, and with a
/// single time, there is no window, and the reason says what disagrees. Throws as `order_points` does.
ClassOrder class_order(const OrderMeasurement& measured, const std::string& component_class);

/// Returns the order that cells which differ only in their steps show in their `rms.CLASS` metrics. The expected order
/// is the method's proven one on this form, if there is one. For v it may differ from that of q where accelerations do
/// not depend on velocities; for a no order is expected. An interruption stops the certification of the reference as it
/// stops runs. Throws UsageError if the data have no reference.
OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes);

}  // namespace plumb
