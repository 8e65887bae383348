#pragma once
// A cell that runs in a process for cells, from where its result is waited for.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/run/comparison.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/cell_processes.hpp"
#include "harness/schedule/frame.hpp"

namespace plumb {

class IsolatedRun {
 public:
  /// All of them have to outlive it.
  IsolatedRun(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink,
              CellProcess& process);

  /// Gives the process the cell, and waits for what comes of it.
  RunResult result();
  /// False: nothing was heard of it, since its process, which had run others, was killed while it was idle.
  bool was_begun() const { return was_begun_; }
  /// Whether the process has come to the end of this run as it should, and can be given another.
  bool leaves_a_sound_process() const { return is_sound_; }

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
  bool is_cut_off_ = false;  // samples came after the timeout and were not compared

  bool is_read_ = false;  // to the end of the frames
  pid_t number_;          // of the process that runs the cell
  std::optional<CellProcessEnd> end_of_child_;
  ProcessEnd how_;  // what is known of the end
  std::optional<RunResult> told_;
  std::optional<Clock::time_point> asked_to_stop_;
  std::uint64_t resident_at_first_ = 0;
  bool was_begun_ = false, is_sound_ = false;
};

}  // namespace plumb
