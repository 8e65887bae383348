#include "harness/schedule/isolated_run.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "harness/schedule/packed_sample.hpp"

namespace plumb {
namespace {

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

}  // namespace

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

}  // namespace plumb
