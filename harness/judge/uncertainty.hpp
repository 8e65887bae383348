#pragma once
// The uncertainty of a metric of a run, by origin. Orders, tables, claims and work-precision diagrams use it.
//
//   reference  2-norm over the class of scale · 10^-digits: the scale of each component over the motion, and its
//              certified digits at the end time, where they are fewest
//   rounding   u · scale · sqrt(N), with the unit roundoff u and the scale of the motion: N steps have N independent
//              rounding errors. With constraints, rounding errors divided by the step size h are included. Position
//              constraints are rounded like q, velocity constraints like v. Methods divide them by h to compute
//              velocities, and again by h to compute accelerations. Multipliers have the relative rounding of
//              accelerations. Deviations (energy, drift, invariants) have the scale of the conserved quantity
//   Newton     for errors, the tolerance itself if the cell sets one; default tolerances are at the rounding level.
//              0 for deviations, because the tolerance has another unit: only a converged repeat run can measure its
//              effect (measured_uncertainty.hpp returns infinity)
//
// Rounding is an estimate of the usual size, and the other parts are bounds. Repeat runs measure rounding and the
// effect of the Newton tolerance, and these measurements replace the estimates.
//
// All parts have the unit of the metric. For relative errors they are divided by the size of the reference. For numbers
// of correct digits they are δ/(e ln 10), where e is the relative error and δ its uncertainty. 0 means that this origin
// does not limit the metric.

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

/// Returns the uncertainty of a metric (metric_column.hpp) of the cell, using the data of its run if there is one. For
/// a method with step size control, the iterations or evaluations of its run bound the number of steps; without a run,
/// its rounding is unknown and returned as infinite. Counts and times have no uncertainty. Throws std::invalid_argument
/// on other names, and if the data have no reference for an error.
Uncertainty uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult* run = nullptr);

/// Returns the cell whose motion (`motion_of`) determines the uncertainty: the cell itself, or, for a deviation of a
/// longer run, the cell with the problem's default end time, because only the scale of the motion is needed. Throws
/// like `uncertainty`.
ResolvedCell cell_of_motion(const ResolvedCell& cell, std::string_view metric);

/// Returns the uncertainties of runs that differ only in their steps, one for each cell. The last Newton increment is
/// often far below the tolerance, so an error may be below the tolerance, too. If one error is, the tolerance is not
/// used as a bound for any of the runs.
std::vector<Uncertainty> uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                       const std::vector<const RunResult*>& runs);

/// A number from repeat runs with smaller uncertainty; nullopt: there is no such run.
struct RepeatRuns {
  std::optional<double> longer = {};  // result in a longer precision
  // Result with the Newton iteration converged to rounding, in the longer precision if there is one.
  std::optional<double> converged = {};
};

/// Returns `estimated` with the parts that repeat runs measure [unit of the number]. The rounding part is the distance
/// of `measured` from the run in longer precision, and the Newton part the distance between the two repeat runs.
Uncertainty shown_by(const RepeatRuns& repeats, double measured, Uncertainty estimated);

/// Factor by which rounding may differ from its estimate, or from the rounding of another program.
inline constexpr double rounding_spread = 10;

}  // namespace plumb
