#pragma once
// Errors of a motion against the reference, added up time by time: no state is kept but the last one.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/stop.hpp"
#include "harness/run/observable.hpp"

namespace plumb {

/// Where configurations are no vector space, the error of q is what leads from the reference to the motion in the
/// chart around the reference (of a rotation the vector of axis and angle): it has no size to be relative to.
/// Coordinates of several kinds have the errors of each kind beside the norm over all.
class MotionErrors {
 public:
  using FindsReference = std::function<std::shared_ptr<const Solution>()>;

  /// Data and `stop` have to outlive it. `reference` is asked once, at the first time, and throws as `solution`; a
  /// reference that has to be computed is given up when `stop` asks for it.
  MotionErrors(Subject subject, const Parameters& data, FindsReference reference, const StopRequest& stop);

  /// Takes the state at a time after those before. `is_last`: the end of the motion, whose digits are counted.
  void add(const quad& t, const Sample<quad>& computed, bool is_last);
  /// Leaves the last state out, since a stored reference ends before it.
  void end_beyond_reference() { ends_beyond = true; }

  /// What the table of observables sees beside the reference, by the names of the columns (`end.q`, `end.q.rotation`,
  /// ..., `scd`), without what needs the end of a motion that did not reach it; empty if nothing was added or there is
  /// no reference for these data. Null where the reference has lost its digits before the last time.
  std::map<std::string, Metric> metrics(bool reaches_end) const;

  /// What is not known of these metrics since the reference has few digits, as a number of the same kind: 4 times what
  /// its second integration has as its errors. Of a reference of 20 digits nothing.
  std::map<std::string, double> uncertainty(const std::map<std::string, Metric>& metrics) const;

  /// Whether further states are of any use.
  bool wants_more() const { return missing.empty() && !stopped; }

  /// Whether states were given up because of `stop`.
  bool was_stopped() const { return stopped; }

  /// Why there is no reference; empty: there is, or nothing was added.
  const std::string& missing_because() const { return missing; }

  /// What else is to be said of errors that are missing; empty: nothing.
  std::string note() const;

  /// Until when the reference has digits [s], where it has none for the last state any more; of stored outputs the one
  /// that has lost them first.
  std::optional<double> lost_after() const;

  /// The reference, once it was asked for; null before.
  const Solution* reference() const { return known.get(); }

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
  std::optional<ReferenceState> second;  // opinion of the state that was asked for last; none: that has 20 digits
  std::int64_t times = 0;                // that were added
  quad latest = 0;                       // of them [s]
  std::string missing = {};
  std::optional<double> until = {};
  bool stopped = false;
  bool ends_beyond = false;  // the last state lies behind the end of a stored reference, since the last step does
  std::vector<Compared> compared;
  std::optional<AnySystem<quad>> manifold;  // none: configurations are a vector space
  Vec<quad> theta, no_theta;                // in the chart around the reference
  std::vector<quad> end, reference_end;     // q and v of the last state
  std::vector<quad> room, reference_room;   // what is gathered from several places
};

}  // namespace plumb
