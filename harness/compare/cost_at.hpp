#pragma once
// The cost of an accuracy is interpolated between two runs of a series from coarse to fine, between which the error
// falls below the accuracy.
//
//   ln cost = linear in ln error between the two neighbours e_{i-1} > accuracy >= e_i; no extrapolation
//
// A crossing counts only if the next finer run also reaches the accuracy, to exclude chance. The range of a cost
// contains the effect of the uncertainties of the two errors, and the possible curvature between the runs: the curve
// lies between the chord and the secants of its neighbours on both sides.

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "contract/status.hpp"
#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// Data of a run for the comparison.
struct Point {
  double fineness = 0;     // number of steps, or 1/rtol; points are sorted by fineness, ascending
  double error = 0;        // relative error; infinite: the run failed
  double uncertainty = 0;  // uncertainty of the error
  Origin origin = Origin::rounding;
  std::optional<double> cost = {};  // [evaluations], see work_cost; nullopt: a required counter is missing
  double evaluations = 0;
  std::optional<double> factorizations = {};
  Status status = Status::ok;
};

enum class Reach {
  measured,     // interpolated between two runs
  at_limit,     // coarsest working run is more accurate; its step is the largest working step, whose cost is used
  beyond,       // first run is already more accurate; its cost is an upper bound
  unfinished,   // finest run is the most accurate one, but not accurate enough; its cost is a lower bound
  not_reached,  // no run is accurate enough, and finer runs are not more accurate
  limited,      // uncertainty of the errors is as large as the accuracy
  failed,       // no run ended ok
  not_counted,  // accuracy is reached, but the cost is missing
  not_fit,      // method does not support these equations
  unmeasured,   // runs ended ok, but have no errors, because there is no reference
};

/// Returns "measured", "at its largest step", "beyond range", "finer not tried", "not reached", "limited", "failed",
/// "not counted", "not fit" or "no reference".
std::string_view name(Reach reach);

struct CostAt {
  Reach reach = Reach::not_fit;
  double cost = 0;  // cost for `measured` and `at_limit`, upper bound for `beyond` [evaluations]
  /// The range of the cost. Both bounds are infinite if the accuracy is out of reach.
  double low = 0, high = std::numeric_limits<double>::infinity();
  double evaluations = 0;
  std::optional<double> factorizations = {};
  double least_error = 0;            // least error of all runs; infinite: no run ended ok
  Origin origin = Origin::rounding;  // origin of the limit of the errors
  std::size_t place = 0;             // index of the point that reaches the accuracy, if there is one

  /// Returns whether there is a cost that may be compared.
  bool is_ranked() const { return reach == Reach::measured || reach == Reach::at_limit; }
  /// Returns whether the accuracy is reached, with a cost or an upper bound of it.
  bool is_reached() const { return is_ranked() || reach == Reach::beyond; }
  /// Returns whether the accuracy is reached, or whether finer or more certain runs could reach it.
  bool may_be_reached() const { return is_reached() || is_unknown() || reach == Reach::unfinished; }
  /// Returns whether the accuracy may have been reached at an unknown cost.
  bool is_unknown() const {
    return reach == Reach::beyond || reach == Reach::limited || reach == Reach::not_counted ||
           reach == Reach::unmeasured;
  }
};

/// Returns the cost of the accuracy (> 0). `points` are sorted by ascending fineness.
CostAt cost_at(std::span<const Point> points, double accuracy);

enum class Order { cheaper, dearer, tie };

/// Compares two costs. If their ranges overlap, the result is a tie. If one of the costs is not ranked, a tie means
/// that the order is unknown.
Order compared(const CostAt& one, const CostAt& other);

/// Returns the least of several costs: the cost of the cheapest, if no other cost may be below it. Otherwise returns
/// `beyond`, with the range of the least. Returns `not_fit` if all are.
CostAt least_of(std::span<const CostAt> costs);

}  // namespace plumb
