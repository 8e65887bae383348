#pragma once
// Compares a run with the reference sample by sample. Errors are accumulated, so only the last state is stored.

#include <map>
#include <optional>
#include <string>

#include "harness/run/motion_errors.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// Compares the samples of one run with the reference at the nominal times t_begin + n h, computed in quad. So the
/// error of a run includes the rounding of its step size.
class Comparison {
 public:
  /// `cell` and `stop` must outlive this object. The reference is computed when it is needed, and `stop` aborts that
  /// computation. It is not computed if the cell is not compared (`is_compared`).
  Comparison(const ResolvedCell& cell, const StopRequest& stop);

  /// Adds the next sample of the run.
  void add(const Sample<quad>& computed);

  // These functions forward to MotionErrors.
  std::map<std::string, Metric> metrics(bool reaches_end) const { return errors.metrics(reaches_end); }
  std::map<std::string, double> uncertainty(const std::map<std::string, Metric>& metrics) const {
    return errors.uncertainty(metrics);
  }
  bool needs_more() const { return errors.needs_more() && !is_skipped; }
  bool was_stopped() const { return errors.was_stopped(); }
  const std::string& missing_because() const { return errors.missing_because(); }
  std::string note() const { return errors.note(); }
  std::optional<double> lost_after() const { return errors.lost_after(); }

 private:
  quad now() const { return begins + quad(sampled.step_of(samples)) * h; }
  bool is_beyond_stored() const;

  const SampleSteps sampled;
  const quad begins, h, window;  // samples before `window` are ignored, up to rounding [s]
  const quad horizon;            // end time of the cell; the last step may end after it
  const bool is_skipped;         // whether the cell is not compared
  std::int64_t samples = 0;
  MotionErrors errors;
};

}  // namespace plumb
