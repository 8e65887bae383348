#pragma once
// Stop requests for long computations, and their progress.
//
// Requests and progress are thread-local. A long computation, for example the scan for a stability limit, runs many
// calls below the task that may be stopped, inside std::function and libraries that do not pass arguments through. The
// computation checks for requests by calling stopping_point().

#include <atomic>
#include <chrono>
#include <mutex>

#include "contract/status.hpp"

namespace plumb {

/// The request of another thread to a running computation.
using StopRequest = std::atomic<Status>;  // ok: continue; timeout or interrupted: stop

/// Progress of the current part of a long computation, for example 3 of 20 "rounds" of "timing". One thread writes,
/// other threads read.
struct Progress {
  std::atomic<const char*> activity = nullptr;  // name of the part, a string literal; null: no progress yet
  std::atomic<const char*> unit = nullptr;      // unit of `reached` and `end`, a string literal
  std::atomic<double> reached = 0, end = 0;
};

/// Thrown by stopping_point(). It is not a std::exception, so that handlers of failures in a computation do not catch
/// it.
struct Stopped {
  Status why;  // reason of the stop: timeout or interrupted
};

/// During the lifetime of this object, stopping points of its thread throw if `stop`, or the request of an enclosing
/// Stoppable, is set; the thread reports its progress to `progress`.
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
  friend void report_progress(const char* activity, double reached, double end, const char* unit);

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
  static Status requested_status() {
    for (const auto* thread = &now(); thread && thread->stop; thread = thread->before)
      if (const auto why = thread->stop->load(std::memory_order_relaxed); why != Status::ok) return why;
    return Status::ok;
  }

  Thread before_;
};

/// Returns whether a stop of this thread is requested. For callbacks of C libraries, which must not throw.
inline bool stop_requested() { return Stoppable::requested_status() != Status::ok; }

/// Throws Stopped if a stop of this thread is requested. Computations call it every few milliseconds, where they can
/// end in a consistent state.
inline void stopping_point() {
  if (const Status why = Stoppable::requested_status(); why != Status::ok) throw Stopped{why};
}

/// Locks `mutex`. Throws Stopped if a stop is requested while the thread waits. The waits use the system clock, because
/// the thread sanitizer of GCC 12 does not support waits with the steady clock.
inline std::unique_lock<std::timed_mutex> lock_unless_stopped(std::timed_mutex& mutex) {
  std::unique_lock lock(mutex, std::defer_lock);
  while (!lock.try_lock_until(std::chrono::system_clock::now() + std::chrono::milliseconds(20))) stopping_point();
  return lock;
}

/// Reports that `reached` of `end` units of the part `activity` are done. `activity` and `unit` must be string literals.
inline void report_progress(const char* activity, double reached, double end, const char* unit) {
  auto* progress = Stoppable::now().progress;
  if (!progress) return;
  progress->reached = reached;
  progress->end = end;
  progress->unit = unit;
  progress->activity = activity;
}

}  // namespace plumb
