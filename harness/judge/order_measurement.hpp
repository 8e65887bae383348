#pragma once
// Measures the observed order of a method on a problem: cells with several steps, their errors over the run, and the
// limits below which errors are meaningless.
//
// The error is the rms over the times of the run. At a single time the leading error term of a component may be close
// to zero, and the slope would be the exponent of the next term.

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
  std::vector<ResolvedCell> cells;                // cells that differ only in the step, by falling step
  std::vector<std::optional<RunResult>> results;  // one for each cell; none: the cell did not run
  std::vector<ClassOrder> classes;
  PoolOutcome stop = {};  // whether the measurement was stopped; `classes` is then empty
};

/// Allowed difference between slope and expected order, as large as between the slopes in a window.
inline constexpr double slope_tolerance = 0.25;

/// Returns the proven order of the cell's method for class "q", "v" or "lambda", on the cell's form of the equations;
/// none if there is no proof. The orders of q and v may differ if accelerations do not depend on velocities.
std::optional<double> expected_order(const ResolvedCell& cell, const std::string& component_class);

/// Returns the errors of cells that differ only in their steps, with their limits (uncertainty.hpp). The error of a
/// failed run is infinite if the method broke down, else not measured; this depends on the status
/// (contract/status.hpp). Throws std::invalid_argument like `uncertainty`.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs);
/// Returns the errors of the cells, with the given limits: one for each cell.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs, const std::vector<Uncertainty>& floors);

/// Default number of equidistant times at which an order study computes errors. Runs with fewer steps are compared with
/// the reference after every step.
inline constexpr std::int64_t order_times = 16;

/// Returns the order of one class ("q", "lambda", ...) from the metric `rms.CLASS`. A `superconvergent` slope must be
/// confirmed: `end.CLASS` must be superconvergent, too, and for class q or v, `rms.` and `end.` of both q and v.
/// Otherwise, or if errors are measured at a single time, the verdict is `no_window`, and the reason names the metric
/// that disagrees. Throws like `order_points`.
ClassOrder class_order(const OrderMeasurement& measured, const std::string& component_class);

/// Returns the order of the `rms.CLASS` metrics of cells that differ only in their steps. The expected order is the
/// proven order of the method on this form, if there is one. The orders of q and v may differ if accelerations do not
/// depend on velocities; for accelerations (class a) no order is expected. An interruption stops the runs and the
/// certification of the reference. Throws UsageError if the data have no reference.
OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes);

}  // namespace plumb
