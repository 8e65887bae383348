#include "harness/schedule/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

constexpr std::uint32_t max_deliveries = 200;  // limit of the results from one Finish, because other Finishes wait
constexpr int handed_out_after_a_stop = 1000;  // limit of the results after a stop; the store holds the others

/// One call of `run_matrix`. A cell needs only a few bytes here before it runs, and only a few runs are requested at
/// once. Results that wait for earlier ones are in the store, or in a temporary store.
class Matrix {
 public:
  Matrix(const Cells& all, const MatrixOptions& chosen, const StoredCells& of_stored = {})
      : cells_(all), options_(chosen), of_stored_(of_stored), ended_(all.size(), false), pool_(chosen.pool()) {
    if (!options_.finished)
      out_.results.resize(cells_.size());
    else if (!options_.store)
      waiting_ = std::make_unique<Store>();
  }

  MatrixOutcome run() {
    if (cells_.size() == 0) return std::move(out_);
    looks_ = options_.store && !options_.trajectory && !options_.store->empty();
    pool_.expect(static_cast<std::ptrdiff_t>(cells_.size()), 0);
    pool_.add({.work = [this](TaskState&) { return look_up(); },
               .title = looks_ ? "the store" : "the study",
               .is_prerequisite = true});
    const auto outcome = pool_.run();
    out_.interrupted = outcome.interrupted;
    out_.timed_out = outcome.timed_out;
    out_.from_others = service_.from_others();
    deliver_rest();
    return std::move(out_);
  }

 private:
  /// Cells that wait for the same reference, in their order.
  struct Queue {
    std::vector<std::uint32_t> planned = {};  // indices of planned cells
    std::size_t begun = 0;                    // number of planned cells that have begun
  };

  /// Cells whose references are the same motion, or cells without a reference.
  struct Group {
    std::map<double, Queue> queues = {};  // queues by end time [s]
    double reference_seconds = 0;         // time of the motion up to the largest end time [s]
    double seconds = 0;                   // time of all cells [s]
    std::size_t left = 0;                 // number of unfinished cells; with early results, of cells that have not run
  };

  void find_equal_cells() {
    std::vector<std::uint32_t> by_id(cells_.size());
    std::iota(by_id.begin(), by_id.end(), 0U);
    std::stable_sort(by_id.begin(), by_id.end(), [&](auto a, auto b) { return cells_.key(a) < cells_.key(b); });
    for (std::size_t i = 1; i < by_id.size(); ++i) {
      if (cells_.key(by_id[i]) != cells_.key(by_id[i - 1])) continue;
      const auto before = equal_.find(by_id[i - 1]);
      equal_[by_id[i]] = before == equal_.end() ? by_id[i - 1] : before->second;
    }
    for (const auto& [place, first] : equal_) shared_.insert(first);
  }

  /// Plans all cells that are not in the store. This is the first and only task.
  Finish look_up() {
    find_equal_cells();
    std::unordered_map<std::string, std::size_t> places{{"", 0}};  // indices of groups, by name of the motion
    groups_.resize(1);                                             // group 0: cells without a reference
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
      stopping_point();
      report_progress(looks_ ? "looking into" : "planning", i, static_cast<double>(cells_.size()), "cells");
      if (!equal_.contains(i) && !take_from_store(i)) plan(places, i);
    }
    if (out_.from_store <= of_stored_.most) stored_.clear();
    return [this] {
      double seconds = 0;
      for (const auto& group : groups_) seconds += group.reference_seconds + group.seconds;
      pool_.expect(-(static_cast<std::ptrdiff_t>(equal_.size()) + out_.from_store), seconds);
      open_groups();
      service_.begin();
      deliver_next();
      return true;
    };
  }

  void plan(std::unordered_map<std::string, std::size_t>& places, std::uint32_t place) {
    const auto cell = cells_[place];
    const auto motion = computed_reference(cell);
    const double horizon = motion ? cell.t_end<double>() : 0;
    const auto [entry, is_new] = places.try_emplace(motion.value_or(""), groups_.size());
    if (is_new) groups_.emplace_back();
    auto& group = groups_[entry->second];
    if (motion && (group.queues.empty() || group.queues.rbegin()->first < horizon))
      group.reference_seconds = reference_weight(cell);
    group.queues[horizon].planned.push_back(place);
    group.seconds += weight(cell);
    ++group.left;
  }

  /// Opens enough groups to keep all workers busy, even if each task is a reference that its whole group waits for. It
  /// opens no more groups, because references are computed before all cells and need memory.
  void open_groups() {
    while (open_ <= 2 * options_.jobs && begun_ < groups_.size()) {
      auto& group = groups_[begun_++];
      if (group.left == 0) continue;
      ++open_;
      pool_.expect(0, -group.reference_seconds);
      for (auto& [horizon, queue] : group.queues)
        for (int i = 0; i <= 2 * options_.jobs; ++i) request_next(group, queue);
    }
  }

  /// Takes a result from the store. It is read only if it is needed now.
  bool take_from_store(std::uint32_t place) {
    const auto status = looks_ ? service_.stored(cells_.id(place)) : std::nullopt;
    if (!status) return false;
    ended_[place] = true;
    if (of_stored_.ended_as) stored_[place] = *status;
    if (!options_.finished) out_.results[place] = service_.known(cells_[place]);
    ++out_.from_store;
    return true;
  }

  /// Requests the next cell of a queue. The requested cells of each queue suffice to keep all workers busy, even if all
  /// other queues wait for their reference.
  void request_next(Group& group, Queue& queue) {
    if (queue.begun == queue.planned.size()) return;
    const auto place = queue.planned[queue.begun++];
    const auto trajectory = options_.trajectory ? std::make_shared<SampledStates>() : nullptr;
    const auto is_early = std::make_shared<bool>(false);
    const auto ended = [this, place, trajectory, is_early, &group, &queue](const RunResult& result) {
      if (trajectory) options_.trajectory(cells_[place], result, std::exchange(*trajectory, {}));
      keep(place, result);
      if (!*is_early) continue_after(group, queue);
      service_.begin();
      deliver_next();
    };
    CellService::OnResult early;
    if (options_.early)
      early = [this, place, is_early, &group, &queue](const RunResult& result) {
        options_.early(place, result);
        *is_early = true;
        continue_after(group, queue);
        service_.begin();
      };
    const auto elsewhere = [this, &group, &queue] {  // called if another process is running the cell
      request_next(group, queue);
      service_.begin();
    };
    const auto cell = cells_[place];
    if (trajectory && bytes_of_states(cell) > static_cast<double>(options_.isolation.limit()))
      return refuse_states(cell, ended);
    SampleSink sink;
    if (trajectory) sink = [trajectory](const Sample<quad>& sample) { trajectory->add(sample); };
    service_.request(cell, ended, std::move(sink), elsewhere, early);
  }

  /// Continues after one cell has run.
  void continue_after(Group& group, Queue& queue) {
    request_next(group, queue);
    if (--group.left > 0) return;
    --open_;
    open_groups();
  }

  /// Rejects a run with too many states, because this process stores the states, and its memory is not limited.
  void refuse_states(const ResolvedCell& cell, const CellService::OnResult& ended) {
    RunResult result;
    result.status = Status::out_of_memory;
    result.reason = fmt::format("its sampled states would need {} (limit {}): reduce the samples, or raise --memory",
                                size_text(static_cast<std::uint64_t>(bytes_of_states(cell))),
                                size_text(options_.isolation.limit()));
    result.environment = current_environment();
    const auto work = [this, cell, ended, result](TaskState&) -> Finish {
      return [this, cell, ended, result] {
        if (options_.store) options_.store->put(cell.text(), build_info().fingerprint, result);
        ended(result);
        return false;
      };
    };
    pool_.add({.work = work, .title = cell.problem().name});
  }

  void keep(std::uint32_t place, const RunResult& result) {
    ended_[place] = true;
    if (!options_.finished) {
      out_.results[place] = result;
      return;
    }
    const bool is_next = place == next_;
    if (is_next) options_.finished(next_++, result);
    if (waiting_ && (!is_next || shared_.contains(place)))
      waiting_->put(cells_[place].text(), build_info().fingerprint, result);
  }

  std::uint32_t first_of(std::uint32_t place) const {
    const auto equal = equal_.find(place);
    return equal == equal_.end() ? place : equal->second;
  }

  /// Passes results to `finished` in separate tasks of limited size, because the store may contain 10^5 results.
  void deliver_next() {
    if (!options_.finished || delivers_) return;
    skip_stored();
    auto end = next_;
    while (end < cells_.size() && end - next_ < max_deliveries && ended_[first_of(end)] && !is_skipped(end)) ++end;
    if (end == next_) return;
    delivers_ = true;
    const auto work = [this, end](TaskState&) -> Finish {
      auto results = std::make_shared<std::vector<RunResult>>();
      for (auto place = next_; place < end; ++place) results->push_back(waiting_result(place));
      return [this, results] {
        for (const auto& result : *results) hand_out_next(result);
        delivers_ = false;
        deliver_next();
        return true;
      };
    };
    pool_.add({.work = work, .title = "results", .is_prerequisite = true});
  }

  bool is_skipped(std::uint32_t place) const { return stored_.contains(first_of(place)); }

  void skip_stored() {
    for (; next_ < cells_.size() && is_skipped(next_); ++next_) of_stored_.ended_as(next_, stored_.at(first_of(next_)));
  }

  RunResult waiting_result(std::uint32_t place) const {
    stopping_point();
    const auto id = cells_.id(first_of(place));
    auto stored = (waiting_ ? waiting_.get() : options_.store)->find(id, build_info().fingerprint);
    if (!stored) throw StoreError(fmt::format("cell {} has vanished from the store", id));
    return std::move(stored->result);
  }

  void hand_out_next(const RunResult& result) {
    const auto first = first_of(next_);
    options_.finished(next_++, result);
    if (waiting_ && !shared_.contains(first)) waiting_->remove(cells_.id(first), build_info().fingerprint);
  }

  void deliver_rest() {
    if (!options_.finished)
      for (const auto& [place, first] : equal_) out_.results[place] = out_.results[first];
    else
      deliver_ended();
  }

  /// Passes results to `finished` after a stop. Most results in the store are not read, because that may take too long.
  /// Results outside of the store are always passed, because they would be lost.
  void deliver_ended() {
    for (int count = 0; next_ < cells_.size();) {
      if (is_skipped(next_)) {
        skip_stored();
      } else if (!ended_[first_of(next_)]) {
        ++next_;
      } else if (waiting_ || count++ < handed_out_after_a_stop) {
        hand_out_next(waiting_result(next_));
      } else {
        ++out_.left_in_store;
        ++next_;
      }
    }
  }

  const Cells& cells_;
  const MatrixOptions& options_;
  const StoredCells of_stored_;
  // Index of a repeated cell, and of its first occurrence.
  std::map<std::uint32_t, std::uint32_t> equal_;
  std::set<std::uint32_t> shared_;  // first occurrences of repeated cells
  std::vector<bool> ended_;
  std::unordered_map<std::uint32_t, Status> stored_;  // statuses of the stored cells that are skipped
  bool looks_ = false;                                // whether the store is searched, because it is not empty
  std::vector<Group> groups_;
  std::size_t begun_ = 0;           // number of begun groups
  int open_ = 0;                    // number of begun groups that have not ended
  std::unique_ptr<Store> waiting_;  // results that wait for earlier ones; null: they are in the store
  std::uint32_t next_ = 0;          // index of the next result for `finished`
  bool delivers_ = false;           // whether a task passes results to `finished`, from the next result on
  MatrixOutcome out_;
  Pool pool_;
  CellService service_{pool_, options_.store, nullptr, options_.isolation};
};

}  // namespace

MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options) { return Matrix(cells, options).run(); }

MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options, const StoredCells& stored) {
  return Matrix(cells, options, stored).run();
}

}  // namespace plumb
