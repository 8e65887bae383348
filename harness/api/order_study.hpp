#pragma once
// The verb `order`: the cells of order studies, their checks before the runs, and their measurement.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/api/order_report.hpp"
#include "harness/api/requested_cells.hpp"

namespace plumb {

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
