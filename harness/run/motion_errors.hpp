#pragma once
// The errors of a motion against the reference are added up time by time, and only the last state is kept.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/stop.hpp"
#include "harness/run/observable.hpp"

namespace plumb {

/// Compares a motion with the reference. Where configurations are not a vector space, the error of q is the vector that
/// leads from the reference to the motion in the chart around the reference (for a rotation, the vector of axis and
/// angle). That error has no size to be relative to. Coordinates of several kinds have the errors of each kind, and
/// those of the norm over all.
class MotionErrors {
 public:
  using FindsReference = std::function<std::shared_ptr<const Solution>()>;

  /// Data and `stop` have to outlive this object. `reference` is called once, at the first time, and throws as
  /// `solution` does. Computing a reference ends when `stop` asks for it.
  MotionErrors(Subject subject, const Parameters& data, FindsReference reference, const StopRequest& stop);

  /// Takes the state at a time that is later than those before. `is_last` marks the end of the motion, whose digits are
  /// counted.
  void add(const quad& t, const Sample<quad>& computed, bool is_last);
  /// Leaves the last state out, because a stored reference ends before it.
  void end_beyond_reference() { ends_beyond = true; }

  /// Returns the errors by the names of their columns (`end.q`, `end.q.rotation`, ..., `scd`). It leaves out those that
  /// need the end of a motion if the motion did not reach it. The map is empty if nothing was added or there is no
  /// reference for these data. A value is null if the reference has lost its digits before the last time.
  std::map<std::string, Metric> metrics(bool reaches_end) const;

  /// Returns how much of each metric is unknown because the reference has few digits [its unit]: 4 times the same error
  /// of the reference's second integration. A reference of 20 digits leaves nothing unknown.
  std::map<std::string, double> uncertainty(const std::map<std::string, Metric>& metrics) const;

  /// Tells whether further states are of any use.
  bool wants_more() const { return missing.empty() && !stopped; }

  /// Tells whether states were given up because of `stop`.
  bool was_stopped() const { return stopped; }

  /// Says why there is no reference. It is empty if there is one, or if nothing was added.
  const std::string& missing_because() const { return missing; }

  /// Says what else a reader should know of missing errors. It is empty if there is nothing to say.
  std::string note() const;

  /// Returns until when the reference has digits [s], if it has none for the last state. Of several stored outputs, the
  /// one counts that lost its digits first.
  std::optional<double> lost_after() const;

  /// Returns the reference once it was asked for, and null before.
  const Solution* reference() const { return known.get(); }

 private:
  /// A member of an observable, and its errors so far.
  struct Compared {
    const ObservableRow* observable;
    Member member;
    ErrorSums sums = {}, doubts = {};       // errors of the run, and of a second opinion of the reference
    std::optional<double> lost_after = {};  // s, if the output is stored with too few digits for a sample
  };

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
  std::optional<ReferenceState> second;  // another opinion of the newest state; none: it has 20 digits
  std::int64_t times = 0;                // number of times that were added
  quad latest = 0;                       // the latest of them [s]
  std::string missing = {};
  std::optional<double> until = {};
  bool stopped = false;
  bool ends_beyond = false;  // the last state lies behind the end of a stored reference, because the last step does
  std::vector<Compared> compared;
  std::optional<AnySystem<quad>> manifold;  // none if configurations are a vector space
  Vec<quad> theta, no_theta;                // errors of q in the chart around the reference
  std::vector<quad> end, reference_end;     // q and v of the last state
  std::vector<quad> room, reference_room;   // buffers for numbers that are gathered from several places
};

}  // namespace plumb
