#pragma once
// The laboratory measures quantities: it runs cells and analyses methods. Each result is computed only once, even if
// several quantities need it.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/order.hpp"
#include "harness/paper/repeat_quantities.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// The result of a measurement. If it has neither a number nor a word, the note contains the reason.
struct Measured {
  std::optional<double> number;
  std::string note;
  bool ran = true;        // false: a required result is missing
  std::string word = {};  // measured word, if the quantity is not a number
  // Time up to which the reference is accurate [s], if it is lost before the number could be computed; then there is no
  // number.
  std::optional<double> lost_at = {};
};

/// Quantities and uncertainties that a verdict requires.
struct Needs {
  std::vector<const Quantity*> values = {};         // quantities to measure
  std::vector<const Quantity*> uncertainties = {};  // measured quantities whose uncertainties are required

  bool empty() const { return values.empty() && uncertainties.empty(); }
};

class Laboratory {
 public:
  explicit Laboratory(MatrixOptions matrix_options) : options(std::move(matrix_options)) {}

  /// A request for quantities. The laboratory calls `ready` when all of them are measured, and never two `ready` at
  /// once. `ready` returns further needs. If it reads a value that is not among its needs, the value may be computed
  /// during this call, which blocks the other requests.
  struct Request {
    Needs needs;
    std::function<Needs()> ready;
  };

  /// Computes all needs that are neither in memory nor in the store, in one pool. Each cell runs once for all
  /// quantities read from it. The quantities must outlive the call. `others` may request further cells and add its own
  /// tasks to the pool. The pool has ended when the call returns.
  void serve(std::vector<Request> requests, const std::function<void(CellService&)>& others = {});
  /// Measures quantities without a callback.
  void measure(const std::vector<const Quantity*>& quantities);
  /// Returns the value of a quantity after `measure`.
  Measured value(const Quantity& quantity);

  /// Slope of a fit to the errors at small steps only, up to `largest_step` [s].
  struct PartialSlope {
    double largest_step, slope;
  };
  std::vector<PartialSlope> partial_slopes(const Quantity& quantity) const;

  /// Returns the uncertainty of the value (uncertainty.hpp), in its unit. For an order it is propagated from the
  /// uncertainties of the errors through the fit. It is 0 for counts, analyses and printed numbers. It is infinite
  /// without a run, and if only repeat runs can measure it, as for values read from samples. If the `Needs` did not
  /// include a reference, this call certifies it and checks for stop requests.
  Uncertainty uncertainty(const Quantity& quantity);
  /// Returns the values of the repeat runs of a quantity; nullopt if one of them did not run.
  std::optional<RepeatRuns> values(const RepeatQuantities& repeats);

  /// Returns the reason for which `serve` stopped. Quantities measured before have values; none is measured after.
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
  bool load_from_store(const std::string& part);
  void keep(const std::string& part, const Measured& value, Status status = Status::ok);

  MatrixOptions options;
  CellResults results;
  std::map<std::string, Measured> other_values;          // values of analyses and from samples, by Quantity::key()
  std::map<std::string, Uncertainty> uncertainty_cache;  // computed uncertainties, by part_of_uncertainty()
  PoolOutcome stopped_by;
};

}  // namespace plumb
