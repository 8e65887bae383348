#pragma once
// States of the tasks of a pool: added, ready to begin, and running on a thread.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness/schedule/pool.hpp"
#include "harness/schedule/time_left.hpp"

namespace plumb {

struct Added : Task {
  Pool::TaskId id;          // task number, in the order of adding
  std::size_t awaited = 0;  // number of tasks that must end before

  bool is_counted() const { return !is_prerequisite && !comes_last; }
};

/// A task that may begin.
struct Ready {
  std::shared_ptr<const Added> task;

  /// Order of execution: the smallest first.
  bool operator<(const Ready& other) const {
    if (task->is_prerequisite != other.task->is_prerequisite) return task->is_prerequisite;
    if (task->comes_last != other.task->comes_last) return other.task->comes_last;
    return task->id < other.task->id;
  }
};

/// Current task of one worker.
struct Slot {
  TaskState state;
  std::shared_ptr<const Added> task;  // running task; null: idle
  SteadyClock::time_point begin;
  Pace pace;

  void start(std::shared_ptr<const Added> next, SteadyClock::time_point now) {
    task = std::move(next);
    state.stop = Status::ok;
    state.steps_completed = 0;
    state.progress.end = 0;
    begin = now;
    pace = {};
  }
  /// Returns the time since the task began [s].
  double seconds(SteadyClock::time_point now) const { return std::chrono::duration<double>(now - begin).count(); }
  double share() const {
    if (task->steps != 0) return static_cast<double>(state.steps_completed) / static_cast<double>(task->steps);
    const double begun = task->progress_begin, end = state.progress.end;
    if (!task->is_one_progress || end <= begun) return 0;
    return std::clamp((state.progress.reached - begun) / (end - begun), 0., 1.);
  }
  /// Returns the time left of the task at its own pace [s], or none if the pace does not support an estimate.
  std::optional<double> seconds_left(SteadyClock::time_point now) const { return pace.left(1, seconds(now)); }
  /// Returns a text like "reference of two-link, 3 of 20 s" or "step 5 of 20". Empty if the task reports neither
  /// progress nor steps.
  std::string detail() const {
    const auto& now = state.progress;
    if (const char* activity = now.activity)
      return fmt::format("{} {}, {:.6g} of {:.6g} {}", activity, task->title, now.reached.load(), now.end.load(),
                         now.unit.load());
    return task->steps == 0 ? "" : fmt::format("step {} of {}", state.steps_completed.load(), task->steps);
  }
};

}  // namespace plumb
