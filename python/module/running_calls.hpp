#pragma once
// Functions of Python have no stopping points, and a loop in them may never end. So a thread that is interrupted or
// runs out of time is stopped by an exception, which another thread raises in it.

#include <list>

#include "contract/stop.hpp"

namespace plumb::python {

/// A call of a function of Python in a task of a pool. The interpreter's lock is held when it begins and when it ends.
class RunningCall {
 public:
  RunningCall();
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;

  /// Throws Stopped if the task was asked to stop, whatever the function has returned or raised.
  void stop_if_asked() const;
  /// Raises an exception in every thread that runs such a call and was asked to stop. Needs the interpreter's lock.
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
