#pragma once
// The result of a cell: status, metrics, counters, timing and final state, and their JSON.

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contract/counters.hpp"
#include "contract/inner_steps.hpp"
#include "contract/status.hpp"
#include "harness/cell/cell.hpp"
#include "harness/run/work.hpp"
#include "text/json.hpp"

namespace plumb {

/// CPU time of a run's start and steps, without its observation. None if not measured.
struct Timing {
  using Measured = std::optional<double>;
  Measured seconds = {};                     // median of the samples [s]
  Measured nanoseconds_per_step = {};        // median time per step [ns]
  std::optional<std::int64_t> repeats = {};  // number of samples; 1: timed once, during the observed run or after it
  /// Number of steps of the second execution, without observation, in which cheap steps are timed. If the run has more
  /// steps, the time is extrapolated. None if there was no second execution: `seconds` was then measured in the
  /// observed run or in a timing session.
  std::optional<std::int64_t> unwatched_steps = {};
  Measured least = {};               // least sample [s]
  Measured low = {}, high = {};      // bounds of the 95 % confidence interval of the median [s]
  Measured noise = {};               // relative difference from a repeat run in the same session
  std::vector<double> samples = {};  // samples of a session, in the order of its rounds [s]

  bool operator==(const Timing&) const = default;
};

/// Returns the timing of one execution of `steps` steps.
Timing one_timing(const Timing::Measured& seconds, std::int64_t steps);

/// The last state. q, v, a and lambda of a large system are omitted, with a `note`.
struct FinalState {
  double t = std::numeric_limits<double>::quiet_NaN();  // time of the state [s]
  std::vector<double> q = {}, v = {}, a = {}, lambda = {};
  std::map<std::string, double> outputs = {};  // outputs in SI units, as declared by the problem
  std::string bits = {};                       // hash of q, v, a, lambda in the precision of the run; empty: none
  std::string note = {};
};

struct RunResult {
  Status status = Status::ok;
  std::string reason;                          // reason of the status, for users; empty if the status is ok
  std::string note = {};                       // further information, such as the reason for missing errors
  double t_reached = 0;                        // time reached [s]
  std::optional<double> reference_until = {};  // time until which the reference is accurate [s]; none: whole run
  bool reference_in_time = true;               // false: reference not ready in time, errors missing; not stored
  std::map<std::string, std::optional<double>> metrics;  // metrics by column name ("re.q", "drift.position")
  /// Uncertainty of a metric due to the limited accuracy of its reference, by the metric's name. Metrics without an
  /// entry have no such uncertainty.
  std::map<std::string, double> reference_uncertainty = {};
  std::optional<Work<double>> work = {};  // work of driving and damping; none: a conservative system, or unknown
  InnerSteps inner_steps = {};            // steps of a method that chooses its steps; 0: none reported
  Counters counters;
  std::string linear_algebra = {};  // solver of the system's linear equations: "dense", "tree", "klu"
  Timing timing;
  FinalState final_state;
  Json environment = Json::object();
};

/// Returns the object that `plumb run --json` prints for a cell. Missing and non-finite numbers are null. "a" appears
/// in "final" only if the method carries accelerations.
Json run_json(const Cell& cell, const RunResult& result);

/// Returns the part of that object that describes the result: the keys from "status" to "environment".
Json to_json(const RunResult& result);
/// Reads a result from the output of `run_json` or `to_json`. Unknown keys are ignored, and a null final number becomes
/// NaN. Throws FormatError on a missing key, a value of the wrong kind, or an unknown status.
RunResult run_result_from_json(const Json& json);

/// Returns the status of that name, such as "newton-diverged". Throws FormatError, with all names, if there is no such
/// status.
Status status_from_name(std::string_view text);

}  // namespace plumb
