#pragma once
// The run of a cell in a worker, from the point of view of the parent process, which waits for the result.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/run/comparison.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/cell_processes.hpp"
#include "harness/worker/messages.hpp"

namespace plumb {

class IsolatedRun {
 public:
  /// All arguments must outlive this object.
  IsolatedRun(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink,
              CellProcess& process);

  /// Sends the cell to the process, and waits for the result.
  RunResult result();
  /// Returns false if the process shows no sign of having begun the cell. This happens if a reused process was killed
  /// while idle; the cell may then run in another process.
  bool was_begun() const { return was_begun_; }
  /// Returns whether the process has ended this run properly and can run another one.
  bool leaves_process_usable() const { return is_sound_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool wait();
  void read_frames();
  void take(const Message& message);
  void take_sample(std::string_view bytes);
  void obey_stop();
  void watch_memory();
  void end(Forced why);
  RunResult ended_as(const CellEnd& end) const;
  RunResult completed(RunResult result) const;

  const ResolvedCell& cell_;
  const CellLimits& limits_;
  TaskState& state_;
  const SampleSink& sink_;
  CellProcess& process_;

  MessageReader reader_;
  Comparison comparison_;
  std::optional<Sample<quad>> last_;
  bool is_cut_off_ = false;  // whether samples arrived after the timeout and were not compared

  bool is_read_ = false;  // whether all frames of the socket are read (end of file)
  pid_t number_;          // process id of the cell
  std::optional<ProcessExit> exit_of_child_;
  ProcessEnd process_end_;                              // information about the end of the process
  std::optional<RunResult> result_;                     // result that the process has sent; none: not yet
  std::optional<Clock::time_point> stop_requested_at_;  // time of the stop request; none: no request
  std::uint64_t resident_at_first_ = 0;                 // resident memory of the process before the cell [bytes]
  bool was_begun_ = false, is_sound_ = false;
};

}  // namespace plumb
