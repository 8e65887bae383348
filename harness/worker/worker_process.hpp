#pragma once
// A worker is the program itself, started once more as a process that takes orders: it runs cells, loads libraries and
// takes steps of methods that may crash. It is the first process of a group of its own, so that what it begins ends
// with it.

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/worker/messages.hpp"

namespace plumb {

/// A program that is to be a worker has this argument alone.
inline constexpr const char* worker_argument = "--as-a-worker";

/// From now on workers run this program, with the arguments by which it knows that it is a worker. It has to be of this
/// build. Call this before the first worker starts.
void use_worker_program(std::string path, std::vector<std::string> arguments = {worker_argument});

/// A worker begins with these files, beside stdin, stdout and stderr.
namespace worker_files {
inline constexpr int frames = 3, orders = 4, progress = 5;
}

/// Asks a worker to stop its cell as at its timeout.
inline constexpr int stop_signal = 10;  // SIGUSR1

/// A worker, seen from the process that started it. Its group ends with this object.
class WorkerProcess {
 public:
  enum class Output { to_stderr, nowhere };

  /// Starts a worker; what its code prints goes to `output`. A file `progress` becomes its file of that name (−1: there
  /// is none). Throws std::system_error, or std::logic_error if no program was named.
  explicit WorkerProcess(Output output, int progress = -1);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  pid_t number() const { return number_; }
  int frames() const { return *frames_; }

  /// Returns false if the process has ended.
  bool send(const WorkerOrder& order);
  /// `stop` asks it to stop as at its timeout; `kill` ends it by force, with its group.
  void stop() const;
  void kill() const;

  /// Returns how it ended; none: it still runs.
  const std::optional<ProcessExit>& end();

 private:
  pid_t number_ = -1;
  OwnedFile frames_, orders_;
  std::optional<ProcessExit> end_;
};

}  // namespace plumb
