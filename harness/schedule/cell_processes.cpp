#include "harness/schedule/cell_processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "harness/schedule/isolated_run.hpp"

namespace plumb {
namespace {

/// The path, and the arguments that follow the name.
std::vector<std::string>& cell_program() {
  static std::vector<std::string> command;
  return command;
}

void require(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

/// The state in which a worker begins: its files, a process group of its own, and no signal handled. The signal that
/// stops it is blocked until the worker can handle it.
class WorkerSetting {
 public:
  WorkerSetting(int frames, int cells, int progress) {
    require(posix_spawn_file_actions_init(&files_), "files of a process");
    require(posix_spawnattr_init(&attributes_), "attributes of a process");
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files_, frames, worker_files::frames);
    posix_spawn_file_actions_adddup2(&files_, cells, worker_files::cells);
    posix_spawn_file_actions_adddup2(&files_, progress, worker_files::progress);
    posix_spawn_file_actions_addclosefrom_np(&files_, worker_files::progress + 1);
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
    if (cell_program().empty()) throw std::logic_error("which program workers are was not told (use_cell_program)");
    auto command = cell_program();
    const auto path = std::exchange(command.front(), "plumb");
    std::vector<char*> arguments;
    for (auto& one : command) arguments.push_back(one.data());
    arguments.push_back(nullptr);
    pid_t out = -1;
    require(posix_spawn(&out, path.c_str(), &files_, &attributes_, arguments.data(), environ), "a process for cells");
    return out;
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

/// Returns a copy of the descriptor with a number above those of a worker's files. So these can be put in their places
/// one after the other.
OwnedFile out_of_the_way(const OwnedFile& file) {
  const int copy = fcntl(*file, F_DUPFD_CLOEXEC, worker_files::progress + 1);
  if (copy < 0) throw std::system_error(errno, std::generic_category(), "a file of a process");
  return OwnedFile(copy);
}

}  // namespace

void use_cell_program(std::string path, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), std::move(path));
  cell_program() = std::move(arguments);
}

CellProcess::CellProcess() {
  auto frames = line_ends();
  auto cells = line_ends();
  const OwnedFile memory(memfd_create("plumb-progress", MFD_CLOEXEC));
  if (*memory < 0 || ftruncate(*memory, sizeof(SharedProgress)) != 0)
    throw std::system_error(errno, std::generic_category(), "memory that processes share");
  void* room = mmap(nullptr, sizeof(SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, *memory, 0);
  if (room == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "memory that processes share");
  progress_ = new (room) SharedProgress;
  const auto its_frames = out_of_the_way(frames[1]), its_cells = out_of_the_way(cells[1]),
             its_progress = out_of_the_way(memory);
  try {
    number_ = WorkerSetting(*its_frames, *its_cells, *its_progress).start();
  } catch (...) {
    munmap(progress_, sizeof(SharedProgress));
    throw;
  }
  frames_ = std::move(frames[0]);
  cells_ = std::move(cells[0]);
}

CellProcess::~CellProcess() {
  kill();
  while (!end_ && waitpid(number_, nullptr, 0) < 0 && errno == EINTR) continue;
  munmap(progress_, sizeof(SharedProgress));
}

bool CellProcess::begin(const CellOrder& order) {
  progress_->clear();
  ++runs_;
  return !end() && send_cell_order(*cells_, order);
}

void CellProcess::stop() const {
  if (!end_) ::kill(-number_, stop_signal);
}

void CellProcess::kill() const {
  if (!end_) ::kill(-number_, SIGKILL);
}

// The group has the same number as the process. So what its cells have begun is ended before that number is given back.
const std::optional<CellProcessEnd>& CellProcess::end() {
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

std::unique_ptr<CellProcess> CellProcesses::idle_or_started() {
  std::unique_lock lock(mutex_);
  while (!idle_.empty()) {
    auto process = std::move(idle_.back());
    idle_.pop_back();
    if (!process->end()) return process;
  }
  lock.unlock();
  return std::make_unique<CellProcess>();
}

RunResult CellProcesses::run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state,
                             const SampleSink& sink) {
  constexpr int most_runs = 500;  // after so many runs the process ends, with what they have left behind
  std::unique_ptr<CellProcess> process;
  try {
    process = idle_or_started();
  } catch (const std::exception& e) {
    return crashed(fmt::format("no process could be started for it: {}", e.what()));
  }
  IsolatedRun run(cell, limits, state, sink, *process);
  auto result = run.result();
  if (!run.was_begun() && result.status == Status::crashed) return this->run(cell, limits, state, sink);
  if (run.leaves_a_sound_process() && process->runs() < most_runs) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(process));
  }
  return result;
}

}  // namespace plumb
