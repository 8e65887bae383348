#include "harness/schedule/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "harness/schedule/cost.hpp"
#include "harness/schedule/interruption.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

// Another day such a run may end well.
bool depends_on_the_machine(Status status) {
  return status == Status::timeout || status == Status::interrupted || status == Status::crashed ||
         status == Status::out_of_memory;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Only its order and its sum are used.
double weight(const ResolvedCell& cell) {
  try {
    return expected_seconds(cell);
  } catch (const std::exception&) {  // the run will say what is wrong with it
    return 0;
  }
}

/// "3 min 20 s"
std::string duration(double seconds) {
  const auto s = static_cast<std::int64_t>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

/// A cell that occurs at least once, and where.
struct Work {
  const ResolvedCell* cell;
  std::vector<std::size_t> places;
  double weight;
};

class Matrix {
 public:
  Matrix(const std::vector<ResolvedCell>& cells, const MatrixOptions& options) : options_(options) {
    outcome_.results.resize(cells.size());
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto [at, is_new] = known.emplace(cells[i].id(), work_.size());
      if (is_new) work_.push_back({&cells[i], {}, weight(cells[i])});
      work_[at->second].places.push_back(i);
    }
    std::erase_if(work_, [&](const Work& w) { return taken_from_store(w); });
    std::stable_sort(work_.begin(), work_.end(), [](const Work& a, const Work& b) { return a.weight > b.weight; });
    for (const auto& w : work_) total_weight_ += w.weight;
  }

  MatrixOutcome run() {
    if (work_.empty()) return std::move(outcome_);
    const auto jobs = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, options_.jobs)), 1, work_.size());
    slots_ = std::vector<Slot>(jobs);
    {
      std::jthread watchdog([this](const std::stop_token& end) { watch(end); });
      std::vector<std::jthread> workers;
      for (auto& slot : slots_) workers.emplace_back([this, &slot] { work(slot); });
      workers.clear();  // joins
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(outcome_);
  }

 private:
  /// What one worker is doing.
  struct Slot {
    StopRequest stop = Status::ok;
    std::atomic<std::int64_t> steps_completed = 0;
    const Work* work = nullptr;  // none: idle
    Clock::time_point begin;

    double seconds() const { return seconds_since(begin); }
    double share() const { return static_cast<double>(steps_completed) / static_cast<double>(work->cell->steps()); }
  };

  bool taken_from_store(const Work& w) {
    if (!options_.store || options_.trajectory) return false;
    const auto stored = options_.store->find(w.cell->id(), build_info().fingerprint);
    if (!stored || depends_on_the_machine(stored->result.status)) return false;
    for (const auto place : w.places) outcome_.results[place] = stored->result;
    ++outcome_.from_store;
    return true;
  }

  void work(Slot& slot) {
    while (const Work* w = next(slot)) {
      Trajectory trajectory;
      RunResult result = result_of(*w->cell, slot, trajectory);
      const std::lock_guard lock(mutex_);
      slot.work = nullptr;
      if (result.status == Status::interrupted) continue;
      finish(*w, result, trajectory);
    }
  }

  const Work* next(Slot& slot) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || next_ == work_.size()) return nullptr;
    slot.stop = Status::ok;
    slot.begin = Clock::now();
    slot.steps_completed = 0;
    slot.work = &work_[next_++];
    return slot.work;
  }

  RunResult result_of(const ResolvedCell& cell, Slot& slot, Trajectory& trajectory) const {
    try {
      return run_cell(cell, slot.stop, options_.trajectory ? &trajectory : nullptr, Binding::fastest,
                      &slot.steps_completed);
    } catch (const std::exception& e) {
      RunResult result;
      result.status = Status::crashed;
      result.reason = e.what();
      result.environment = environment();
      return result;
    }
  }

  void finish(const Work& w, const RunResult& result, const Trajectory& trajectory) try {
    for (const auto place : w.places) outcome_.results[place] = result;
    ++done_;
    done_weight_ += w.weight;
    if (result.status != Status::ok) ++failures_;
    if (failure_) return;
    if (options_.trajectory) options_.trajectory(*w.cell, result, trajectory);
    if (options_.store) options_.store->put(w.cell->text(), build_info().fingerprint, result);
  } catch (...) {
    failure_ = std::current_exception();
    stop_all();
  }

  void stop_all() {
    stopping_ = true;
    for (auto& slot : slots_) slot.stop = Status::interrupted;
  }

  void watch(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    auto reported = begin_;
    while (!wake_.wait_for(lock, end, std::chrono::milliseconds(20), [] { return false; }) && !end.stop_requested()) {
      if (interruption_.requested() && !outcome_.interrupted) outcome_.interrupted = true, stop_all();
      if (options_.global_timeout && !outcome_.timed_out && seconds_since(begin_) > *options_.global_timeout)
        outcome_.timed_out = true, stop_all();
      stop_slow_cells();
      if (!options_.progress || stopping_ || seconds_since(reported) < options_.progress_interval) continue;
      options_.progress(progress());
      reported = Clock::now();
    }
  }

  void stop_slow_cells() {
    if (!options_.cell_timeout || stopping_) return;
    for (auto& slot : slots_)
      if (slot.work && slot.seconds() > *options_.cell_timeout) slot.stop = Status::timeout;
  }

  std::string progress() const {
    auto text = fmt::format("{}/{}", done_, counted(work_.size(), "cell"));
    if (failures_ != 0) text += fmt::format(", {} failed", failures_);
    if (done_ + 1 == work_.size())  // the last one
      for (const auto& slot : slots_)
        if (slot.work) text += fmt::format(", step {} of {}", slot.steps_completed, slot.work->cell->steps());
    const auto left = seconds_left();
    if (!left) return text + fmt::format(", {} elapsed", duration(seconds_since(begin_)));
    return text + fmt::format(", about {} left", duration(*left));
  }

  /// By the share of the whole that is done, and no less than what a cell that runs will take at its own speed.
  std::optional<double> seconds_left() const {
    constexpr double too_early = 0.2;  // s, before which a speed says nothing
    double finished = done_weight_, slowest = 0;
    for (const auto& slot : slots_) {
      if (!slot.work) continue;
      const double share = slot.share();
      finished += share * slot.work->weight;
      if (share > 0 && slot.seconds() > too_early) slowest = std::max(slowest, slot.seconds() * (1 - share) / share);
    }
    const double elapsed = seconds_since(begin_);
    if (finished == 0 || elapsed < too_early) return {};
    return std::max(slowest, elapsed * (total_weight_ - finished) / finished);
  }

  const MatrixOptions& options_;
  const Interruption interruption_{};
  const Clock::time_point begin_ = Clock::now();
  std::vector<Work> work_;
  std::vector<Slot> slots_;
  double total_weight_ = 0;

  std::mutex mutex_;  // of everything below
  std::condition_variable_any wake_;
  MatrixOutcome outcome_;
  std::size_t next_ = 0, done_ = 0;
  int failures_ = 0;
  double done_weight_ = 0;
  bool stopping_ = false;
  std::exception_ptr failure_;
};

}  // namespace

MatrixOutcome run_matrix(const std::vector<ResolvedCell>& cells, const MatrixOptions& options) {
  return Matrix(cells, options).run();
}

}  // namespace plumb
