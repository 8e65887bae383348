#pragma once
// The laboratory measures quantities: it runs cells and analyses methods. Each result is computed only once, even if
// several quantities need it.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/order.hpp"
#include "harness/paper/repeat_quantities.hpp"
#include "harness/schedule/engine.hpp"
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
};

class Laboratory {
 public:
  explicit Laboratory(MatrixOptions matrix_options) : options(std::move(matrix_options)) {}

  /// Returns the work that is missing for these needs: first the motions of references, then runs, analyses and
  /// certified digits; nothing if all values and uncertainties are known. A cell or an analysis that several goals of
  /// one call of `reach` need runs once. Checks for stop requests.
  Missing missing(const Needs& needs);
  /// Reaches the goals (harness/schedule/engine.hpp): those with `missing` above, and others, for example of figures.
  /// Results are loaded from the store and committed to it. Does nothing after a stop.
  void reach(const std::vector<Goal>& goals);
  /// Measures quantities.
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

  /// Returns the reason for which `reach` stopped. Quantities measured before have values; none is measured after.
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

  void add_value(Missing& out, const Quantity& quantity, std::set<std::string>& parts);
  void add_motions(Missing& out, const Quantity& quantity);
  void add_digits(Missing& out, const Quantity& quantity);
  NeededTask analysis(const Quantity& quantity);
  NeededRun reading(const Quantity& quantity);
  bool load_from_store(const std::string& part);
  void keep(const std::string& part, const Measured& value, Status status = Status::ok);

  MatrixOptions options;
  CellResults results;
  std::map<std::string, Measured> other_values;          // values of analyses and from samples, by Quantity::key()
  std::map<std::string, Uncertainty> uncertainty_cache;  // computed uncertainties, by part_of_uncertainty()
  PoolOutcome stopped_by;
};

}  // namespace plumb
