#pragma once
// The observed order of a method on a problem: the cells of several steps, their errors over the run, and the levels
// below which an error says nothing.
//
// The error is the rms over the times of the run: at one time the leading term of a component may be near its zero, and
// the slope is that of the term behind it.

#include "harness/judge/order.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// Observed order of one class of components.
struct ClassOrder {
  std::string component_class;
  OrderResult result;
};

struct OrderMeasurement {
  std::vector<ResolvedCell> cells;  // by falling step; they differ in nothing else
  std::vector<std::optional<RunResult>> results;
  std::vector<ClassOrder> classes;
  PoolOutcome stop = {};  // an interruption or the global timeout: there are no classes
};

/// A slope is judged no finer than the pairwise slopes of its window have to agree.
inline constexpr double slope_tolerance = 0.25;

/// The errors of cells that differ in their steps only, and their floors (uncertainty.hpp). A run that fails counts as
/// an infinite error where its status says so (contract/status.hpp), else as not measured. Throws
/// std::invalid_argument as `uncertainty`.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs);
/// The same with floors that are known, one a cell.
std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs, const std::vector<Uncertainty>& floors);

/// The times that a study compares by default, equidistant; steps that are larger are compared at each of theirs.
inline constexpr std::int64_t order_times = 16;

/// The order of one class ("q", "lambda", ...) that such cells and results show in their `rms.CLASS`. `superconvergent`
/// if `end.CLASS` agrees, and for q and v `rms.` and `end.` of both: else, as with one time alone, there is no window
/// and the reason says what disagrees. Throws as `order_points`.
ClassOrder class_order(const OrderMeasurement& measured, const std::string& component_class);

/// The order shown by cells that differ in their steps only, from their `rms.CLASS` metrics. The expected order is
/// the method's proven one on this form, if there is one: for v where accelerations do not depend on velocities it may
/// differ from that of q; for a none is asserted. An interruption stops the certification of the reference as it stops
/// runs. Throws UsageError where the data have no reference.
OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes);

}  // namespace plumb
