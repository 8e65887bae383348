#pragma once
// The cost of an accuracy is the work of runs from coarse to fine, interpolated where their errors pass the accuracy.
//
//   ln cost = linear in ln error between the two neighbours e_{i-1} > accuracy >= e_i, and nowhere else
//
// A crossing counts only if the next finer run keeps the accuracy too, so that one lucky run proves nothing. The range
// of a cost is what the uncertainty of the two errors leaves, together with how far the curve may bend between them: it
// lies between the chord and the secants of its neighbours on both sides.

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "contract/status.hpp"
#include "harness/judge/uncertainty.hpp"

namespace plumb {

/// A run as it is compared.
struct Point {
  double fineness = 0;     // steps, or 1/rtol; points stand in rising order
  double error = 0;        // relative; infinite: the run failed
  double uncertainty = 0;  // of the error
  Origin origin = Origin::rounding;
  std::optional<double> cost = {};  // [evaluations], see work_cost; none: not every counter that it needs is known
  double evaluations = 0;
  std::optional<double> factorizations = {};
  Status status = Status::ok;
};

enum class Reach {
  measured,     // between two runs
  at_limit,     // the coarsest run that works is more accurate: the cost is that of the largest step that works
  beyond,       // the first run of all is more accurate: the accuracy costs no more than that run
  unfinished,   // the finest run is the most accurate one, and not accurate enough: the accuracy costs more
  not_reached,  // no run is accurate enough, and finer ones are no more accurate
  limited,      // the uncertainty of the errors is as large as the accuracy
  failed,       // no run ended ok
  not_counted,  // it was reached, but the cost is not known
  not_fit,      // the method is not fit for these equations
  unmeasured,   // runs ended ok, but have no errors, because there is no reference
};

/// Returns "measured", "at its largest step", "beyond range", "finer not tried", "not reached", "limited", "failed",
/// "not counted", "not fit" or "no reference".
std::string_view name(Reach reach);

struct CostAt {
  Reach reach = Reach::not_fit;
  double cost = 0;  // [evaluations] for `measured` and `at_limit`, and the largest possible for `beyond`
  /// The range of the cost. Both ends are infinite if the accuracy is out of reach.
  double low = 0, high = std::numeric_limits<double>::infinity();
  double evaluations = 0;
  std::optional<double> factorizations = {};
  double least_error = 0;            // of all runs; infinite: none ended ok
  Origin origin = Origin::rounding;  // origin of what limits the errors
  std::size_t place = 0;             // index of the point that is accurate enough, if there is one

  /// Tells whether it has a cost that may be compared.
  bool is_ranked() const { return reach == Reach::measured || reach == Reach::at_limit; }
  /// Tells whether the accuracy is reached at a cost that is known or bounded.
  bool is_reached() const { return is_ranked() || reach == Reach::beyond; }
  /// Tells whether the accuracy is reached, or whether finer, better known or other runs could show that it is.
  bool may_be_reached() const { return is_reached() || is_unknown() || reach == Reach::unfinished; }
  /// Tells whether the accuracy may have been reached at an unknown cost.
  bool is_unknown() const {
    return reach == Reach::beyond || reach == Reach::limited || reach == Reach::not_counted ||
           reach == Reach::unmeasured;
  }
};

/// Returns the cost of the accuracy. `points` stand by rising fineness; `accuracy` > 0.
CostAt cost_at(std::span<const Point> points, double accuracy);

enum class Order { cheaper, dearer, tie };

/// Compares two costs. If their ranges overlap, it is a tie. If one of them is not ranked, a tie means that nothing is
/// known.
Order compared(const CostAt& one, const CostAt& other);

/// Returns the least of several costs. It is that of the cheapest if no other one may lie below; otherwise `beyond`,
/// with the range of the least. It is `not_fit` if none is fit.
CostAt least_of(std::span<const CostAt> costs);

}  // namespace plumb
