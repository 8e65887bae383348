#pragma once
// Others ask a long computation to stop, and it tells them how far it has come.
//
// The request and the progress belong to the thread. A scan of a stability limit or a series of a motion lies many
// calls below the task that may be stopped, beyond std::function and libraries that pass no arguments through; it obeys
// at its stopping points.

#include <atomic>
#include <chrono>
#include <mutex>

#include "contract/status.hpp"

namespace plumb {

/// The request that others make to a running computation.
using StopRequest = std::atomic<Status>;  // ok: go on; timeout or interrupted: stop

/// The current part of a long computation: "reference of", 3 of 20 "s". One thread writes it, others read it.
struct Progress {
  std::atomic<const char*> of = nullptr;  // literals; null: nothing is known
  std::atomic<const char*> unit = nullptr;
  std::atomic<double> reached = 0, end = 0;
};

/// A stopping point throws this. It is no failure, and no std::exception, which a computation might take for one of its
/// own.
struct Stopped {
  Status why;  // timeout or interrupted
};

/// While this object lives, its thread stops when `stop`, or a request of an enclosing object, asks for it, and reports
/// to `progress` how far it is.
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

/// Returns whether this thread is asked to stop. It serves callbacks of C libraries, which no exception may cross.
inline bool stop_requested() { return Stoppable::asked() != Status::ok; }

/// Computations call this every few milliseconds where they can end without leaving anything in disorder. Throws
/// Stopped.
inline void stopping_point() {
  if (const Status why = Stoppable::asked(); why != Status::ok) throw Stopped{why};
}

/// Locks `mutex`; a thread that waits for it stops when it is asked to. Throws Stopped. The waits end by the system's
/// clock, because the thread sanitizer of GCC 12 does not see those by the steady clock.
inline std::unique_lock<std::timed_mutex> lock_unless_stopped(std::timed_mutex& mutex) {
  std::unique_lock lock(mutex, std::defer_lock);
  while (!lock.try_lock_until(std::chrono::system_clock::now() + std::chrono::milliseconds(20))) stopping_point();
  return lock;
}

/// `of` and `unit` are literals.
inline void tell_progress(const char* of, double reached, double end, const char* unit) {
  auto* progress = Stoppable::now().progress;
  if (!progress) return;
  progress->reached = reached;
  progress->end = end;
  progress->unit = unit;
  progress->of = of;
}

}  // namespace plumb
