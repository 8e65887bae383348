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
  std::vector<ResolvedCell> cells;  // cells that differ only in the step, by falling step
  std::vector<std::optional<RunResult>> results;
  std::vector<ClassOrder> classes;
  PoolOutcome stop = {};  // stop of the measurement, after which `classes` is empty
};

/// The tolerance of a slope equals the allowed difference of the pairwise slopes in its window.
inline constexpr double slope_tolerance = 0.25;

/// Returns the proven order of a method on the cell's form for "q", "v" or "lambda"; none if there is no proof. The
/// orders of q and v may differ if accelerations do not depend on velocities.
std::optional<double> expected_order(const ResolvedCell& cell, const std::string& component_class);

/// Returns the errors of cells that differ only in their steps, with their limits (uncertainty.hpp). A failed run
/// counts as an infinite error if its status is of that kind (contract/status.hpp), else as not measured. Throws
/// std::invalid_argument like `uncertainty`.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs);
/// Returns the errors with given limits, one for each cell.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs, const std::vector<Uncertainty>& floors);

/// Default number of equidistant times that a study compares. With larger steps it compares the end of every step.
inline constexpr std::int64_t order_times = 16;

/// Returns the order of one class ("q", "lambda", ...) from its `rms.CLASS`. It is `superconvergent` only if
/// `end.CLASS` agrees; for q and v, `rms.` and `end.` of both must agree. Otherwise, and with a single time, there is
/// no window, and the reason names the disagreement. Throws like `order_points`.
ClassOrder class_order(const OrderMeasurement& measured, const std::string& component_class);

/// Returns the order of the `rms.CLASS` metrics of cells that differ only in their steps. The expected order is the
/// proven order of the method on this form, if there is one. The orders of q and v may differ if accelerations do not
/// depend on velocities; for a no order is expected. An interruption stops runs and the certification of the reference.
/// Throws UsageError if the data have no reference.
OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes);

}  // namespace plumb
