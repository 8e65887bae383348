#pragma once
// A worker is a second process of the same program that executes orders: it runs cells, loads libraries and takes steps
// of methods that may crash. It is the leader of a process group, so that its child processes end with it.

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/worker/messages.hpp"

namespace plumb {

/// The only argument of a program started as a worker.
inline constexpr const char* worker_argument = "--as-a-worker";

/// Sets the program for workers, and the arguments by which it detects that it is a worker. The program must be of this
/// build. Call this before the first worker starts.
void use_worker_program(std::string path, std::vector<std::string> arguments = {worker_argument});

/// File descriptors of a worker, in addition to stdin, stdout and stderr.
namespace worker_files {
inline constexpr int frames = 3, orders = 4, progress = 5;
}

/// Signal that makes a worker stop its cell, with the same result as a timeout.
inline constexpr int stop_signal = 10;  // number of SIGUSR1

/// A worker, in the process that started it. The destructor kills its process group.
class WorkerProcess {
 public:
  enum class Output { to_stderr, nowhere };

  /// Starts a worker; the output of its code goes to `output`. `progress` is the descriptor of the file for the memory
  /// shared with the worker, which gets it as worker_files::progress (−1: none).
  /// Throws std::system_error, or std::logic_error if no program was set.
  explicit WorkerProcess(Output output, int progress = -1);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  pid_t number() const { return number_; }
  int frames() const { return *frames_; }

  /// Returns false if the process has ended.
  bool send(const WorkerOrder& order);
  /// `stop` requests a stop like at the timeout; `kill` kills the process group.
  void stop() const;
  void kill() const;

  /// Returns the exit of the process; none: it still runs.
  const std::optional<ProcessExit>& end();

 private:
  pid_t number_ = -1;
  OwnedFile frames_, orders_;
  std::optional<ProcessExit> end_;
};

}  // namespace plumb
