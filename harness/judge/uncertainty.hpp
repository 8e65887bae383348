#pragma once
// The uncertainty of a metric of a run has several origins. Orders, tables, claims and figures of work and precision
// use it from here.
//
//   reference  10^-digits of each component's scale over the motion, 2-norm over the class: the digits of that quantity
//              that are certified at the horizon, where they are fewest
//   rounding   u · scale · sqrt(N), with the scale of the motion that is run: N rounded steps err independently. With
//              constraints, rounding that is divided by the step counts too. Constraints of positions are rounded like
//              q, those of velocities like v, and methods divide them by h to have velocities, and again to have
//              accelerations. Multipliers are rounded like accelerations, each in its own scale. Deviations (energy,
//              drift, invariants) have the scale of what they deviate from
//   Newton     for errors the tolerance itself, if one is given; defaults are at the rounding level. For deviations in
//              orders there is none: the tolerance has another unit, and only a converged twin can tell
//
// These are estimates: rounding has its usual size, and the others are bounds. Twins of a run show the rounding and the
// Newton part themselves, and what they show replaces the estimate.
//
// All parts are in the unit of the metric. For relative errors they are divided by the size of the reference. For
// digits they are δ/(e ln 10), e the relative error that the digits stand for. 0 means that nothing is known to limit
// the metric.

#include <optional>
#include <string_view>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

enum class Origin { reference, rounding, newton };

struct Uncertainty {
  quad reference = 0;  // infinite: too few digits for any error
  quad rounding = 0;
  quad newton = 0;

  /// Returns the largest part. It is NaN if one of the parts is NaN.
  quad bound() const;
  /// Returns the origin of the largest part; of equal ones the first.
  Origin origin() const;
};

/// Returns the uncertainty in another unit.
Uncertainty operator*(const Uncertainty& uncertainty, const quad& factor);

/// Returns "reference", "rounding" or "newton".
std::string_view name(Origin origin);

/// Returns the unit roundoff of a working precision.
quad roundoff(Precision precision);

/// Returns the uncertainty of a metric of such a cell (metric_column.hpp), with what its run says if there is one. A
/// method that chooses its own steps takes no more of them than the run has iterations; without a run its rounding is
/// infinite, which stands for unknown. Counts and times have no uncertainty. Throws std::invalid_argument on another
/// name, and if the data have no reference for an error.
Uncertainty uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult* run = nullptr);

/// Returns the cell whose motion (`motion_of`) the uncertainty looks at. That is the cell itself, or a cell of the
/// problem's own horizon if only the size is needed from which a long run deviates. Throws as `uncertainty` does.
ResolvedCell motion_looked_at(const ResolvedCell& cell, std::string_view metric);

/// Returns the same for runs that differ only in their steps, one for each cell. Newton's last increment lies far below
/// the tolerance that it met. So if one of the errors is below the tolerance, the tolerance is not a bound.
std::vector<Uncertainty> uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                       const std::vector<const RunResult*>& runs);

/// The numbers that the same run gives with less uncertainty.
struct Twins {
  std::optional<double> longer = {};  // in a longer precision
  // This one has Newton's iteration down to rounding, in the longer precision if there is one.
  std::optional<double> converged = {};
};

/// Returns what the twins show [unit of the number]. Rounding moves a number by its distance from the longer twin, and
/// Newton's tolerance by the distance between the two twins.
Uncertainty shown_by(const Twins& twins, double measured, Uncertainty estimated);

/// Rounding may be so many times larger or smaller than its estimate, or than that of another program: an order of
/// magnitude.
inline constexpr double rounding_spread = 10;

}  // namespace plumb
