#pragma once
// The errors of a run against the reference are added up sample by sample, and only the last state is kept.

#include <map>
#include <optional>
#include <string>

#include "harness/run/motion_errors.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// Compares the samples of one run with the reference, which is taken at the nominal times t_begin + n h in quad. A
/// rounded step size so counts as an error of the run.
class Comparison {
 public:
  /// Cell and `stop` have to outlive the comparison. If the reference has to be computed first, that ends when `stop`
  /// asks for it; for a cell that is not compared (`is_compared`) it does not begin.
  Comparison(const ResolvedCell& cell, const StopRequest& stop);

  /// Takes the next sample of the run.
  void add(const Sample<quad>& computed);

  // These pass on what MotionErrors says of the samples.
  std::map<std::string, Metric> metrics(bool reaches_end) const { return errors.metrics(reaches_end); }
  std::map<std::string, double> uncertainty(const std::map<std::string, Metric>& metrics) const {
    return errors.uncertainty(metrics);
  }
  bool wants_more() const { return errors.wants_more() && !left_out; }
  bool was_stopped() const { return errors.was_stopped(); }
  const std::string& missing_because() const { return errors.missing_because(); }
  std::string note() const { return errors.note(); }
  std::optional<double> lost_after() const { return errors.lost_after(); }

 private:
  quad now() const { return begins + quad(sampled.step_of(samples)) * h; }
  bool is_beyond_stored() const;

  const SampleSteps sampled;
  const quad begins, h, window;  // errors count from `window` on, up to rounding
  const quad horizon;            // the last step may end after it
  const bool left_out;
  std::int64_t samples = 0;
  MotionErrors errors;
};

}  // namespace plumb
