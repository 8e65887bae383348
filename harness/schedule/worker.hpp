#pragma once
// What a worker does: it runs cells under their limits, loads libraries, takes steps, and tells what happens. It knows
// no reference: samples are compared where they arrive.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "harness/run/run.hpp"

namespace plumb {

/// Memory that a cell's process shares with the one that waits for it.
struct SharedProgress {
  std::atomic<std::int64_t> steps_completed = 0;

  /// The waiting process calls this before a run.
  void clear();
  /// The cell's process calls this. It may end in the middle of the call.
  void tell(const Watched& now);
  /// Returns what was told last. Call it when the cell's process writes no more.
  const Watched& watched() const { return told_[latest_]; }

 private:
  std::atomic<std::size_t> latest_ = 0;
  Watched told_[2];
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free &&
                  std::is_trivially_copyable_v<Watched>,
              "processes share it");

/// Tells whether these are the arguments of a worker (worker_process.hpp).
bool is_worker(int argc, char** argv);
/// Obeys one order after the other as they come in. It ends, with all processes of its group, when the process that
/// started it ends or closes the line. Returns the exit code of a program that was not started as a worker.
int run_as_worker();

/// From now on this process may take only so many bytes beyond what it has, if the system can limit that.
void limit_memory(std::uint64_t bytes);

/// Tells whether the system can limit the address space of this build. A sanitizer takes terabytes of it.
bool limits_address_space();

}  // namespace plumb
