#pragma once
// Executes external code in a worker: a crash, exit or endless loop of the code is reported and does no harm.

#include <chrono>
#include <string>

#include "harness/worker/worker_process.hpp"

namespace plumb {

class WorkerClient {
 public:
  struct Reply {
    std::string text;
    std::string failure = {};  // error message; empty: no error
  };

  /// Starts a worker like WorkerProcess. The standard output and error of its code are discarded.
  WorkerClient() : worker_(WorkerProcess::Output::nowhere) {}

  /// Sends an order to the worker and returns the reply. Callable from one thread at a time. If the worker crashes,
  /// exits or does not reply within `longest`, it is killed, and this and all further orders return that failure. Has
  /// stopping points; a stop during an order kills the worker, too.
  Reply request(const WorkerOrder& order, std::chrono::milliseconds longest);

 private:
  Reply failed(std::string why);

  WorkerProcess worker_;
  MessageReader reader_;
  std::string end_;  // how the worker process ended, for messages; empty: it still runs
};

}  // namespace plumb
