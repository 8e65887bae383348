#pragma once
// Measures the observed order of a method on a problem: cells with several steps, their errors over the run, and the
// limits below which errors are meaningless.
//
// The error is the rms over the times of the run. At a single time the leading error term of a component may be close
// to zero, and the slope would be the exponent of the next term.

#include "harness/judge/order.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/engine.hpp"
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
  PoolOutcome stop = {};  // whether the measurement was stopped
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

/// A measurement of orders as a goal of the engine, in stages: the reference, the check that it exists, the runs, the
/// orders of the classes. Several studies may be goals of one call of `reach`. The study must exist until it returns.
///
/// The orders are fitted to the `rms.CLASS` metrics of cells that differ only in their steps. The expected order is the
/// proven order of the method on this form, if there is one. The orders of q and v may differ if accelerations do not
/// depend on velocities; for accelerations (class a) no order is expected.
class OrderStudy {
 public:
  OrderStudy(std::vector<ResolvedCell> cells, std::vector<std::string> classes);
  OrderStudy(const OrderStudy&) = delete;
  OrderStudy& operator=(const OrderStudy&) = delete;

  Goal goal();

  /// Returns the reason why the data have no reference, so that no cell runs; empty: there is a reference.
  const std::string& refusal() const { return refusal_; }
  /// Returns whether the orders of all classes are measured.
  bool is_complete() const { return measured_.classes.size() == classes_.size(); }
  /// Returns the cells, the results so far, and after the last stage the orders.
  const OrderMeasurement& measured() const { return measured_; }

 private:
  enum class Stage { reference, check, runs, orders, complete };

  Missing missing();
  Missing::Later expected_runs() const;
  std::vector<NeededRun> runs();
  NeededTask check();
  NeededTask orders();
  NeededTask certification(std::function<Finish()> work) const;

  OrderMeasurement measured_;
  const std::vector<std::string> classes_;
  Stage next_ = Stage::reference;
  std::string refusal_;
};

/// Measures one study (OrderStudy). An interruption stops the runs and the certification of the reference. Throws
/// UsageError if the data have no reference.
OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes);

}  // namespace plumb
