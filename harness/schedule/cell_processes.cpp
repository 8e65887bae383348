#include "harness/schedule/cell_processes.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include "harness/schedule/isolated_run.hpp"

namespace plumb {

CellProcess::CellProcess() {
  const OwnedFile memory(memfd_create("plumb-progress", MFD_CLOEXEC));
  if (*memory < 0 || ftruncate(*memory, sizeof(SharedProgress)) != 0)
    throw std::system_error(errno, std::generic_category(), "memory that processes share");
  void* room = mmap(nullptr, sizeof(SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, *memory, 0);
  if (room == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "memory that processes share");
  progress_ = new (room) SharedProgress;
  try {
    worker_.emplace(WorkerProcess::Output::to_stderr, *memory);
  } catch (...) {
    munmap(progress_, sizeof(SharedProgress));
    throw;
  }
}

CellProcess::~CellProcess() {
  worker_.reset();
  munmap(progress_, sizeof(SharedProgress));
}

bool CellProcess::begin(const WorkerOrder& order) {
  progress_->clear();
  ++runs_;
  return worker_->send(order);
}

std::unique_ptr<CellProcess> CellProcesses::idle_or_started() {
  std::unique_lock lock(mutex_);
  while (!idle_.empty()) {
    auto process = std::move(idle_.back());
    idle_.pop_back();
    if (!process->worker().end()) return process;
  }
  lock.unlock();
  return std::make_unique<CellProcess>();
}

RunResult CellProcesses::run(const ResolvedCell& cell, const CellLimits& limits, TaskState& state,
                             const SampleSink& sink) {
  constexpr int most_runs = 500;  // maximum number of runs of a process; a new one has no memory leaks of earlier runs
  std::unique_ptr<CellProcess> process;
  try {
    process = idle_or_started();
  } catch (const std::exception& e) {
    return crashed(fmt::format("its process could not be started: {}", e.what()));
  }
  IsolatedRun run(cell, limits, state, sink, *process);
  auto result = run.result();
  if (!run.was_begun() && result.status == Status::crashed) return this->run(cell, limits, state, sink);
  if (run.leaves_process_usable() && process->runs() < most_runs) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(process));
  }
  return result;
}

}  // namespace plumb
