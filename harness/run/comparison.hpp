#pragma once
// Errors of a run against the reference, added up sample by sample: no state is kept but the last one.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/stop.hpp"
#include "harness/run/observable.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// The reference is taken at the nominal times t_begin + n h in quad, so that a rounded step size counts as the run's
/// error. Where configurations are no vector space, the error of q is what leads from the reference to the run in the
/// chart around the reference (of a rotation the vector of axis and angle): it has no size to be relative to.
/// Coordinates of several kinds have the errors of each kind beside the norm over all.
class Comparison {
 public:
  /// Cell and `stop` have to outlive the comparison. A reference that has to be computed first is given up when `stop`
  /// asks for it, and not begun for a cell that is not compared (`is_compared`).
  Comparison(const ResolvedCell& cell, const StopRequest& stop);

  /// Takes the next sample of the run.
  void add(const Sample<quad>& computed);

  /// What the table of observables sees beside the reference, by the names of the columns (`end.q`, `end.q.rotation`,
  /// ..., `scd`), without what needs the end of a run that did not reach it; empty if nothing was sampled or there is
  /// no reference for these data. Null where the reference has lost its digits before the last sample.
  std::map<std::string, Metric> metrics(bool reaches_end) const;

  /// What is not known of these metrics since the reference has few digits, as a number of the same kind: 4 times what
  /// its second integration has as its errors. Of a reference of 20 digits nothing.
  std::map<std::string, double> uncertainty(const std::map<std::string, Metric>& metrics) const;

  /// Whether further samples are of any use.
  bool wants_more() const { return missing.empty() && !stopped && !left_out; }

  /// Whether samples were given up because of `stop`.
  bool was_stopped() const { return stopped; }

  /// Why there is no reference; empty: there is, or nothing was sampled.
  const std::string& missing_because() const { return missing; }

  /// What else is to be said of errors that are missing; empty: nothing.
  std::string note() const;

  /// Until when the reference has digits [s], where it has none for the last sample any more; of stored outputs the one
  /// that has lost them first.
  std::optional<double> lost_after() const;

 private:
  /// A member of an observable and its errors up to here.
  struct Compared {
    const ObservableRow* observable;
    Member member;
    ErrorSums sums = {}, doubts = {};       // of the run, and of a second opinion of the reference
    std::optional<double> lost_after = {};  // s, where the output is stored with too few digits for a sample
  };

  struct AtRest {
    bool q = false, v = false;
    bool has(const ObservableRow& observable) const;
  };

  quad now() const { return begins + quad(sampled.step_of(samples)) * h; }
  std::optional<ReferenceState> reference_at(const quad& t);
  void begin(const Sample<quad>& computed);
  void add(const Sample<quad>& computed, const ReferenceState& exact);
  void doubt(const ReferenceState& exact);
  void lose(Compared& output) const;
  bool is_beyond_stored() const;
  bool vanishes(const Compared& one) const;
  AtRest at_rest() const;

  const ResolvedCell& cell;
  const Subject subject;
  const StopRequest& stop;
  const SampleSteps sampled;
  const quad begins, h, window;  // errors count from `window` on, but for rounding
  const quad horizon;            // beyond which the last step may end
  const bool left_out;
  std::shared_ptr<const Solution> known;
  std::optional<ReferenceState> second;  // opinion of the state that was asked for last; none: that has 20 digits
  std::int64_t samples = 0;
  std::string missing = {};
  std::optional<double> until = {};
  bool stopped = false;
  bool ends_beyond = false;  // the last sample lies behind the end of a stored reference, since the last step does
  std::vector<Compared> compared;
  std::optional<AnySystem<quad>> manifold;  // none: configurations are a vector space
  Vec<quad> theta, no_theta;                // in the chart around the reference
  std::vector<quad> end, reference_end;     // q and v of the last sample
  std::vector<quad> room, reference_room;   // what is gathered from several places
};

}  // namespace plumb
