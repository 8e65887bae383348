#pragma once
// What an accuracy costs: the work of runs from coarse to fine, interpolated where their errors pass the accuracy.
//
//   ln cost = linear in ln error between the two neighbours e_{i-1} > accuracy >= e_i, and nowhere else
//
// The crossing counts after which the next finer run keeps the accuracy too: one lucky run is none. The range of a cost
// is what the uncertainty of the two errors leaves, and how far the curve may bend between them: it lies between the
// chord and the secants of its neighbours on both sides.

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
  double fineness = 0;     // steps, or 1/rtol: points stand by rising fineness
  double error = 0;        // relative; infinite: the run failed
  double uncertainty = 0;  // of the error
  Origin origin = Origin::rounding;
  std::optional<double> cost = {};  // [evaluations], see work_cost; none: not all that it is made of is counted
  double evaluations = 0;
  std::optional<double> factorizations = {};
  Status status = Status::ok;
};

enum class Reach {
  measured,     // between two runs
  at_limit,     // the coarsest run that works is more accurate: the cost is that of the largest step that works
  beyond,       // the first run of all is more accurate: its cost is the most that the accuracy can cost
  unfinished,   // the finest run is the most accurate one, and not as accurate: it costs more than that run
  not_reached,  // no run is as accurate, and finer ones are no more accurate
  limited,      // what is not known of the errors is as large as the accuracy
  failed,       // no run ended ok
  not_counted,  // reached, but of unknown cost
  not_fit,      // the method is not fit for these equations
  unmeasured,   // runs ended ok, and have no errors: there is no reference
};

/// "measured", "at its largest step", "beyond range", "finer not tried", "not reached", "limited", "failed",
/// "not counted", "not fit", "no reference".
std::string_view name(Reach reach);

struct CostAt {
  Reach reach = Reach::not_fit;
  double cost = 0;  // [evaluations]; of `measured` and `at_limit`, and the most of `beyond`
  /// Where the cost may lie; both are infinite where the accuracy is out of reach.
  double low = 0, high = std::numeric_limits<double>::infinity();
  double evaluations = 0;
  std::optional<double> factorizations = {};
  double least_error = 0;            // of all runs; infinite: none ended ok
  Origin origin = Origin::rounding;  // of what limits
  std::size_t place = 0;             // of the point that is accurate enough, if there is one

  /// Whether it has a cost that may be compared.
  bool is_ranked() const { return reach == Reach::measured || reach == Reach::at_limit; }
  /// Whether the accuracy is reached at a cost that is known, or bounded.
  bool is_reached() const { return is_ranked() || reach == Reach::beyond; }
  /// Whether it is reached, or finer, better known or other runs could show that it is.
  bool may_be_reached() const { return is_reached() || is_unknown() || reach == Reach::unfinished; }
  /// Whether it may have been reached, at a cost that is not known.
  bool is_unknown() const {
    return reach == Reach::beyond || reach == Reach::limited || reach == Reach::not_counted ||
           reach == Reach::unmeasured;
  }
};

/// `points` by rising fineness; `accuracy` > 0.
CostAt cost_at(std::span<const Point> points, double accuracy);

enum class Order { cheaper, dearer, tie };

/// Costs whose ranges overlap are a tie. Where one of them is not ranked, a tie says that nothing is known.
Order compared(const CostAt& one, const CostAt& other);

/// The least of several costs: that of the cheapest where no other one may lie below; else of `beyond`, with the range
/// of the least; `not_fit` if none is fit.
CostAt least_of(std::span<const CostAt> costs);

}  // namespace plumb
