#pragma once
// Asks a worker about code that is not Plumb's: its crash, exit or endless loop is reported and does no harm.

#include <chrono>
#include <string>

#include "harness/worker/worker_process.hpp"

namespace plumb {

class AskedWorker {
 public:
  struct Answer {
    std::string text;
    std::string failure = {};  // in words; empty: there was none
  };

  /// Starts a worker, as WorkerProcess does. What its code prints is lost.
  AskedWorker() : worker_(WorkerProcess::Output::nowhere) {}

  /// May be called from one thread at a time. A worker that crashed, ended itself or did not answer within `longest` is
  /// gone, and its failure answers all further orders. Obeys stopping points; a worker that is stopped during an order
  /// is gone, too.
  Answer ask(const WorkerOrder& order, std::chrono::milliseconds longest);

 private:
  Answer gone(std::string why);

  WorkerProcess worker_;
  MessageReader reader_;
  std::string end_;  // how it ended, in words; empty: it has not
};

}  // namespace plumb
