#pragma once
// What a cell gave: how it ended, its metrics, counters, timing and final state, and their JSON.

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contract/counters.hpp"
#include "contract/status.hpp"
#include "harness/cell/cell.hpp"
#include "harness/run/work.hpp"
#include "text/json.hpp"

namespace plumb {

/// CPU time of a run's start and steps, without what watches it; what was not measured is none.
struct Timing {
  using Measured = std::optional<double>;
  Measured seconds = {};                     // median of the samples [s]
  Measured nanoseconds_per_step = {};        // of that median [ns]
  std::optional<std::int64_t> repeats = {};  // number of samples; 1: timed once, while it was watched or after it
  /// Steps of the second execution, unwatched, that a cell with cheap steps had to be timed; if there are more, the
  /// others are taken to cost as much. None: it had none, `seconds` are of the run that was watched or of a session.
  std::optional<std::int64_t> unwatched_steps = {};
  Measured least = {};               // of the samples [s]
  Measured low = {}, high = {};      // of the 95 % interval of the median [s]
  Measured noise = {};               // relative: what a run differed by from its twin in the same session
  std::vector<double> samples = {};  // of a session, in the order of its rounds [s]

  bool operator==(const Timing&) const = default;
};

/// Of one run of so many steps.
Timing one_timing(const Timing::Measured& seconds, std::int64_t steps);

/// The last state that was reached. q, v, a and lambda of a large system are left out, which `note` says.
struct FinalState {
  double t = std::numeric_limits<double>::quiet_NaN();  // [s]
  std::vector<double> q = {}, v = {}, a = {}, lambda = {};
  std::map<std::string, double> outputs = {};  // SI, units as the problem declares them
  std::string bits = {};                       // hash of q, v, a and lambda in the run's own precision; empty: not made
  std::string note = {};
};

struct RunResult {
  Status status = Status::ok;
  std::string reason;                          // in words; empty if the status is ok
  std::string note = {};                       // what else is to be said: why it has no errors, say
  double t_reached = 0;                        // [s]
  std::optional<double> reference_until = {};  // [s], where that is why errors are missing; none: it reaches the end
  bool reference_in_time = true;  // false: that is why errors are missing, and the store does not keep the run
  std::map<std::string, std::optional<double>> metrics;  // by the names of the columns ("re.q", "drift.position")
  /// What is not known of a metric since its reference has few digits, by its name; of others that is no matter.
  std::map<std::string, double> reference_uncertainty = {};
  std::optional<Work<double>> work = {};  // none: conservative, or not known
  Counters counters;
  std::string linear_algebra = {};  // what solved the system's linear equations: "dense", "tree", "klu"
  Timing timing;
  FinalState final_state;
  Json environment = Json::object();
};

/// The object that `plumb run --json` prints for a cell. Missing and non-finite numbers are null; "a" appears in
/// "final" only if the method carries accelerations.
Json run_json(const Cell& cell, const RunResult& result);

/// The keys of that object that describe the result: "status" to "environment".
Json to_json(const RunResult& result);
/// The result of either object; unknown keys are ignored, a null final number becomes NaN.
/// Throws FormatError on a missing key, a value of the wrong kind, or an unknown status.
RunResult run_result_from_json(const Json& json);

/// The status called "newton-diverged"; throws FormatError with the known names otherwise.
Status status_from_name(std::string_view text);

}  // namespace plumb
