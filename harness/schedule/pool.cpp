#include "harness/schedule/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "harness/schedule/isolation.hpp"
#include "harness/schedule/pool_tasks.hpp"
#include "harness/schedule/stop_of_task.hpp"
#include "text/duration.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

thread_local const StopRequest* stop_of_task = nullptr;

/// Returns the number of threads whose stacks and malloc arenas fit into the memory limit of the process. More threads
/// would start and leave no memory for their work.
std::size_t threads(int jobs) {
  constexpr std::uint64_t of_a_thread = 128'000'000;  // address space of a thread [bytes]
  const auto free = free_address_space();
  const auto requested = static_cast<std::uint64_t>(std::max(1, jobs));
  return free ? std::clamp<std::uint64_t>(*free / of_a_thread, 1, requested) : requested;
}

}  // namespace

class Pool::Workers {
 public:
  explicit Workers(PoolOptions options) : options_(std::move(options)) {}

  TaskId add(Task task, const std::vector<TaskId>& after) {
    const std::lock_guard lock(mutex_);
    const auto added = std::make_shared<Added>(Added{std::move(task), added_++});
    if (added->is_counted() && expected_ > 0) {
      --expected_;
      expected_seconds_ -= added->seconds;
    }
    total_seconds_ += added->seconds;
    if (added->is_counted()) ++counted_;
    open_[added->id];
    for (const auto id : after) {
      if (!open_.contains(id)) continue;  // task has ended
      open_[id].push_back(added);
      ++added->awaited;
    }
    if (added->awaited == 0) make_ready(added);
    return added->id;
  }

  void set_expected(std::ptrdiff_t tasks, double seconds) {
    const std::lock_guard lock(mutex_);
    expected_ = tasks;
    expected_seconds_ = seconds;
  }

  PoolOutcome run() {
    if (!ready_.empty()) run_all();
    // An interruption counts even if the watchdog has not detected it, or if it came before the first task.
    outcome_.interrupted = outcome_.interrupted || is_interrupted();
    return outcome_;
  }

 private:
  void run_all() {
    begin_ = options_.now();
    slots_ = std::vector<Slot>(threads(options_.jobs));
    {
      std::jthread watchdog;
      if (has_to_watch()) watchdog = std::jthread([this](const std::stop_token& end) { watch(end); });
      call_others();
      work(slots_.front());
      dismiss_others();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  bool has_to_watch() const {
    return options_.progress || options_.interrupted || options_.task_timeout || options_.global_timeout;
  }

  void call_others() {
    const std::lock_guard lock(mutex_);
    calls_others_ = true;
    for (std::size_t i = 1; i < ready_.size(); ++i) call_another();
  }
  void dismiss_others() {
    std::vector<std::jthread> others;  // their destructors join without the lock
    const std::lock_guard lock(mutex_);
    calls_others_ = false;
    others.swap(others_);
  }
  /// Starts a further thread if there are more ready tasks than idle threads, up to the number of jobs. If the system
  /// cannot create a thread, the existing threads do the work.
  void call_another() {
    const auto slot = others_.size() + 1;
    if (!calls_others_ || idle_workers_ >= ready_.size() || slot >= slots_.size()) return;
    try {
      others_.emplace_back([this, slot] { work(slots_[slot]); });
    } catch (const std::exception&) {
      calls_others_ = false;
    }
  }

  void work(Slot& slot) {
    const auto* const outer = std::exchange(stop_of_task, &slot.state.stop);  // tasks may run a pool of their own
    while (next(slot)) {
      Finish finish;
      try {
        const Stoppable stoppable(slot.state.stop, slot.state.progress);
        finish = slot.task->work(slot.state);
      } catch (const Stopped&) {
      } catch (...) {
        fail(std::current_exception());
      }
      const auto task = left(slot);
      if (finish) end(slot, *task, finish);
      const std::lock_guard lock(mutex_);
      --running_;
      bytes_ -= task->bytes;
      ended(*task);
      idle_.notify_all();
    }
    stop_of_task = outer;
  }

  void ended(const Added& task) {
    const auto waiting = open_.extract(task.id);
    for (const auto& next : waiting.mapped())
      if (--next->awaited == 0) make_ready(next);
  }

  void make_ready(const std::shared_ptr<const Added>& task) {
    ready_.insert({task});
    idle_.notify_one();
    call_another();
  }

  /// Removes and returns the task of a slot. Its timeout no longer counts, but its Finish may still be interrupted.
  std::shared_ptr<const Added> left(Slot& slot) {
    const std::lock_guard lock(mutex_);
    slot.state.progress.activity = nullptr;
    if (slot.state.stop == Status::timeout) slot.state.stop = Status::ok;
    return std::exchange(slot.task, nullptr);
  }

  bool next(Slot& slot) {
    std::unique_lock lock(mutex_);
    auto first = ready_.end();
    ++idle_workers_;
    idle_.wait(lock, [&] {
      first = first_fitting();
      return stopping_ || first != ready_.end() || (ready_.empty() && running_ == 0);
    });
    --idle_workers_;
    if (stopping_ || ready_.empty()) return false;
    slot.start(first->task, options_.now());
    ready_.erase(first);
    bytes_ += slot.task->bytes;
    ++running_;
    return true;
  }

  /// Returns the first task that fits into memory in addition to the running ones, or the first of all if none runs.
  /// Small tasks may begin before a large one, which then comes last.
  std::set<Ready>::iterator first_fitting() const {
    if (!options_.memory || running_ == 0) return ready_.begin();
    return std::find_if(ready_.begin(), ready_.end(),
                        [&](const Ready& ready) { return bytes_ + ready.task->bytes <= *options_.memory; });
  }

  void end(Slot& slot, const Added& task, const Finish& finish) {
    const std::lock_guard one_at_a_time(finishing_);
    bool went_well = true;
    try {
      const Stoppable stoppable(slot.state.stop);
      went_well = finish();
    } catch (const Stopped&) {
      return;
    } catch (...) {
      fail(std::current_exception());
    }
    const std::lock_guard lock(mutex_);
    if (task.is_counted()) ++done_;
    done_seconds_ += task.seconds;
    if (!went_well) ++failures_;
  }

  void fail(const std::exception_ptr& thrown) {
    const std::lock_guard lock(mutex_);
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
    double next_report = options_.progress_interval / 2;
    while (!wake_.wait_for(lock, end, std::chrono::milliseconds(20), [] { return false; }) && !end.stop_requested()) {
      if (!outcome_.interrupted && is_interrupted()) {
        outcome_.interrupted = true;
        stop_all();
      }
      if (options_.global_timeout && !outcome_.timed_out && seconds_since(options_.begin) > *options_.global_timeout) {
        outcome_.timed_out = true;
        stop_all();
      }
      stop_slow_tasks();
      note_pace();
      if (!options_.progress || stopping_ || seconds_since(begin_) < next_report) continue;
      const std::unique_lock printing(finishing_, std::try_to_lock);  // a Finish may be printing
      if (!printing) continue;
      options_.progress(progress());
      next_report = seconds_since(begin_) + options_.progress_interval;
    }
  }

  /// Returns the time since `begin` [s].
  double seconds_since(SteadyClock::time_point begin) const {
    return std::chrono::duration<double>(options_.now() - begin).count();
  }

  bool is_interrupted() const { return options_.interrupted && options_.interrupted(); }

  void stop_slow_tasks() {
    if (!options_.task_timeout || stopping_) return;
    for (auto& slot : slots_) {
      if (!slot.task || !(slot.task->is_counted() || slot.task->has_timeout)) continue;
      if (slot.seconds(options_.now()) > *options_.task_timeout) slot.state.stop = Status::timeout;
    }
  }

  std::string progress() {
    auto text = fmt::format("{}/{}", done_, counted(static_cast<std::size_t>(counted_ + expected_), options_.noun));
    if (failures_ != 0) text += fmt::format(", {} ended early", failures_);
    if (const auto detail = longest_task_progress(); !detail.empty()) text += ", " + detail;
    const auto left = announcements_.shown(seconds_left(), seconds_since(begin_));
    if (!left) return text + fmt::format(", {} elapsed", duration(seconds_since(begin_)));
    return text + fmt::format(", about {} left", duration(*left));
  }

  /// Returns the progress of the longest running task; empty if it is young and the number of ended tasks still grows.
  std::string longest_task_progress() const {
    const Slot* longest = nullptr;
    for (const auto& slot : slots_)
      if (slot.task && !slot.detail().empty() && (!longest || slot.begin < longest->begin)) longest = &slot;
    const bool others_wait = !ready_.empty() || expected_ != 0;
    if (!longest || (others_wait && longest->seconds(options_.now()) < options_.progress_interval)) return "";
    return longest->detail();
  }

  /// Records the progress of each running task and of all tasks together, for the estimate of the time left.
  void note_pace() {
    const auto now = options_.now();
    double done = done_seconds_;
    for (auto& slot : slots_) {
      if (!slot.task) continue;
      slot.pace.saw(slot.share(), slot.seconds(now));
      done += slot.share() * slot.task->seconds;
    }
    most_done_ = std::max(most_done_, done);
    pace_.saw(most_done_, seconds_since(begin_));
  }

  /// Returns the time left [s]: the maximum over the running tasks at their own pace and, if other tasks wait, over all
  /// tasks at their common pace. None if the time of future tasks is unknown, or a pace does not support an estimate.
  std::optional<double> seconds_left() const {
    constexpr double notable = 0.1;   // fraction of the elapsed time; younger tasks only count in the common pace
    constexpr double too_early = 10;  // elapsed time for an estimate [s]; earlier ones are too uncertain
    const auto now = options_.now();
    const double elapsed = seconds_since(begin_);
    if (expected_ > 0 && expected_seconds_ <= 0) return {};
    const bool others_wait = expected_ != 0 || open_.size() > static_cast<std::size_t>(running_);
    if (others_wait && elapsed < too_early) return {};
    std::optional<double> slowest;
    for (const auto& slot : slots_) {
      if (!slot.task || (others_wait && (slot.share() == 0 || slot.seconds(now) < notable * elapsed))) continue;
      const auto left = slot.seconds_left(now);
      if (!left) return {};
      slowest = std::max(slowest.value_or(0), *left);
    }
    if (!others_wait) return slowest;
    const auto all = pace_.left(total_seconds_ + expected_seconds_, elapsed);
    return all ? std::optional(std::max(slowest.value_or(0), *all)) : std::nullopt;
  }

  const PoolOptions options_;
  SteadyClock::time_point begin_;  // begin of run()
  std::vector<Slot> slots_;

  std::mutex finishing_;  // locked while a Finish or the progress prints
  std::mutex mutex_;      // guards all members below
  std::condition_variable_any wake_, idle_;
  std::vector<std::jthread> others_;  // further threads; their slots follow the slot of the thread that called run()
  bool calls_others_ = false;
  std::size_t idle_workers_ = 0;
  std::set<Ready> ready_;
  std::map<TaskId, std::vector<std::shared_ptr<Added>>> open_;  // unfinished tasks, with the tasks that wait for each
  PoolOutcome outcome_;
  TaskId added_ = 0;
  std::ptrdiff_t counted_ = 0, done_ = 0, expected_ = 0;  // numbers of counted tasks: added, ended, announced
  int running_ = 0, failures_ = 0;
  double total_seconds_ = 0, done_seconds_ = 0, expected_seconds_ = 0;
  double most_done_ = 0;  // largest value so far of the expected seconds of the completed work, with running tasks [s]
  Pace pace_;
  Announcements announcements_;
  double bytes_ = 0;  // memory of the running tasks [bytes]
  bool stopping_ = false;
  std::exception_ptr failure_;
};

const StopRequest* stop_of_this_task() { return stop_of_task; }

Pool::Pool(PoolOptions options) : workers_(std::make_unique<Workers>(std::move(options))) {}
Pool::~Pool() = default;
Pool::TaskId Pool::add(Task task, const std::vector<TaskId>& after) { return workers_->add(std::move(task), after); }
void Pool::set_expected(std::ptrdiff_t tasks, double seconds) { workers_->set_expected(tasks, seconds); }
PoolOutcome Pool::run() { return workers_->run(); }

}  // namespace plumb
