#pragma once
// Stop requests for long computations, and their progress.
//
// Requests and progress belong to a thread. A scan of a stability limit or a series of a motion runs many calls below
// the task that may be stopped, under std::function and libraries that do not pass arguments through. It checks for
// requests at its stopping points.

#include <atomic>
#include <chrono>
#include <mutex>

#include "contract/status.hpp"

namespace plumb {

/// The request of another thread to a running computation.
using StopRequest = std::atomic<Status>;  // ok: continue; timeout or interrupted: stop

/// The current part of a long computation: "reference of", 3 of 20 "s". One thread writes, other threads read.
struct Progress {
  std::atomic<const char*> of = nullptr;  // string literal; null: no progress yet
  std::atomic<const char*> unit = nullptr;
  std::atomic<double> reached = 0, end = 0;
};

/// Thrown by a stopping point. It is not a failure and not a std::exception, so that no handler of a computation
/// catches it.
struct Stopped {
  Status why;  // reason of the stop: timeout or interrupted
};

/// During the lifetime of this object, its thread stops if `stop`, or a request of an enclosing object, requires it,
/// and reports its progress to `progress`.
class Stoppable {
 public:
  explicit Stoppable(const StopRequest& stop) : Stoppable(stop, now().progress) {}
  Stoppable(const StopRequest& stop, Progress& progress) : Stoppable(stop, &progress) {}
  ~Stoppable() { now() = before_; }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  friend void stopping_point();
  friend bool stop_requested();
  friend void tell_progress(const char* of, double reached, double end, const char* unit);

  struct Thread {
    const StopRequest* stop = nullptr;
    Progress* progress = nullptr;
    const Thread* before = nullptr;
  };
  Stoppable(const StopRequest& stop, Progress* progress) : before_(now()) { now() = {&stop, progress, &before_}; }
  static Thread& now() {
    static thread_local Thread thread;
    return thread;
  }
  static Status asked() {
    for (const auto* of = &now(); of && of->stop; of = of->before)
      if (const auto why = of->stop->load(std::memory_order_relaxed); why != Status::ok) return why;
    return Status::ok;
  }

  Thread before_;
};

/// Returns whether a stop of this thread is requested. For callbacks of C libraries, which must not throw.
inline bool stop_requested() { return Stoppable::asked() != Status::ok; }

/// Computations call this every few milliseconds, where they can end in a consistent state. Throws
/// Stopped.
inline void stopping_point() {
  if (const Status why = Stoppable::asked(); why != Status::ok) throw Stopped{why};
}

/// Locks `mutex`; a waiting thread stops on request. Throws Stopped. The waits use the system clock, because the thread
/// sanitizer of GCC 12 does not support waits with the steady clock.
inline std::unique_lock<std::timed_mutex> lock_unless_stopped(std::timed_mutex& mutex) {
  std::unique_lock lock(mutex, std::defer_lock);
  while (!lock.try_lock_until(std::chrono::system_clock::now() + std::chrono::milliseconds(20))) stopping_point();
  return lock;
}

/// Reports the progress. `of` and `unit` are literals.
inline void tell_progress(const char* of, double reached, double end, const char* unit) {
  auto* progress = Stoppable::now().progress;
  if (!progress) return;
  progress->reached = reached;
  progress->end = end;
  progress->unit = unit;
  progress->of = of;
}

}  // namespace plumb
