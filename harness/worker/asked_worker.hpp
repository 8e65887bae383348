#pragma once
// Executes external code in a worker: a crash, exit or endless loop of the code is reported and does no harm.

#include <chrono>
#include <string>

#include "harness/worker/worker_process.hpp"

namespace plumb {

class AskedWorker {
 public:
  struct Answer {
    std::string text;
    std::string failure = {};  // error message; empty: no error
  };

  /// Starts a worker like WorkerProcess. The output of its code is dropped.
  AskedWorker() : worker_(WorkerProcess::Output::nowhere) {}

  /// Callable from one thread at a time. If a worker crashes, exits or does not answer within `longest`, it is killed,
  /// and all further orders return this failure. Has stopping points; a worker that is stopped during an order is
  /// killed, too.
  Answer ask(const WorkerOrder& order, std::chrono::milliseconds longest);

 private:
  Answer gone(std::string why);

  WorkerProcess worker_;
  MessageReader reader_;
  std::string end_;  // description of the worker's end; empty: it has not ended
};

}  // namespace plumb
