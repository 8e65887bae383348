#pragma once
// The resources of a call of the API, its progress, and its end.

#include <functional>
#include <optional>
#include <string>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"
#include "harness/run/sampled_states.hpp"
#include "harness/schedule/isolation.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// The resources of a call, its progress, and its stop.
struct Conduct {
  int jobs = 1;
  std::function<bool()> interrupted = {};  // stop request, called every few milliseconds by another thread
  std::function<void(const std::string&)> progress = {};  // receives progress lines at intervals, from another thread
  std::optional<double> cell_timeout = {}, total_timeout = {};  // limits on wall-clock time [s]
  std::string store = {};  // path of the store, whose results are not computed again; empty: no store
  IsolationOptions isolation = {};
  /// Only for `run`: is called with every cell and its sampled states, never concurrently. If it is set, all cells run,
  /// even if the store has their results.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> states = {};
  std::function<void(const std::string&)> note = {};   // receives notes for the user before the work that they concern
  double progress_interval = 0.25;                     // interval between two progress lines [s]
  SteadyClock::time_point begin = SteadyClock::now();  // time from which `total_timeout` counts
};

/// How a call ended: completed, interrupted, or stopped by a timeout.
using Ending = PoolOutcome;

/// Returns the reason of a stop: "interrupted" or "out of time".
inline std::string reason_of_stop(const Ending& ending) { return ending.interrupted ? "interrupted" : "out of time"; }

}  // namespace plumb
