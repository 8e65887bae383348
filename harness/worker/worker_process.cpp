#include "harness/worker/worker_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace plumb {
namespace {

static_assert(stop_signal == SIGUSR1);

/// Returns the path of the program for workers, followed by its arguments; empty if it is not set.
std::vector<std::string>& worker_program() {
  static std::vector<std::string> command;
  return command;
}

void require(int error, const char* label) {
  if (error != 0) throw std::system_error(error, std::generic_category(), label);
}

/// The settings for starting a worker with posix_spawn: its files, a new process group, and default actions for all
/// signals. The stop signal is blocked until the worker can handle it.
class WorkerSetting {
 public:
  WorkerSetting(WorkerProcess::Output output, int frames, int orders, int progress) {
    require(posix_spawn_file_actions_init(&files_), "files of a process");
    require(posix_spawnattr_init(&attributes_), "attributes of a process");
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (output == WorkerProcess::Output::nowhere)
      posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files_, frames, worker_files::frames);
    posix_spawn_file_actions_adddup2(&files_, orders, worker_files::orders);
    if (progress >= 0) posix_spawn_file_actions_adddup2(&files_, progress, worker_files::progress);
    posix_spawn_file_actions_addclosefrom_np(&files_, worker_files::progress + (progress >= 0 ? 1 : 0));
    sigset_t stop, all;
    sigemptyset(&stop);
    sigaddset(&stop, stop_signal);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &stop);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~WorkerSetting() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  WorkerSetting(const WorkerSetting&) = delete;
  WorkerSetting& operator=(const WorkerSetting&) = delete;

  pid_t start() const {
    if (worker_program().empty())
      throw std::logic_error("the program that runs as a worker is not set (use_worker_program)");
    auto command = worker_program();
    const auto path = std::exchange(command.front(), "plumb");
    std::vector<char*> arguments;
    for (auto& one : command) arguments.push_back(one.data());
    arguments.push_back(nullptr);
    pid_t out = -1;
    require(posix_spawn(&out, path.c_str(), &files_, &attributes_, arguments.data(), environ), "a worker");
    return out;
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

/// Returns a copy of the descriptor with a number above the descriptors of a worker, so that setting one of the latter
/// never overwrites a descriptor that is still needed.
OwnedFile out_of_the_way(int file) {
  if (file < 0) return OwnedFile();
  const int copy = fcntl(file, F_DUPFD_CLOEXEC, worker_files::progress + 1);
  if (copy < 0) throw std::system_error(errno, std::generic_category(), "a file of a process");
  return OwnedFile(copy);
}

}  // namespace

void use_worker_program(std::string path, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), std::move(path));
  worker_program() = std::move(arguments);
}

WorkerProcess::WorkerProcess(Output output, int progress) {
  auto frames = line_ends();
  auto orders = line_ends();
  const auto child_frames = out_of_the_way(*frames[1]), child_orders = out_of_the_way(*orders[1]),
             child_progress = out_of_the_way(progress);
  number_ = WorkerSetting(output, *child_frames, *child_orders, *child_progress).start();
  frames_ = std::move(frames[0]);
  orders_ = std::move(orders[0]);
}

WorkerProcess::~WorkerProcess() {
  kill();
  while (!end_ && waitpid(number_, nullptr, 0) < 0 && errno == EINTR) continue;
}

bool WorkerProcess::send(const WorkerOrder& order) { return !end() && send_order(*orders_, order); }

void WorkerProcess::stop() const {
  if (!end_) ::kill(-number_, stop_signal);
}

void WorkerProcess::kill() const {
  if (!end_) ::kill(-number_, SIGKILL);
}

// The process group has the same id as the process. So the group is killed before the process is waited for, because
// the id may be reused afterwards.
const std::optional<ProcessExit>& WorkerProcess::end() {
  siginfo_t found{};
  if (end_ ||
      (waitid(P_PID, static_cast<id_t>(number_), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid == 0))
    return end_;
  kill();
  int status = 0;
  rusage used{};
  wait4(number_, &status, 0, &used);
  end_ = {status, 1024 * used.ru_maxrss};
  return end_;
}

}  // namespace plumb
