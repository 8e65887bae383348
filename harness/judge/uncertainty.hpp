#pragma once
// What is not known about a metric of a run, by its origin. Orders, tables, claims and figures of work and precision
// ask here.
//
//   reference  10^-digits of each component's scale over the motion, 2-norm over the class: the digits of that quantity
//              that are certified at the horizon, where they are fewest
//   rounding   u · scale · sqrt(N), the scale of the motion that is run: N rounded steps that err independently; with
//              constraints what the step divides too: constraints of positions are rounded like q, of velocities like
//              v, and methods divide them by h to have velocities, and again to have accelerations; multipliers are
//              rounded like accelerations, each in its own scale. Deviations (energy, drift, invariants) have the scale
//              of what they deviate from
//   Newton     of errors the tolerance itself, where one is given; defaults are at the rounding level. Of deviations
//              none in orders: the tolerance has not their unit, and only a converged twin can tell
//
// These are estimates: rounding of the usual size, and bounds of the others. Twins of a run show the rounding and the
// Newton part themselves, and what they show takes the place of what is estimated.
//
// All in the unit of the metric. Relative errors are bounded by these over the size of the reference; digits by
// δ/(e ln 10), e the relative error that they stand for. 0: nothing is known to limit the metric.

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

  /// The largest bound; not a number if one of them is none.
  quad bound() const;
  /// Where the largest one comes from; of equal ones the first.
  Origin origin() const;
};

/// The same in another unit.
Uncertainty operator*(const Uncertainty& uncertainty, const quad& factor);

/// "reference", "rounding", "newton".
std::string_view name(Origin origin);

/// Unit roundoff of a working precision.
quad roundoff(Precision precision);

/// The uncertainty of a metric of such a cell (metric_column.hpp), with what its run says where there is one. Methods
/// that choose their own steps round no more than the run has iterations; without one their rounding is infinite, which
/// stands for unknown. Counts and times have none. Throws
/// std::invalid_argument on another name, and where the data have no reference for an error.
Uncertainty uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult* run = nullptr);

/// The cell whose motion (`motion_of`) it looks at: the cell itself, or for the size of what a long run's deviations
/// are taken from one of the problem's own horizon. Throws as it does.
ResolvedCell motion_looked_at(const ResolvedCell& cell, std::string_view metric);

/// The same of runs that differ in their steps only, one a cell. Newton's last increment lies far below the tolerance
/// that it met: an error of any of them below the tolerance shows that it is no bound.
std::vector<Uncertainty> uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                       const std::vector<const RunResult*>& runs);

/// What the same run gives with less of an uncertainty.
struct Twins {
  std::optional<double> longer = {};     // in a longer precision
  std::optional<double> converged = {};  // in that, or else in its own, with Newton's iteration down to rounding
};

/// What rounding moves a number by is its distance from the longer twin, what Newton's tolerance does that of the two
/// twins [unit of the number].
Uncertainty shown_by(const Twins& twins, double measured, Uncertainty estimated);

/// By how much rounding may be larger or smaller than its estimate, or than that of another program:
/// an order of magnitude.
inline constexpr double rounding_spread = 10;

}  // namespace plumb
