#pragma once
// The pool runs tasks on several cores, in the order in which they were added. It has one estimate of the time left, and
// one way to stop. Only the engine (engine.hpp) makes a pool.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/stop.hpp"

namespace plumb {

using SteadyClock = std::chrono::steady_clock;

struct PoolOptions {
  int jobs = 1;
  std::optional<double> task_timeout = {};                // timeout of a task [s, wall clock]: sets its stop to
                                                          // Status::timeout; prerequisites have no timeout
  std::optional<double> global_timeout = {};              // limit on the time for all tasks [s]
  std::function<void(const std::string&)> progress = {};  // receives progress, one line each time; none: silent
  double progress_interval = 10;      // interval between two progress lines [s]; the first comes after half of it
  std::string noun = "cell";          // noun for a task in progress lines
  std::optional<double> memory = {};  // limit on the memory of simultaneous tasks [bytes]; none: no limit
  SteadyClock::time_point begin = SteadyClock::now();  // begin of the global timeout
  /// A thread of the pool calls this repeatedly; true stops all work. None: no interruption.
  std::function<bool()> interrupted = {};
  /// Clock of timeouts, progress and estimates; must be thread-safe. Tests may set their own.
  std::function<SteadyClock::time_point()> now = SteadyClock::now;
};

/// State of a running task. The task reads `stop`, and writes the other members. The stopping points and the progress
/// reports of its thread use this object.
struct TaskState {
  StopRequest stop = Status::ok;  // stop request, which the task obeys within a second
  std::atomic<std::int64_t> steps_completed = 0;
  Progress progress;
};

/// Function that a task returns, for handling its outcome. The pool calls these functions one at a time. A Finish
/// returns false if the task ended early, which is a result, too. It may add tasks.
using Finish = std::function<bool()>;

struct Task {
  double seconds = 0;      // expected time, for the estimate of the time left [s]
  double bytes = 0;        // expected memory [bytes]; the task begins if so much is free, or if no other task runs
  std::int64_t steps = 0;  // final value of `steps_completed`; 0: the task does not count steps
  std::function<Finish(TaskState&)> work = {};  // runs in parallel; no Finish, or Stopped thrown: the task was stopped
  std::string title = {};        // subject of the progress: "two-link" in "reference of two-link, 3 of 20 s"
  bool is_one_progress = false;  // the task reports one progress range; otherwise several, one per phase
  double progress_begin = 0;     // initial value of that range: the part that an earlier task completed
  bool is_prerequisite = false;  // other tasks need its result; begins before them, not counted, no timeout
  bool comes_last = false;       // begins after all other tasks, not counted, no timeout
  bool has_timeout = false;      // whether `task_timeout` applies in spite of is_prerequisite or comes_last
};

struct PoolOutcome {
  bool interrupted = false, timed_out = false;  // stopped by request; stopped by the global timeout

  bool stopped() const { return interrupted || timed_out; }
};

/// Tasks run on the thread that calls run(), and on further threads up to the number of jobs, as long as there are
/// tasks for them and memory for their stacks. A watchdog thread runs if there is a timeout, progress or `interrupted`.
class Pool {
 public:
  explicit Pool(PoolOptions options);
  ~Pool();

  using TaskId = std::size_t;

  /// Adds a task. It begins when all tasks in `after` have ended, whatever their outcome. Until then it occupies no
  /// thread, and its timeout does not run. Call this before run() or from a Finish.
  TaskId add(Task task, const std::vector<TaskId>& after = {});
  /// Sets the number of tasks that will be added later, and their total expected time [s]. Progress counts them. Call it
  /// before run() or from a Finish.
  void set_expected(std::ptrdiff_t tasks, double seconds);

  /// Returns when no task is left, or when an interruption or the global timeout has stopped the running tasks. An
  /// interruption counts even if it came before the first task. Throws the exception of a task or its Finish, after
  /// stopping the others.
  PoolOutcome run();

 private:
  class Workers;
  std::unique_ptr<Workers> workers_;
};

}  // namespace plumb
