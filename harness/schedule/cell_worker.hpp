#pragma once
// A worker is a process for cells. It runs methods under their limits and tells what happens. It knows no reference:
// samples are compared where they arrive.

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

/// Asks a cell's process to stop as at its timeout.
inline constexpr int stop_signal = 10;  // SIGUSR1

/// A worker begins with these files, beside stdin, stdout and stderr.
namespace worker_files {
inline constexpr int frames = 3, cells = 4, progress = 5;
}

/// A program that is to be a worker has this argument alone.
inline constexpr const char* cell_worker_argument = "--as-a-worker-for-cells";
bool is_cell_worker(int argc, char** argv);
/// Runs one cell after the other as the orders come in. It ends, with all processes of its group, when the process that
/// started it ends or closes the line. Returns the exit code of a program that was not started as a worker.
int run_as_cell_worker();

/// From now on this process may take only so many bytes beyond what it has, if the system can limit that.
void limit_memory(std::uint64_t bytes);

/// Tells whether the system can limit the address space of this build. A sanitizer takes terabytes of it.
bool limits_address_space();

}  // namespace plumb
