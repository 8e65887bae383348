#pragma once
// Creates items of the areas orders, references, analysis and times. Without a measurement, an item has only its names.

#include <functional>

#include "harness/gate/item.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/timing/timing.hpp"
#include "methods/analysis/analysis.hpp"
#include "text/selector.hpp"

namespace plumb {

/// Returns an item with the observed orders of a study by component class, with three decimals, and their verdicts.
/// nullopt: only its names.
Item item_of_order(const std::vector<ResolvedCell>& study, const std::optional<OrderMeasurement>& measured);
/// Returns the component classes whose order is measured.
std::vector<std::string> classes_of_order(const ResolvedCell& cell);

/// Returns the item for the reference of the cell at its end time, with its names only.
Item item_of_reference(const ResolvedCell& cell);
/// Returns the same item with the values of the reference, and for each component class the smallest number of
/// certified digits of these values. May compute the reference; has stopping points.
Item measured_reference(const ResolvedCell& cell);

/// Returns the item for the analysis of a method, with its names only.
Item item_of_method(const Spec& method);
/// Returns the same item with orders, stability, limits and the curve over omega dt. Has stopping points.
Item analysed_method(const Spec& method);
/// Analyses a method, and returns the item `named` with the results.
Item analysed(Item named, const Method& method, const Parameters& parameters, const AnalysisOptions& options = {});

/// Returns the item for the time of a cell. `times_calibration` is its time divided by the time of the calibration;
/// nullopt: only its names.
Item item_of_time(const ResolvedCell& cell, const std::optional<double>& times_calibration);

/// Measures the times of cells relative to the first cell, the calibration, and returns an item for each other
/// cell. The measurements alternate on the same core, so disturbances by the machine affect both times. `runs` are
/// the results of the cells in the same order (nullopt: it did not run). A cell is not timed, and its item has no
/// result, if the status of its run is not ok, or if its error end.q is missing or exceeds 1. If the calibration
/// cannot be timed, no item has a result. All cells are timed with virtual calls (`Binding::erased`), which every
/// cell supports. Has stopping points.
std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs,
                                   const Clock& clock = thread_seconds);

}  // namespace plumb
