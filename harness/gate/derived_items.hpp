#pragma once
// Items of the areas beside cells: orders, references, analysis and times.

#include <functional>

#include "harness/gate/item.hpp"
#include "harness/judge/order_measurement.hpp"
#include "methods/analysis/analysis.hpp"
#include "text/selector.hpp"

namespace plumb {

/// The observed orders of a study by class, with three decimals, and their verdicts. Without a measurement: its names
/// alone.
Item item_of_order(const std::vector<ResolvedCell>& study, const std::optional<OrderMeasurement>& measured);
/// Classes of components whose order is observed.
std::vector<std::string> classes_of_order(const ResolvedCell& cell);

/// The reference of a cell at its horizon, by its names alone.
Item item_of_reference(const ResolvedCell& cell);
/// The same with its values, and the digits of the least certain one of each class. May integrate it; obeys stopping
/// points.
Item measured_reference(const ResolvedCell& cell);

/// A method by its names alone.
Item item_of_method(const Spec& method);
/// The same with orders, stability, limits and the curve over omega dt. Obeys stopping points.
Item analysed_method(const Spec& method);
/// What an analysis gives under the names of `named`.
Item analysed(Item named, const Method& method, const Parameters& parameters, const AnalysisOptions& options = {});

/// A cell that is timed, with its time over that of the calibration; none: its names alone.
Item item_of_time(const ResolvedCell& cell, const std::optional<double>& times_calibration);

}  // namespace plumb
