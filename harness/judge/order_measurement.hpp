#pragma once
// The observed order of a method on a problem: the cells of several steps, their errors at the horizon, and the levels
// below which an error says nothing.

#include "harness/judge/order.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// The classes of components of a cell: q, v, a, with constraints lambda, and where coordinates are of several kinds
/// "q.translation", "q.rotation", "q.angle", ... of each.
std::vector<std::string> component_classes(const ResolvedCell& cell);

/// Observed order of one class of components.
struct ClassOrder {
  std::string component_class;
  OrderResult result;
};

struct OrderMeasurement {
  std::vector<ResolvedCell> cells;  // by falling step; they differ in nothing else
  std::vector<std::optional<RunResult>> results;
  std::vector<ClassOrder> classes;
  bool interrupted = false;  // Ctrl-C: the classes are judged by what there is
};

/// A slope is judged no finer than the pairwise slopes of its window have to agree.
inline constexpr double slope_tolerance = 0.25;

/// The order shown by cells that differ in their steps only, from their `end.CLASS` metrics. Floors of an error:
///
///   reference  10^-digits of each component's scale over the motion, 2-norm over the class
///   rounding   u · scale · sqrt(N): N rounded steps that err independently
///   Newton     the tolerance itself, where one is given, unless errors below it show that it is none; defaults are at
///              the rounding level
///
/// A run that fails counts as an infinite error if its numbers blew up, else as not measured. Where the reference has too
/// few digits for any error, its floor is infinite. The expected order is
/// the method's proven one on this form, if there is one: for v where accelerations do not depend on velocities it may
/// differ from that of q; for a none is asserted. Throws UsageError where the data have no reference.
OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes);

}  // namespace plumb
