#pragma once
// Processes for cells: the program itself, started anew as a worker (cell_worker.hpp) when the first cell is to be run
// apart. A worker is the first of a process group of its own, so that what its cells begin ends with it. It has one
// thread, so that it can fork a process of its own for a cell that is to be run alone.

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

/// The program that workers are, from now on, with the arguments by which it knows that it is one (is_cell_worker). It
/// has to be of this build. To be told before the first worker is started.
void use_cell_program(std::string path, std::vector<std::string> arguments = {cell_worker_argument});

struct CellLimits {
  std::uint64_t memory = 0;  // bytes that the cell may take
  double grace = 1;          // s, from the request to stop until its process is ended by force
  bool alone = false;        // in a process that has run no other cell and will run none
};

/// A worker, from where it was started. Its group ends with this object.
class CellProcess {
 public:
  /// Throws std::system_error.
  CellProcess();
  ~CellProcess();
  CellProcess(const CellProcess&) = delete;
  CellProcess& operator=(const CellProcess&) = delete;

  pid_t number() const { return number_; }
  int frames() const { return *frames_; }
  SharedProgress& progress() const { return *progress_; }
  int runs() const { return runs_; }  // that it has been given

  /// Gives it a cell; false: it is no more.
  bool begin(const CellOrder& order);
  /// Asks it to stop as at its timeout; ends it by force.
  void stop() const;
  void kill() const;

  /// None: it still runs.
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
  /// Runs a cell in a process apart from this one, which ran others before if they ended well, and compares it here:
  /// the result of `run_cell`, bit by bit, unless the process crashes or goes beyond its limits, which is a result too.
  /// A timeout in `state` asks the process to end, and ends it after the grace; Ctrl-C ends it at once. Usable from
  /// several threads. Throws what the sink throws.
  RunResult run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink = {});

 private:
  std::unique_ptr<CellProcess> idle_or_started();

  std::mutex mutex_;
  std::vector<std::unique_ptr<CellProcess>> idle_;
};

}  // namespace plumb
