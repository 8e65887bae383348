#pragma once
// Converts order studies to text for people, to tables and to JSON.

#include <string>
#include <vector>

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

}  // namespace plumb
