#pragma once
// Errors of a motion with respect to the reference. They are accumulated, so only the last state is stored.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/stop.hpp"
#include "harness/run/observable.hpp"

namespace plumb {

/// Compares a motion with the reference. If the configurations are not a vector space, the error of q is a vector in
/// the chart around the reference (for a rotation, the rotation vector from reference to motion). Such an error has no
/// relative form. If there are several kinds of coordinates, the errors are computed for each kind and for all
/// together.
class MotionErrors {
 public:
  using FindsReference = std::function<std::shared_ptr<const Solution>()>;

  /// `data` and `stop` must outlive this object. `reference` is called once, for the first state, and may throw like
  /// `solution`. `stop` aborts the computation of the reference.
  MotionErrors(Subject subject, const Parameters& data, FindsReference reference, const StopRequest& stop);

  /// Adds the state at a time later than all before. `is_last` marks the end of the motion, for which the numbers of
  /// correct digits of the solution (scd, mescd) are computed.
  void add(const quad& t, const Sample<quad>& computed, bool is_last);
  /// Replaces `add` for a last state after the end of a stored reference: the errors at the end are null.
  void end_beyond_reference() { ends_beyond = true; }

  /// Returns the errors by the names of their columns (`end.q`, `end.q.rotation`, ..., `scd`). Errors at the end are
  /// omitted if the motion did not reach its end. The map is empty if there are no samples, or if these data have no
  /// reference. A value is null if the accuracy of the reference is too low at the last time.
  std::map<std::string, Metric> metrics(bool reaches_end) const;

  /// Returns the uncertainty of each metric due to the limited accuracy of the reference [its unit]: 4 times the error
  /// of the second integration of the reference, in the same metric. References with 20 correct digits have no such
  /// uncertainty and no entries.
  std::map<std::string, double> uncertainty(const std::map<std::string, Metric>& metrics) const;

  /// Returns whether further states are needed.
  bool needs_more() const { return missing.empty() && !stopped; }

  /// Returns whether states were skipped because of a stop request.
  bool was_stopped() const { return stopped; }

  /// Returns the reason why there is no reference. Empty if there is a reference, or if there are no samples.
  const std::string& missing_because() const { return missing; }

  /// Returns a note on missing errors; empty if no error is missing.
  std::string note() const;

  /// Returns the time up to which the reference is accurate [s], if that is before the last state. Of several stored
  /// outputs, the first loss counts.
  std::optional<double> lost_after() const;

  /// Returns the reference; null before it was requested.
  const Solution* reference() const { return known.get(); }

 private:
  /// A member of an observable (such as a component class), and its errors so far.
  struct Compared {
    const ObservableRow* observable;
    Member member;
    ErrorSums sums = {}, doubts = {};       // errors of the run, and of the second integration of the reference
    std::optional<double> lost_after = {};  // time until which the stored output is accurate [s]; none: always
  };

  /// Whether q, or v and a, of the reference are 0 within their uncertainty.
  struct AtRest {
    bool q = false, v = false;
    bool has(const ObservableRow& observable) const;
  };

  std::optional<ReferenceState> reference_at(const quad& t);
  void begin(const Sample<quad>& computed);
  void add(const Sample<quad>& computed, const ReferenceState& exact, bool is_last);
  void doubt(const ReferenceState& exact);
  void lose(Compared& output) const;
  bool vanishes(const Compared& one) const;
  AtRest at_rest() const;

  const Subject subject;
  const Parameters& data;
  const FindsReference find;
  const StopRequest& stop;
  std::shared_ptr<const Solution> known;
  std::optional<ReferenceState> second;  // newest state of the second integration; none: reference is not refined
  std::int64_t times = 0;                // number of compared times
  quad latest = 0;                       // latest compared time [s]
  std::string missing = {};
  std::optional<double> until = {};  // time until which the reference is accurate [s]; none: always
  bool stopped = false;
  bool ends_beyond = false;  // whether the last step ends after the stored reference
  std::vector<Compared> compared;
  std::optional<AnySystem<quad>> manifold;  // none if configurations are a vector space
  Vec<quad> theta, no_theta;                // error of q in the chart around the reference; zero vector
  std::vector<quad> end, reference_end;     // q and v at the last time
  std::vector<quad> room, reference_room;   // buffers for values gathered from several ranges
};

}  // namespace plumb
