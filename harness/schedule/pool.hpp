#pragma once
// All work that takes long, on all cores: the costly tasks first, with one estimate of the time left, and one way to
// stop.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/run/run.hpp"

namespace plumb {

struct PoolOptions {
  int jobs = 1;
  std::optional<double> task_timeout = {};                // s, wall clock of one task: it is told Status::timeout
  std::optional<double> global_timeout = {};              // s, of all
  std::function<void(const std::string&)> progress = {};  // one line each time; none: silent
  double progress_interval = 10;                          // s, between two lines
  std::string noun = "cell";                              // what a task is, for progress
};

/// What a running task is told, and tells.
struct TaskState {
  StopRequest stop = Status::ok;  // to be obeyed within a second
  std::atomic<std::int64_t> steps_completed = 0;
};

/// What is done with the outcome of a task, one at a time; false: it failed, which is a result too. It may add tasks.
using Finish = std::function<bool()>;

struct Task {
  double seconds = 0;                      // expected; only their order and sums are used
  std::int64_t steps = 0;                  // that `steps_completed` counts to; 0: it does not count
  std::function<Finish(TaskState&)> work;  // in parallel with others; no Finish: it was stopped
};

struct PoolOutcome {
  bool interrupted = false, timed_out = false;  // Ctrl-C, global timeout
};

class Pool {
 public:
  explicit Pool(PoolOptions options);
  ~Pool();

  /// Before run(), or from a Finish.
  void add(Task task);

  /// Returns when nothing is left to do, or Ctrl-C or the global timeout has stopped what was running. Throws what a
  /// task or its Finish threw; the others are stopped then.
  PoolOutcome run();

 private:
  class Workers;
  std::unique_ptr<Workers> workers_;
};

}  // namespace plumb
