#pragma once
// Isolated cells run in workers (worker_process.hpp). The first worker is started with the first such cell.
// A worker has one thread, so that it can fork a process for a cell that must run in its own process.

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

struct CellLimits {
  std::uint64_t memory = 0;  // memory limit of the cell [bytes]
  double grace = 1;          // time from the stop request until the process is killed [s]
  bool alone = false;        // whether the worker forks a process for this cell only
};

class CellProcess;

class CellProcesses {
 public:
  CellProcesses();
  ~CellProcesses();

  /// Runs a cell in a separate process and compares its samples with the reference in the calling process. A process
  /// is reused for other cells as long as they end properly. The result is bitwise identical to the result of
  /// `run_cell`. A crash or an exceeded limit is a result, too. A timeout in `state` requests a stop, and kills the
  /// process after the grace period; Ctrl-C kills it at once. Thread-safe. Throws the exceptions of the sink.
  RunResult run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink = {});

 private:
  std::unique_ptr<CellProcess> idle_or_started();

  std::mutex mutex_;
  std::vector<std::unique_ptr<CellProcess>> idle_;
};

}  // namespace plumb
