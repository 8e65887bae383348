#pragma once
// Prints order studies for readers and as data.

#include <string>
#include <vector>

#include "harness/judge/order_measurement.hpp"
#include "text/table.hpp"

namespace plumb {

/// Prints one study with all of its points, and a line for the verdict of each class of components.
std::string full_report(const OrderMeasurement& study, bool with_log_ratio);

/// Holds the contents of lines and data about a study, without its runs and the cells of its other steps.
struct JudgedStudy {
  explicit JudgedStudy(const OrderMeasurement& study);

  ResolvedCell cell;  // cell with the largest step
  std::vector<ClassOrder> classes;
  std::vector<std::string> remarks;  // reasons why the order does not pass
};

/// Returns a line for each study: the orders of the classes and their gravest verdict. The notes have the reasons if a
/// study does not pass.
Table order_lines(const std::vector<JudgedStudy>& studies);

/// Returns a row for each class of each study: problem, method and settings, order, interval, window, and verdict.
/// Columns have units.
Table order_table(const std::vector<JudgedStudy>& studies);

/// Returns the same as an array of objects, with the points (order.hpp).
Json order_json(const std::vector<JudgedStudy>& studies);

/// Returns the exit code of the gravest verdict of all classes: a failed verdict is the gravest, then a
/// reference-limited order, then an order without a window.
Exit exit_of(const std::vector<JudgedStudy>& studies);

}  // namespace plumb
