#pragma once
// The uncertainty of a metric of a run, by origin. Orders, tables, claims and figures of work and precision use it.
//
//   reference  10^-digits of each component's scale over the motion, 2-norm over the class: the certified digits of
//              that quantity at the end time, where they are fewest
//   rounding   u · scale · sqrt(N), with the scale of the computed motion: N independent rounding errors. With
//              constraints, rounding errors divided by the step count, too. Constraints of positions are rounded like
//              q, constraints of velocities like v, and methods divide them by h to compute velocities, and again to
//              compute accelerations. Multipliers are rounded like accelerations, each with its own scale. Deviations
//              (energy, drift, invariants) have the scale of the conserved quantity
//   Newton     for errors the tolerance itself, if it is given; defaults are at the rounding level. In an order,
//              deviations have no such part: the tolerance has another unit, and only a converged repeat run can
//              measure its effect
//
// Rounding is an estimate of the usual size, and the other parts are bounds. Repeat runs measure rounding and the
// effect of the Newton tolerance, and these measurements replace the estimates.
//
// All parts have the unit of the metric. For relative errors they are divided by the size of the reference. For numbers
// of correct digits they are δ/(e ln 10), e the relative error. 0 means that this origin does not limit the metric.

#include <optional>
#include <string_view>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

enum class Origin { reference, rounding, newton };

struct Uncertainty {
  quad reference = 0;  // uncertainty due to the reference; infinite: too inaccurate for any error
  quad rounding = 0;
  quad newton = 0;

  /// Returns the largest part; NaN if one of the parts is NaN.
  quad bound() const;
  /// Returns the origin of the largest part; of equal ones the first.
  Origin origin() const;
};

/// Converts the uncertainty to another unit.
Uncertainty operator*(const Uncertainty& uncertainty, const quad& factor);

/// Returns "reference", "rounding" or "newton".
std::string_view name(Origin origin);

/// Returns the unit roundoff of a working precision.
quad roundoff(Precision precision);

/// Returns the uncertainty of a metric of such a cell (metric_column.hpp), using the data of its run if there is one. A
/// method with step size control takes at most as many steps as its run has iterations; without a run its rounding is
/// unknown and returned as infinite. Counts and times have no uncertainty. Throws std::invalid_argument on other names,
/// and if the data have no reference for an error.
Uncertainty uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult* run = nullptr);

/// Returns the cell whose motion (`motion_of`) determines the uncertainty. It is the cell itself, or a cell with the
/// problem's own end time if only the scale of a deviation is needed. Throws like `uncertainty`.
ResolvedCell motion_looked_at(const ResolvedCell& cell, std::string_view metric);

/// Returns the uncertainties of runs that differ only in their steps, one for each cell. The last Newton increment is
/// far below the tolerance, so errors may be below it. If one of them is, the tolerance is not used as a bound.
std::vector<Uncertainty> uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                       const std::vector<const RunResult*>& runs);

/// The same number from repeat runs with smaller uncertainty.
struct Twins {
  std::optional<double> longer = {};  // result in a longer precision
  // With the Newton iteration converged to rounding, in the longer precision if there is one.
  std::optional<double> converged = {};
};

/// Returns the measured uncertainty [unit of the number]. Rounding changes a number by its distance from the run in
/// longer precision, and the Newton tolerance by the distance between the two repeat runs.
Uncertainty shown_by(const Twins& twins, double measured, Uncertainty estimated);

/// Factor by which rounding may differ from its estimate, or from the rounding of another program.
inline constexpr double rounding_spread = 10;

}  // namespace plumb
