#include "harness/schedule/cell_server.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include "harness/run/environment.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/cell_line.hpp"
#include "harness/schedule/cell_nursery.hpp"
#include "harness/schedule/isolated_run.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_places = 2048;  // more than there are jobs

/// Whether a process has not been ended while it had nothing to do.
bool is_waiting(CellProcess& process) {
  CellNotice notice;
  while (receive_notice(*process.line, notice) == Received::message) {
    if (notice.has_ended) return false;
    process.number = notice.value;
  }
  return true;
}

}  // namespace

/// Memory that all of the processes see.
struct CellServer::Shared {
  SharedProgress places[most_places];

  static Shared* made() {
    void* room = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "memory for processes to share");
    return new (room) Shared;
  }
};

CellServer::CellServer() : shared_(Shared::made()) {
  for (std::size_t i = most_places; i > 0; --i) free_places_.push_back(i - 1);
  environment();  // made once, for all cells
  auto ends = line_ends();
  keeper_ = fork();
  if (keeper_ == 0) {
    ends[0].close();
    run_as_keeper(*ends[1], shared_->places);
  }
  if (keeper_ < 0) throw std::system_error(errno, std::generic_category(), "a process for cells");
  line_ = ends[0].release();
}

CellServer::~CellServer() {
  idle_.clear();
  close(line_);
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  munmap(shared_, sizeof(Shared));
}

std::unique_ptr<CellProcess> CellServer::started() {
  auto frames = pipe_ends();
  auto cells = line_ends(), line = line_ends();
  std::size_t place = 0;
  {
    const std::lock_guard lock(mutex_);
    if (free_places_.empty()) throw std::bad_alloc();
    place = free_places_.back();
    free_places_.pop_back();
  }
  send_process_order(line_, {place, *frames[1], *cells[1], *line[1]});  // who does not hear it closes them
  return std::make_unique<CellProcess>(CellProcess{.frames = std::move(frames[0]),
                                                   .cells = std::move(cells[0]),
                                                   .line = std::move(line[0]),
                                                   .progress = &shared_->places[place]});
}

std::unique_ptr<CellProcess> CellServer::idle_or_started() {
  std::unique_lock lock(mutex_);
  while (!idle_.empty()) {
    auto process = std::move(idle_.back());
    idle_.pop_back();
    if (is_waiting(*process)) return process;
    free_places_.push_back(static_cast<std::size_t>(process->progress - shared_->places));
  }
  lock.unlock();
  return started();
}

void CellServer::give_back(std::unique_ptr<CellProcess> process, bool is_sound) {
  constexpr int most_runs = 500;  // then what they have left behind goes with the process
  const std::lock_guard lock(mutex_);
  if (is_sound && process->runs < most_runs)
    idle_.push_back(std::move(process));
  else
    free_places_.push_back(static_cast<std::size_t>(process->progress - shared_->places));
}

RunResult CellServer::run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state,
                          const SampleSink& sink) {
  constexpr int attempts = 3;  // where what starts cells was killed: that is not the cell's doing
  for (int attempt = 1;; ++attempt) {
    auto process = limits.alone ? started() : idle_or_started();
    IsolatedRun run(cell, limits, state, sink, *process);
    auto result = run.begin() ? run.result() : std::nullopt;
    if (!result && (attempt == attempts || run.has_told_samples())) result = run.lost();
    give_back(std::move(process), run.leaves_a_sound_process() && !limits.alone);
    if (result) return std::move(*result);
  }
}

}  // namespace plumb
