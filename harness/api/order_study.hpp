#pragma once
// The verb `order`: the cells of order studies, their checks before the runs, their measurement, and their results as
// text, as tables and as JSON.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/judge/order_measurement.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns a text about one study: all of its points, and the verdict of each component class in a line.
/// `with_log_ratio` adds log(error)/log(h) of each point.
std::string full_report(const OrderMeasurement& study, bool with_log_ratio);

/// The data about a study that tables and JSON need. It omits the runs, and all cells except the first.
struct JudgedStudy {
  explicit JudgedStudy(const OrderMeasurement& study);

  ResolvedCell cell;  // cell with the largest step
  std::vector<ClassOrder> classes;
  std::vector<std::string> remarks;  // reasons why the order does not pass
};

/// Returns a table for people with one row for each study: the orders of the classes and the gravest of their verdicts.
/// The notes have the reasons why studies do not pass.
Table order_lines(const std::vector<JudgedStudy>& studies);

/// Returns a machine-readable table with one row for each class of each study: problem, method and settings, order,
/// interval, window, and verdict. Columns have units.
Table order_table(const std::vector<JudgedStudy>& studies);

/// Returns an array with one object for each class of each study, with the points of the fit (order.hpp).
Json order_json(const std::vector<JudgedStudy>& studies);

/// Returns the exit code of the gravest verdict of all classes. The gravest is a failed verdict, then an order limited
/// by the reference's accuracy, then an order without a window (no range of steps with a constant slope).
Exit exit_of(const std::vector<JudgedStudy>& studies);

/// The axes may have the reference "self": then the orders are measured by self-convergence
/// (judge/self_convergence.hpp).
struct OrderRequest {
  StudyOrAxes source;
  /// Lists such as "q,v" of component classes and outputs; none means "q,v".
  std::vector<std::string> classes = {};
};

/// One series of cells that differ only in their step size.
struct OrderSeries {
  std::vector<ResolvedCell> cells;
  bool is_self = false;  // whether the order is measured by self-convergence
};

/// Functions that are called during the measurement, one at a time.
struct OrderEvents {
  std::function<void(const OrderSeries&)> begins = {};         // is called before the runs of each series
  std::function<void(const OrderMeasurement&)> measured = {};  // receives each measurement
};

struct Orders {
  std::vector<JudgedStudy> studies = {};  // the studies that were measured before a stop
  std::size_t series = 0;                 // number of requested series
  std::vector<std::string> notes = {};
  Ending ending = {};
};

/// Measures one series after the other. Errors are sampled at times that all step sizes share, unless the axes give a
/// number of samples. Throws UsageError, also for a method that chooses its own steps. A study file may contain cells
/// without a reference: they have the verdict `no_window`.
Orders measured_orders(OrderRequest request, const Conduct& conduct, const OrderEvents& events = {});

}  // namespace plumb
