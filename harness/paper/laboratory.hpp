#pragma once
// Where quantities are measured: runs through the matrix, stability through the analysis; each thing once.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/order.hpp"
#include "harness/paper/twins.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// What came out; without a number or a word the note says why.
struct Measured {
  std::optional<double> number;
  std::string note;
  bool ran = true;                     // false: there should be a result and there is none
  std::string word = {};               // of a quantity that is no number
  std::optional<double> lost_at = {};  // s, where the reference has no digits for it any more: then there is no number
};

/// What somebody has to know before he can judge.
struct Needs {
  std::vector<const Quantity*> values = {};
  std::vector<const Quantity*> uncertainties = {};  // of quantities that have been measured

  bool empty() const { return values.empty() && uncertainties.empty(); }
};

class Laboratory {
 public:
  explicit Laboratory(MatrixOptions matrix_options) : options(std::move(matrix_options)) {}

  /// Somebody who needs quantities. `ready` is called, one at a time, when all of them are there, and says what else is
  /// needed. What it asks of the laboratory beside that may have to be computed there and then, while others wait.
  struct Request {
    Needs needs;
    std::function<Needs()> ready;
  };

  /// Runs and analyses what is needed and is neither known nor in the store, all in one pool; each cell once for
  /// everything that is read from it. The quantities have to outlive the call.
  /// `others` may ask for cells too and add tasks of its own to their pool, which has ended when the call returns.
  void serve(std::vector<Request> requests, const std::function<void(CellService&)>& others = {});
  /// The same for quantities that nobody waits for.
  void measure(const std::vector<const Quantity*>& quantities);
  /// The value of a quantity that `measure` was given.
  Measured value(const Quantity& quantity);

  /// Of a slope that has a value: the same over the smallest steps alone, three or more, by falling largest step.
  struct PartialSlope {
    double largest_step, slope;
  };
  std::vector<PartialSlope> partial_slopes(const Quantity& quantity) const;

  /// What is not known of that value (uncertainty.hpp), in its unit: of an order what the uncertainty of its errors
  /// makes of the slope. 0 of what is counted, analysed or printed; infinite where nothing but twins can tell, as of
  /// what is read from samples, and without a run. Certifies a reference where it was not among the `Needs`, and obeys
  /// stopping points then.
  Uncertainty uncertainty(const Quantity& quantity);
  /// What the twins of a quantity gave; null: one of them did not run.
  std::optional<Twins> values(const TwinQuantities& twins);

  /// What stopped `serve`: what was measured by then has its value, and nothing is measured any more.
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
  std::map<std::string, Measured> alone;     // by everything they depend on: what is no plain run
  std::map<std::string, Uncertainty> asked;  // likewise: of what somebody asked
  PoolOutcome stopped_by;
};

}  // namespace plumb
