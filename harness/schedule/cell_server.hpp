#pragma once
// Processes for cells: each is forked off a small one that was itself forked before there were threads, so that no lock
// is held in it and a fork costs little.
//
//   plumb ── keeper ── server ┬─ cell
//                             ├─ cell ...
//
// The server forks what plumb asks for, and tells how it ended. The keeper does nothing but start another server when
// one is killed. When plumb is no more, its end of the line is closed: the server ends its cells and itself.

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

struct CellLimits {
  std::uint64_t memory = 0;  // bytes that the cell may take
  double grace = 1;          // s, from the request to stop until its process is ended by force
  bool alone = false;        // in a process that has run no other cell and will run none
};

struct CellProcess;

class CellServer {
 public:
  /// To be made while this process has no other threads that hold locks. Throws std::system_error.
  CellServer();
  /// Ends all cells that still run.
  ~CellServer();
  CellServer(const CellServer&) = delete;
  CellServer& operator=(const CellServer&) = delete;

  /// Runs a cell in a process apart from this one, which ran others before if they ended well, and compares it here:
  /// the result of `run_cell`, bit by bit, unless the process crashes or goes beyond its limits, which is a result too.
  /// A timeout in `state` asks the process to end, and ends it after the grace; Ctrl-C ends it at once. Usable from
  /// several threads. Throws what the sink throws.
  RunResult run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink = {});

  /// The process that is told what to do, for who wants to see what becomes of that.
  pid_t keeper() const { return keeper_; }

 private:
  struct Shared;

  std::unique_ptr<CellProcess> started();
  std::unique_ptr<CellProcess> idle_or_started();
  void give_back(std::unique_ptr<CellProcess> process, bool is_sound);

  std::mutex mutex_;
  std::vector<std::size_t> free_places_;
  std::vector<std::unique_ptr<CellProcess>> idle_;
  Shared* shared_ = nullptr;
  int line_ = -1;  // to the server
  pid_t keeper_ = -1;
};

}  // namespace plumb
