#include "harness/schedule/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>
#include <vector>

#include "harness/schedule/interruption.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// "3 min 20 s"
std::string duration(double seconds) {
  const auto s = static_cast<std::int64_t>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

struct Waiting {
  std::shared_ptr<const Task> task;
  std::size_t number;  // in the order of adding

  bool operator<(const Waiting& other) const {  // the largest is taken first
    if (task->seconds != other.task->seconds) return task->seconds < other.task->seconds;
    return number > other.number;
  }
};

/// What one worker is doing.
struct Slot {
  TaskState state;
  std::shared_ptr<const Task> task;  // none: idle
  Clock::time_point begin;

  double seconds() const { return seconds_since(begin); }
  double share() const {
    if (task->steps == 0) return 0;
    return static_cast<double>(state.steps_completed) / static_cast<double>(task->steps);
  }
};

}  // namespace

class Pool::Workers {
 public:
  explicit Workers(PoolOptions options) : options_(std::move(options)) {}

  void add(Task task) {
    total_seconds_ += task.seconds;
    waiting_.push({std::make_shared<const Task>(std::move(task)), added_++});
    idle_.notify_one();
  }

  PoolOutcome run() {
    if (waiting_.empty()) return outcome_;
    begin_ = Clock::now();
    slots_ = std::vector<Slot>(static_cast<std::size_t>(std::max(1, options_.jobs)));
    {
      std::jthread watchdog([this](const std::stop_token& end) { watch(end); });
      std::vector<std::jthread> workers;
      const auto jobs = std::min(slots_.size(), std::max<std::size_t>(1, waiting_.size()));
      for (std::size_t i = 0; i < jobs; ++i) workers.emplace_back([this, i] { work(slots_[i]); });
      workers.clear();  // joins
    }
    if (failure_) std::rethrow_exception(failure_);
    return outcome_;
  }

 private:
  void work(Slot& slot) {
    while (next(slot)) {
      Finish finish;
      std::exception_ptr thrown;
      try {
        finish = slot.task->work(slot.state);
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      const auto task = std::exchange(slot.task, nullptr);
      if (thrown) fail(thrown);
      if (finish) end(*task, finish);
      --running_;
      idle_.notify_all();
    }
  }

  bool next(Slot& slot) {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return stopping_ || !waiting_.empty() || running_ == 0; });
    if (stopping_ || waiting_.empty()) return false;
    slot.task = waiting_.top().task;
    waiting_.pop();
    slot.state.stop = Status::ok;
    slot.state.steps_completed = 0;
    slot.begin = Clock::now();
    ++running_;
    return true;
  }

  void end(const Task& task, const Finish& finish) {
    ++done_;
    done_seconds_ += task.seconds;
    try {
      if (!finish()) ++failures_;
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void fail(const std::exception_ptr& thrown) {
    if (!failure_) failure_ = thrown;
    stop_all();
  }

  void stop_all() {
    stopping_ = true;
    for (auto& slot : slots_) slot.state.stop = Status::interrupted;
    idle_.notify_all();
  }

  void watch(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    auto reported = begin_;
    while (!wake_.wait_for(lock, end, std::chrono::milliseconds(20), [] { return false; }) && !end.stop_requested()) {
      if (interruption_.requested() && !outcome_.interrupted) {
        outcome_.interrupted = true;
        stop_all();
      }
      if (options_.global_timeout && !outcome_.timed_out && seconds_since(begin_) > *options_.global_timeout) {
        outcome_.timed_out = true;
        stop_all();
      }
      stop_slow_tasks();
      if (!options_.progress || stopping_ || seconds_since(reported) < options_.progress_interval) continue;
      options_.progress(progress());
      reported = Clock::now();
    }
  }

  void stop_slow_tasks() {
    if (!options_.task_timeout || stopping_) return;
    for (auto& slot : slots_)
      if (slot.task && slot.seconds() > *options_.task_timeout) slot.state.stop = Status::timeout;
  }

  std::string progress() const {
    auto text = fmt::format("{}/{}", done_, counted(added_, options_.noun));
    if (failures_ != 0) text += fmt::format(", {} failed", failures_);
    if (done_ + 1 == added_)  // the last one
      for (const auto& slot : slots_)
        if (slot.task && slot.task->steps != 0)
          text += fmt::format(", step {} of {}", slot.state.steps_completed, slot.task->steps);
    const auto left = seconds_left();
    if (!left) return text + fmt::format(", {} elapsed", duration(seconds_since(begin_)));
    return text + fmt::format(", about {} left", duration(*left));
  }

  /// By the share of the whole that is done, and no less than what a task that runs will take at its own speed.
  std::optional<double> seconds_left() const {
    constexpr double too_early = 0.2;  // s, before which a speed says nothing
    double finished = done_seconds_, slowest = 0;
    for (const auto& slot : slots_) {
      if (!slot.task) continue;
      const double share = slot.share();
      finished += share * slot.task->seconds;
      if (share > 0 && slot.seconds() > too_early) slowest = std::max(slowest, slot.seconds() * (1 - share) / share);
    }
    const double elapsed = seconds_since(begin_);
    if (finished == 0 || elapsed < too_early) return {};
    return std::max(slowest, elapsed * (total_seconds_ - finished) / finished);
  }

  const PoolOptions options_;
  const Interruption interruption_{};
  Clock::time_point begin_ = Clock::now();
  std::vector<Slot> slots_;

  std::mutex mutex_;  // of everything below
  std::condition_variable_any wake_, idle_;
  std::priority_queue<Waiting> waiting_;
  PoolOutcome outcome_;
  std::size_t added_ = 0, done_ = 0;
  int running_ = 0, failures_ = 0;
  double total_seconds_ = 0, done_seconds_ = 0;
  bool stopping_ = false;
  std::exception_ptr failure_;
};

Pool::Pool(PoolOptions options) : workers_(std::make_unique<Workers>(std::move(options))) {}
Pool::~Pool() = default;
void Pool::add(Task task) { workers_->add(std::move(task)); }
PoolOutcome Pool::run() { return workers_->run(); }

}  // namespace plumb
