#pragma once
// Errors of a run against the reference, added up sample by sample: no state is kept but the last one.

#include <map>
#include <optional>
#include <string>

#include "harness/run/motion_errors.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// The reference is taken at the nominal times t_begin + n h in quad, so that a rounded step size counts as the run's
/// error.
class Comparison {
 public:
  /// Cell and `stop` have to outlive the comparison. A reference that has to be computed first is given up when `stop`
  /// asks for it, and not begun for a cell that is not compared (`is_compared`).
  Comparison(const ResolvedCell& cell, const StopRequest& stop);

  /// Takes the next sample of the run.
  void add(const Sample<quad>& computed);

  // What MotionErrors says of the samples.
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
  const quad begins, h, window;  // errors count from `window` on, but for rounding
  const quad horizon;            // beyond which the last step may end
  const bool left_out;
  std::int64_t samples = 0;
  MotionErrors errors;
};

}  // namespace plumb
