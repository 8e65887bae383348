#pragma once
// The laboratory measures quantities: runs through the matrix, stability through the analysis, and each thing once.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/order.hpp"
#include "harness/paper/twins.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// What was measured. Without a number or a word, the note says why there is none.
struct Measured {
  std::optional<double> number;
  std::string note;
  bool ran = true;        // false: a result is missing that should exist
  std::string word = {};  // the value of a quantity that is not a number
  // If the reference has too few digits for the number from some time on, there is no number, and this is that time
  // [s].
  std::optional<double> lost_at = {};
};

/// Lists what must be known before somebody can judge.
struct Needs {
  std::vector<const Quantity*> values = {};
  std::vector<const Quantity*> uncertainties = {};  // of quantities that have been measured

  bool empty() const { return values.empty() && uncertainties.empty(); }
};

class Laboratory {
 public:
  explicit Laboratory(MatrixOptions matrix_options) : options(std::move(matrix_options)) {}

  /// A request for quantities. `ready` is called when all of them are known, one call at a time, and says what else is
  /// needed. If it asks the laboratory for anything beyond its needs, that may have to be computed on the spot while
  /// others wait.
  struct Request {
    Needs needs;
    std::function<Needs()> ready;
  };

  /// Runs and analyses what is needed and is neither known nor in the store, all in one pool. Each cell runs once for
  /// everything that is read from it. The quantities have to outlive the call. `others` may ask for cells too, and add
  /// tasks of its own to the pool, which has ended when the call returns.
  void serve(std::vector<Request> requests, const std::function<void(CellService&)>& others = {});
  /// Does the same for quantities that nobody waits for.
  void measure(const std::vector<const Quantity*>& quantities);
  /// Returns the value of a quantity that `measure` was given.
  Measured value(const Quantity& quantity);

  /// The slope over the smallest steps alone.
  struct PartialSlope {
    double largest_step, slope;
  };
  std::vector<PartialSlope> partial_slopes(const Quantity& quantity) const;

  /// Returns the uncertainty of that value (uncertainty.hpp), in its unit. For an order it is what the uncertainty of
  /// the errors makes of the slope. It is 0 for what is counted, analysed or printed. It is infinite without a run, and
  /// where only twins can tell, as for what is read from samples. If a reference was not among the `Needs` it is
  /// certified here, which obeys stopping points.
  Uncertainty uncertainty(const Quantity& quantity);
  /// Returns what the twins of a quantity gave; none if one of them did not run.
  std::optional<Twins> values(const TwinQuantities& twins);

  /// Tells what stopped `serve`. What was measured before has its value, and nothing is measured after.
  const PoolOutcome& stop() const { return stopped_by; }

 private:
  const RunResult* result(const ResolvedCell& cell) const;
  Measured metric(const Quantity& quantity) const;
  Measured final_output(const Quantity& quantity) const;
  Measured status(const Quantity& quantity) const;
  Measured log_ratio(const Quantity& quantity) const;
  Measured counter(const Quantity& quantity) const;
  Measured iterations(const Quantity& quantity) const;
  Measured without_error(const Quantity& quantity) const;
  Measured order(const Quantity& quantity) const;
  Measured slope(const Quantity& quantity) const;
  std::vector<OrderPoint> points(const Quantity& quantity) const;
  std::vector<OrderPoint> fitted_points(const Quantity& quantity) const;
  static std::string part_of_uncertainty(const Quantity& quantity);
  std::optional<Uncertainty> known_uncertainty(const Quantity& quantity);
  std::vector<const ResolvedCell*> to_be_certified(const Quantity& quantity) const;
  Uncertainty estimated(const Quantity& quantity) const;
  Uncertainty of_metric(const Quantity& quantity) const;
  Uncertainty of_fit(const Quantity& quantity) const;

  class Session;
  PoolOptions pool_options() const;
  bool known_from_store(const std::string& part);
  void keep(const std::string& part, const Measured& value, Status status = Status::ok);

  MatrixOptions options;
  CellResults results;
  std::map<std::string, Measured> alone;     // values that are not of a plain run, by all that they depend on
  std::map<std::string, Uncertainty> asked;  // uncertainties that somebody asked for, by the same keys
  PoolOutcome stopped_by;
};

}  // namespace plumb
