#pragma once
// Stops calls of Python functions, which have no stopping points and may contain endless loops: if a task is
// interrupted or exceeds its timeout, another thread raises an exception in its thread.

#include <list>

#include "contract/stop.hpp"

namespace plumb::python {

/// A call of a Python function in a task of a pool. The interpreter's lock is held at its beginning and at its end.
class RunningCall {
 public:
  RunningCall();
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;

  /// Throws Stopped if a stop of the task was requested, whatever the function returned or raised.
  void stop_if_requested() const;
  /// Raises an exception in every thread with such a call and a stop request. Needs the interpreter's lock.
  static void end_stopped();

 private:
  struct Call {
    unsigned long thread;
    const StopRequest* stop;

    bool is_stopped() const { return stop && stop->load() != Status::ok; }
  };
  static std::list<Call>& all();

  std::list<Call>::iterator call;
};

}  // namespace plumb::python
