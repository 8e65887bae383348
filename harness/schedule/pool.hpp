#pragma once
// The pool does all work that takes long, on all cores, in the order of adding. There is one estimate of the time left,
// and one way to stop.

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
  std::optional<double> task_timeout = {};                // s, wall clock of one task: it is told Status::timeout;
                                                          // prerequisites have none
  std::optional<double> global_timeout = {};              // s, for all tasks
  std::function<void(const std::string&)> progress = {};  // one line each time; none: silent
  double progress_interval = 10;                          // s, between two lines; the first comes after half of it
  std::string noun = "cell";                              // what a task is, for progress
  std::optional<double> memory = {};                      // bytes that tasks which run together may need; none: any
  SteadyClock::time_point begin = SteadyClock::now();     // of the global timeout
  /// A thread of the pool calls this now and then; true stops all work. None: nobody is asked.
  std::function<bool()> interrupted = {};
  /// Timeouts, progress and estimates go by this clock, which any thread may read. A test sets its own.
  std::function<SteadyClock::time_point()> now = SteadyClock::now;
};

/// A running task is told the stop, and tells the rest. Its thread's stopping points and progress are these.
struct TaskState {
  StopRequest stop = Status::ok;  // the task obeys it within a second
  std::atomic<std::int64_t> steps_completed = 0;
  Progress progress;
};

/// Handles the outcome of a task, one at a time. Returns false if the task ended early. That is a result too. It may add tasks.
using Finish = std::function<bool()>;

struct Task {
  double seconds = 0;                      // expected; the estimate of the time left adds them
  double bytes = 0;                        // expected; it begins where they are free, or where nothing else runs
  std::int64_t steps = 0;                  // `steps_completed` counts to this; 0: it does not count
  std::function<Finish(TaskState&)> work;  // in parallel with others; no Finish, or Stopped thrown: it was stopped
  std::string title = {};                  // what progress is of: "two-link" in "reference of two-link, 3 of 20 s"
  bool is_one_progress = false;  // the progress it tells runs once from its beginning to its end, as its work does
  double progress_begin = 0;     // where that progress begins, if an earlier task has come so far
  bool is_prerequisite = false;  // others need its result: it begins before them, neither counted nor timed
  bool comes_last = false;       // it begins after all others, neither counted nor timed
  bool has_timeout = false;      // it has a timeout although it is not counted
};

struct PoolOutcome {
  bool interrupted = false, timed_out = false;  // somebody asked for the end, or the global timeout came

  bool stopped() const { return interrupted || timed_out; }
};

/// The thread that calls run() works, and as many others as there are tasks for and the machine has room for, up to the
/// number of jobs. One more watches if there is a timeout, progress or somebody to ask about interruption.
class Pool {
 public:
  explicit Pool(PoolOptions options);
  ~Pool();

  using TaskId = std::size_t;

  /// Adds a task, before run() or from a Finish. It begins when all of `after` have ended, however they ended. Until
  /// then it holds no worker and its timeout does not count.
  TaskId add(Task task, const std::vector<TaskId>& after = {});
  /// Returns the task that was added under this name before, or adds this one. So a thing that several wait for is made
  /// once and holds one worker. Call it before run() or from a Finish.
  TaskId add_once(const std::string& name, Task task);
  /// Announces that so many more tasks, or fewer, will be added later, of so many seconds in all. Progress counts them
  /// already. Call it before run() or from a Finish.
  void expect(std::ptrdiff_t tasks, double seconds);

  /// Returns when nothing is left to do, or when an interruption or the global timeout has stopped what was running. An
  /// interruption counts even if it came before there was anything to do. Throws what a task or its Finish threw; the
  /// others are stopped then.
  PoolOutcome run();

 private:
  class Workers;
  std::unique_ptr<Workers> workers_;
};

}  // namespace plumb
