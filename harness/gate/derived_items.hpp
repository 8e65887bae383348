#pragma once
// Items of the areas orders, references, analysis and times.

#include <functional>

#include "harness/gate/item.hpp"
#include "harness/judge/order_measurement.hpp"
#include "methods/analysis/analysis.hpp"
#include "text/selector.hpp"

namespace plumb {

/// Returns the observed orders of a study by class, with three decimals, and their verdicts. Without a measurement, the
/// item has only its names.
Item item_of_order(const std::vector<ResolvedCell>& study, const std::optional<OrderMeasurement>& measured);
/// Returns the classes of components whose order is observed.
std::vector<std::string> classes_of_order(const ResolvedCell& cell);

/// Returns the reference of a cell at its horizon, with its names only.
Item item_of_reference(const ResolvedCell& cell);
/// Returns the item with its values, and with the digits of the least accurate value of each class. May integrate the
/// reference; has stopping points.
Item measured_reference(const ResolvedCell& cell);

/// Returns a method, with its names only.
Item item_of_method(const Spec& method);
/// Returns the item with orders, stability, limits and the curve over omega dt. Has stopping points.
Item analysed_method(const Spec& method);
/// Returns the results of an analysis in the item `named`.
Item analysed(Item named, const Method& method, const Parameters& parameters, const AnalysisOptions& options = {});

/// Returns an item of a timed cell, with its time divided by the time of the calibration. nullopt: only its names.
Item item_of_time(const ResolvedCell& cell, const std::optional<double>& times_calibration);

}  // namespace plumb
