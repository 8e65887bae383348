#pragma once
// A worker process runs cells under their limits, loads libraries, takes steps, and reports events. It computes no
// reference solutions: it sends the samples to its parent process, which compares them with the reference.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "harness/run/run.hpp"

namespace plumb {

/// Memory that a cell's process shares with its parent process.
struct SharedProgress {
  std::atomic<std::int64_t> steps_completed = 0;

  /// Removes the reports of the previous run. Called by the parent process before a run.
  void clear();
  /// Writes a report. Called by the cell's process, which may die in the middle of the call.
  void publish(const Watched& state);
  /// Returns the last complete report. Call it after the cell's process has stopped writing.
  const Watched& watched() const { return states_[latest_]; }

 private:
  std::atomic<std::size_t> latest_ = 0;
  Watched states_[2];
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free &&
                  std::is_trivially_copyable_v<Watched>,
              "processes share it");

/// Returns whether these are the arguments of a worker (worker_process.hpp).
bool is_worker(int argc, char** argv);
/// Executes orders in the order of arrival. If the process that started the worker ends or closes the socket, the
/// worker ends with all processes of its group. Returns the exit code for a program that was not started as a worker.
int run_as_worker();

/// Limits the memory of this process to its present size plus `bytes`, if the system supports that.
void limit_memory(std::uint64_t bytes);

/// Returns whether the address space of this build can be limited. Sanitizers reserve terabytes of it.
bool limits_address_space();

}  // namespace plumb
