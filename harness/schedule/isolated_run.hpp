#pragma once
// A cell that runs in a process for cells, from where its result is waited for.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/run/comparison.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/cell_line.hpp"
#include "harness/schedule/cell_process.hpp"
#include "harness/schedule/cell_server.hpp"
#include "harness/schedule/frame.hpp"

namespace plumb {

/// A process that runs one cell after the other.
struct CellProcess {
  OwnedFile frames, cells, line;
  SharedProgress* progress = nullptr;
  pid_t number = 0;  // 0: not told yet
  int runs = 0;      // that it has been given
};

class IsolatedRun {
 public:
  /// All of them have to outlive it.
  IsolatedRun(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink,
              CellProcess& process);

  /// Gives the process the cell; false: it is no more.
  bool begin();
  /// Waits for what comes of it. None: who has started the process is no more, and it neither.
  std::optional<RunResult> result();
  /// Whether the process has come to the end of this run as it should, and can be given another.
  bool leaves_a_sound_process() const { return is_sound_; }

  bool has_told_samples() const { return sink_ && last_; }
  /// The result of a cell that ended with the process that had started its own, or for which none could be started.
  RunResult lost() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool wait();
  void read_frames();
  void take(const Frame& frame);
  void take_sample(std::string_view bytes);
  void take_notices();
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

  FrameReader reader_;
  Comparison comparison_;
  std::optional<Sample<quad>> last_;
  bool is_cut_off_ = false;  // samples came after the timeout and were not compared

  bool is_read_ = false;  // to the end of the frames
  bool server_is_gone_ = false;
  ProcessEnd how_;             // what is known of the end
  std::optional<int> status_;  // of waitpid
  std::optional<RunResult> told_;
  std::optional<Clock::time_point> asked_to_stop_;
  std::optional<std::uint64_t> resident_at_first_;
  bool is_sound_ = false;
};

}  // namespace plumb
