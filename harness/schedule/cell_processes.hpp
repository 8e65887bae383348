#pragma once
// Cells that run apart have processes: the program starts itself as a worker (cell_worker.hpp) when the first such cell
// comes. A worker is the first process of a group of its own, so that what its cells begin ends with it. It has one
// thread, so that it can fork a process for a cell that is to run alone.

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/schedule/cell_worker.hpp"
#include "harness/schedule/frame.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// From now on workers run this program, with the arguments by which it knows that it is a worker (is_cell_worker). It
/// has to be of this build. Call this before the first worker starts.
void use_cell_program(std::string path, std::vector<std::string> arguments = {cell_worker_argument});

struct CellLimits {
  std::uint64_t memory = 0;  // bytes that the cell may take
  double grace = 1;          // s, from the request to stop until its process is ended by force
  bool alone = false;        // in a process that has run no other cell and will run none
};

/// A worker, seen from the process that started it. Its group ends with this object.
class CellProcess {
 public:
  /// Starts a worker. Throws std::system_error.
  CellProcess();
  ~CellProcess();
  CellProcess(const CellProcess&) = delete;
  CellProcess& operator=(const CellProcess&) = delete;

  pid_t number() const { return number_; }
  int frames() const { return *frames_; }
  SharedProgress& progress() const { return *progress_; }
  int runs() const { return runs_; }  // number of cells that it was given

  /// Gives it a cell. Returns false if the process has ended.
  bool begin(const CellOrder& order);
  /// `stop` asks it to stop as at its timeout; `kill` ends it by force.
  void stop() const;
  void kill() const;

  /// Returns how it ended; none: it still runs.
  const std::optional<CellProcessEnd>& end();

 private:
  pid_t number_ = -1;
  OwnedFile frames_, cells_;
  SharedProgress* progress_ = nullptr;
  int runs_ = 0;
  std::optional<CellProcessEnd> end_;
};

class CellProcesses {
 public:
  /// Runs a cell in a process apart from this one and compares it here. That process may have run other cells before,
  /// if they ended well. Returns the result of `run_cell`, bit by bit. If the process crashes or goes beyond its
  /// limits, that is a result too. A timeout in `state` asks the process to end, and ends it after the grace; Ctrl-C
  /// ends it at once. Usable from several threads. Throws what the sink throws.
  RunResult run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink = {});

 private:
  std::unique_ptr<CellProcess> idle_or_started();

  std::mutex mutex_;
  std::vector<std::unique_ptr<CellProcess>> idle_;
};

}  // namespace plumb
