#include "harness/schedule/cell_processes.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "harness/run/comparison.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/packed_sample.hpp"
#include "harness/schedule/worker.hpp"
#include "harness/worker/messages.hpp"
#include "harness/worker/worker_process.hpp"

namespace plumb {

/// A worker that runs cells and shares their progress.
class CellProcess {
 public:
  /// Starts a worker. Throws std::system_error.
  CellProcess();
  ~CellProcess();
  CellProcess(const CellProcess&) = delete;
  CellProcess& operator=(const CellProcess&) = delete;

  WorkerProcess& worker() { return *worker_; }
  SharedProgress& progress() const { return *progress_; }
  int runs() const { return runs_; }  // number of cells that the process has received

  /// Sends an order with a cell to the process. Returns false if the process has ended.
  bool begin(const WorkerOrder& order);

 private:
  SharedProgress* progress_ = nullptr;
  std::optional<WorkerProcess> worker_;
  int runs_ = 0;
};

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

namespace {

/// The run of a cell in a worker, from the point of view of the parent process, which waits for the result.
class IsolatedRun {
 public:
  /// All arguments must outlive this object.
  IsolatedRun(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink,
              CellProcess& process);

  /// Sends the cell to the process, and waits for the result.
  RunResult result();
  /// Returns false if the process shows no sign of having begun the cell. This happens if a reused process was killed
  /// while idle; the cell may then run in another process.
  bool was_begun() const { return was_begun_; }
  /// Returns whether the process has ended this run properly and can run another one.
  bool leaves_process_usable() const { return is_sound_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool wait();
  void read_frames();
  void take(const Message& message);
  void take_sample(std::string_view bytes);
  void obey_stop();
  void watch_memory();
  void end(Forced why);
  RunResult ended_as(const CellEnd& end) const;
  RunResult completed(RunResult result) const;

  const ResolvedCell& cell_;
  const CellLimits& limits_;
  TaskState& state_;
  const SampleSink& sink_;
  CellProcess& process_;

  MessageReader reader_;
  Comparison comparison_;
  std::optional<Sample<quad>> last_;
  bool is_cut_off_ = false;  // whether samples arrived after the timeout and were not compared

  bool is_read_ = false;  // whether all frames of the socket are read (end of file)
  pid_t number_;          // process id of the cell
  std::optional<ProcessExit> exit_of_child_;
  ProcessEnd process_end_;                              // information about the end of the process
  std::optional<RunResult> result_;                     // result that the process has sent; none: not yet
  std::optional<Clock::time_point> stop_requested_at_;  // time of the stop request; none: no request
  std::uint64_t resident_at_first_ = 0;                 // resident memory of the process before the cell [bytes]
  bool was_begun_ = false, is_sound_ = false;
};

template <class Value>
void take_value(const std::string& bytes, Value& value) {
  if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
}

constexpr int look_around = 20;  // interval between two checks of stops and memory [ms]

/// Returns the resident memory of a process [bytes]; 0: unknown.
std::uint64_t resident_bytes(pid_t process) {
  std::uint64_t all = 0, resident = 0;
  if (std::FILE* file = std::fopen(fmt::format("/proc/{}/statm", process).c_str(), "r")) {
    if (std::fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

IsolatedRun::IsolatedRun(const ResolvedCell& cell, const CellLimits& limits, TaskState& state, const SampleSink& sink,
                         CellProcess& process)
    : cell_(cell),
      limits_(limits),
      state_(state),
      sink_(sink),
      process_(process),
      comparison_(cell, state.stop),
      number_(process.worker().number()),
      process_end_{.memory = limits.memory, .oom_kills = oom_kills()} {}

RunResult IsolatedRun::result() {
  resident_at_first_ = resident_bytes(number_);
  process_.begin({limits_.alone ? OrderKind::cell_alone : OrderKind::cell, canonical_json(cell_.text()),
                  limits_.memory});  // wait() detects a process that has ended
  do {
    obey_stop();
    watch_memory();
  } while (wait());
  state_.steps_completed = process_.progress().steps_completed.load();
  was_begun_ = was_begun_ || process_.runs() == 1 || state_.steps_completed != 0;
  if (process_end_.forced == Forced::interrupted) return ended_as({Status::interrupted, ""});
  const bool is_spent = !limits_.alone && !(result_ && result_->status != Status::out_of_memory);
  is_sound_ = !process_.worker().end() && !stop_requested_at_ && !is_spent;
  if (result_) return completed(std::move(*result_));
  const auto& end = exit_of_child_ ? exit_of_child_ : process_.worker().end();
  process_end_.status = end->status;
  process_end_.most_bytes = end->most_bytes;
  return ended_as(cell_end(process_end_));
}

/// Waits for the next frames, but at most `look_around`. Returns false if no more frames of this cell will come.
bool IsolatedRun::wait() {
  const bool has_ended = process_.worker().end().has_value();
  pollfd frames = {is_read_ ? -1 : process_.worker().frames(), POLLIN, 0};
  poll(&frames, 1, has_ended ? 0 : look_around);
  state_.steps_completed.store(process_.progress().steps_completed.load(std::memory_order_relaxed),
                               std::memory_order_relaxed);
  const bool was_empty = frames.revents == 0;
  if (!was_empty) read_frames();
  // Does not wait until the socket is closed, because child processes of a method may keep it open. When the cell's
  // process has ended, it has written all of its frames.
  const bool has_result = limits_.alone ? exit_of_child_.has_value() : result_.has_value();
  return !has_result && !(has_ended && (is_read_ || was_empty));
}

void IsolatedRun::read_frames() {
  std::array<char, 65536> piece;
  const auto size = ::read(process_.worker().frames(), piece.data(), piece.size());
  if (size < 0 && errno == EINTR) return;
  if (size <= 0) {
    is_read_ = true;
    return;
  }
  was_begun_ = true;
  reader_.add({piece.data(), static_cast<std::size_t>(size)});
  while (const auto message = reader_.next()) take(*message);
}

void IsolatedRun::take(const Message& message) {
  const auto& bytes = message.bytes;
  switch (static_cast<FrameKind>(message.kind)) {
    case FrameKind::sample: return take_sample(bytes);
    case FrameKind::words: process_end_.words = bytes; return;
    case FrameKind::crash: return take_value(bytes, process_end_.crash.emplace());
    case FrameKind::begun: return take_value(bytes, number_);
    case FrameKind::ended: return take_value(bytes, exit_of_child_.emplace());
    case FrameKind::result: try { result_ = run_result_from_json(Json::parse(bytes));
      } catch (const std::exception& e) {
        process_end_.words = fmt::format("its result cannot be read ({})", e.what());
      }
      return;
    case FrameKind::reply:
    case FrameKind::failure: return;  // replies to other orders
  }
}

void IsolatedRun::take_sample(std::string_view bytes) {
  auto sample = unpacked_sample(bytes);
  if (!sample) return;
  if (state_.stop == Status::ok)
    comparison_.add(*sample);
  else
    is_cut_off_ = true;
  if (sink_) sink_(*sample);
  last_ = std::move(*sample);
}

void IsolatedRun::obey_stop() {
  const Status stop = state_.stop;
  if (stop == Status::ok || process_.worker().end() || process_end_.forced != Forced::no) return;
  if (stop == Status::interrupted) return end(Forced::interrupted);
  if (!stop_requested_at_) {
    stop_requested_at_ = Clock::now();
    process_.worker().stop();
  }
  if (Clock::now() - *stop_requested_at_ > std::chrono::duration<double>(limits_.grace)) end(Forced::timeout);
}

/// If the system cannot limit memory, kills a process that has grown by more than the limit since its cell began.
void IsolatedRun::watch_memory() {
  if (limits_address_space() || process_.worker().end() || process_end_.forced != Forced::no) return;
  if (resident_bytes(number_) > resident_at_first_ + limits_.memory) end(Forced::memory);
}

void IsolatedRun::end(Forced why) {
  process_end_.forced = why;
  process_.worker().kill();
}

RunResult IsolatedRun::ended_as(const CellEnd& end) const {
  auto out = remains_of(cell_, last_ ? &*last_ : nullptr, process_.progress().watched());
  add_errors(out, cell_, comparison_, state_.stop);
  out.status = end.status;
  out.reason = end.reason;
  if (*out.counters.steps > 0)
    out.reason += fmt::format(", after step {} (t = {:.6g} s)", *out.counters.steps, out.t_reached);
  return out;
}

RunResult IsolatedRun::completed(RunResult result) const {
  if (result.status == Status::out_of_memory)
    return ended_as({result.status, fmt::format("{} (limit {})", result.reason, size_text(limits_.memory))});
  add_errors(result, cell_, comparison_, state_.stop);
  if (is_cut_off_ && result.status == Status::ok) {  // the run is complete, but its errors are not
    result.status = state_.stop;
    result.reason = "while its errors were measured";
  }
  return result;
}

}  // namespace

CellProcesses::CellProcesses() = default;
CellProcesses::~CellProcesses() = default;

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
