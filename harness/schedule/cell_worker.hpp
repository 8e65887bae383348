#pragma once
// A worker, a process for cells: runs methods under their limits and tells what comes of it. It knows no reference:
// samples are compared where they arrive.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "harness/run/run.hpp"

namespace plumb {

/// What a cell's process and the one that waits for it share.
struct SharedProgress {
  std::atomic<std::int64_t> steps_completed = 0;

  /// Before a run, by who waits.
  void clear();
  /// By the cell's process, which may end in the middle of it.
  void tell(const Watched& now);
  /// What was told last; to be asked for when that process writes no more.
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

/// The files that a worker begins with, beside stdin, stdout and stderr.
namespace worker_files {
inline constexpr int frames = 3, cells = 4, progress = 5;
}

/// The only argument of a program that is to be a worker.
inline constexpr const char* cell_worker_argument = "--as-a-worker-for-cells";
bool is_cell_worker(int argc, char** argv);
/// Runs one cell after the other as the orders come in, and ends when who has started it closes the line or ends, with
/// all processes of its group. Returns the exit code of a program that was not started as a worker.
int run_as_cell_worker();

/// From now on this process may take so many bytes beyond what it has, where the system can limit that.
void limit_memory(std::uint64_t bytes);

/// Whether the system can limit the address space of this build: a sanitizer takes terabytes of it.
bool limits_address_space();

}  // namespace plumb
