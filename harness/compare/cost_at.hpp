#pragma once
// Computes the cost at which a method reaches a given accuracy (relative error). The cost is interpolated between two
// successive runs of a series, from coarse to fine, between which the error falls below the accuracy:
//
//   ln cost is linear in ln error between the two runs, with errors e_{i-1} > accuracy >= e_i; no extrapolation
//
// To exclude chance, run i counts only if the next finer run also reaches the accuracy. The range of a cost covers the
// uncertainties of the two errors and a possible curvature: the curve of cost over error lies between the chord of the
// two runs and the secants through their outer neighbours.

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "contract/status.hpp"
#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// The data of one run that the comparison uses.
struct Point {
  double fineness = 0;               // number of steps, or 1/rtol; points are sorted by fineness, ascending
  double error = 0;                  // relative error; infinite: the run failed
  double uncertainty = 0;            // bound on the measurement error of `error`
  Origin origin = Origin::rounding;  // largest contribution to the uncertainty
  std::optional<double> cost = {};   // [evaluations], see work_cost; nullopt: a required counter is missing
  double evaluations = 0;
  std::optional<double> factorizations = {};
  Status status = Status::ok;
};

/// Whether a method reaches the given accuracy, and the reason if there is no exact cost.
enum class Reach {
  measured,     // interpolated between two runs
  at_limit,     // the next coarser run fails, so the run with the largest working step determines the cost
  beyond,       // even the coarsest run is accurate enough, so its cost is an upper bound
  unfinished,   // errors decrease to the finest run, but not enough, so its cost is a lower bound
  not_reached,  // no run is accurate enough, and finer runs are not more accurate
  limited,      // the errors are too uncertain to be compared with the accuracy
  failed,       // no run ended ok
  not_counted,  // accuracy is reached, but a counter for the cost is missing
  not_fit,      // method does not support these equations
  unmeasured,   // runs ended ok, but have no errors, because there is no reference
};

/// Returns "measured", "at its largest step", "beyond range", "finer not tried", "not reached", "limited", "failed",
/// "not counted", "not fit" or "no reference".
std::string_view name(Reach reach);

struct CostAt {
  Reach reach = Reach::not_fit;
  double cost = 0;  // cost for `measured` and `at_limit`, upper bound for `beyond` [evaluations]
  /// The range of the cost [evaluations]. Both bounds are infinite if the accuracy is not reachable.
  double low = 0, high = std::numeric_limits<double>::infinity();
  double evaluations = 0;
  std::optional<double> factorizations = {};
  double least_error = 0;            // least error of all runs; infinite: no run ended ok
  Origin origin = Origin::rounding;  // origin of the uncertainty of the error
  std::size_t place = 0;             // index of the first point that reaches the accuracy; 0 if there is none

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

/// Returns the cost of the accuracy (relative error > 0). `points` must be sorted by ascending fineness.
CostAt cost_at(std::span<const Point> points, double accuracy);

enum class Order { cheaper, dearer, tie };

/// Compares two costs. If their ranges overlap, the result is a tie. If one of the costs is not ranked, a tie means
/// that the order is unknown.
Order compared(const CostAt& one, const CostAt& other);

/// Returns the minimum of several costs. If a cost of unknown value may be below the least known cost, `reach` is
/// `beyond`, because this cost is only an upper bound. Returns `not_fit` if all costs are `not_fit`.
CostAt least_of(std::span<const CostAt> costs);

}  // namespace plumb
