#pragma once
// A process for cells: runs methods under their limits and tells what comes of it. It knows no reference: samples are
// compared where they arrive.

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

/// Becomes a process for cells: to be called in the child of a fork without other threads. Runs one cell after the
/// other as the orders come in on the line `cells`, and ends when that is closed, or its parent has ended. All other
/// files are closed but stderr, to which stdout goes too.
[[noreturn]] void run_as_cells(int frames, int cells, SharedProgress& progress, int parent);

/// From now on this process may take so many bytes beyond what it has, where the system can limit that.
void limit_memory(std::uint64_t bytes);

/// Whether the system can limit the address space of this build: a sanitizer takes terabytes of it.
bool limits_address_space();

}  // namespace plumb
