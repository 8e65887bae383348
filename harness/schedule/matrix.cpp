#include "harness/schedule/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "harness/run/build_info.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

/// One call of `run_matrix`. A cell costs some bytes here until its turn comes: runs are asked for a few at a time, and
/// results that wait for those before them are in the store, if there is one.
class Matrix {
 public:
  Matrix(const Cells& all, const MatrixOptions& chosen)
      : cells_(all), options_(chosen), ended_(all.size(), false), pool_(chosen.pool()) {
    if (!options_.finished) out_.results.resize(cells_.size());
  }

  MatrixOutcome run() {
    if (cells_.size() == 0) return std::move(out_);
    pool_.expect(static_cast<std::ptrdiff_t>(cells_.size()), 0);
    pool_.add({.work = [this](TaskState&) { return look_up(); }, .title = "the store", .is_prerequisite = true});
    const auto outcome = pool_.run();
    out_.interrupted = outcome.interrupted;
    out_.timed_out = outcome.timed_out;
    hand_out_the_rest();
    return std::move(out_);
  }

 private:
  /// A cell that is to be run.
  struct Planned {
    float seconds;
    std::uint32_t place;
  };

  /// Cells that wait for the same reference, the costly ones first.
  struct Queue {
    std::vector<Planned> planned = {};
    std::size_t begun = 0;  // of the planned ones
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

  /// What is not in the store is planned. No other task is there yet.
  Finish look_up() {
    find_equal_cells();
    double seconds = 0;
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
      stopping_point();
      tell_progress("looking into", i, static_cast<double>(cells_.size()), "cells");
      if (equal_.contains(i)) continue;
      if (take_from_store(i)) continue;
      const auto cell = cells_[i];
      auto& planned = queues_[service_.need(cell)].planned;
      planned.push_back({static_cast<float>(weight(cell)), i});
      seconds += planned.back().seconds;
    }
    for (auto& [reference, queue] : queues_)
      std::stable_sort(queue.planned.begin(), queue.planned.end(),
                       [](auto a, auto b) { return a.seconds > b.seconds; });
    return [this, seconds] {
      pool_.expect(-(static_cast<std::ptrdiff_t>(equal_.size()) + out_.from_store), seconds);
      for (auto& [reference, queue] : queues_)
        for (int i = 0; i <= 2 * options_.jobs; ++i) ask_for_next(queue);
      service_.begin();
      hand_out_what_is_next();
      return true;
    };
  }

  /// A result is read only if it is asked for now.
  bool take_from_store(std::uint32_t place) {
    if (options_.trajectory || !service_.has_stored(cells_.id(place))) return false;
    ended_[place] = true;
    if (!options_.finished) out_.results[place] = service_.known(cells_[place]);
    ++out_.from_store;
    return true;
  }

  /// So many of every queue are asked for that no worker is idle, whichever of them wait for a reference.
  void ask_for_next(Queue& queue) {
    if (queue.begun == queue.planned.size()) return;
    const auto place = queue.planned[queue.begun++].place;
    const auto trajectory = options_.trajectory ? std::make_shared<Trajectory>() : nullptr;
    const auto ended = [this, place, trajectory, &queue](const RunResult& result) {
      if (trajectory) options_.trajectory(cells_[place], result, std::exchange(*trajectory, {}));
      keep(place, result);
      ask_for_next(queue);
      service_.begin();
      hand_out_what_is_next();
    };
    service_.ask(cells_[place], ended, trajectory ? trajectory->sink() : SampleSink{});
  }

  void keep(std::uint32_t place, const RunResult& result) {
    ended_[place] = true;
    if (!options_.finished)
      out_.results[place] = result;
    else if (place == next_)
      hand_out(next_++, result);
    else if (!options_.store)
      waiting_.emplace(place, result);
    if (options_.finished && !options_.store && shared_.contains(place)) waiting_.try_emplace(place, result);
  }

  std::uint32_t first_of(std::uint32_t place) const {
    const auto equal = equal_.find(place);
    return equal == equal_.end() ? place : equal->second;
  }

  void hand_out(std::uint32_t place, const RunResult& result) const { options_.finished(place, result); }

  void hand_out_what_is_next() {
    if (!options_.finished) return;
    while (next_ < cells_.size() && ended_[first_of(next_)]) {
      stopping_point();
      hand_out(next_, waiting_result(first_of(next_)));
      if (!shared_.contains(next_)) waiting_.erase(next_);
      ++next_;
    }
  }

  RunResult waiting_result(std::uint32_t place) const {
    if (const auto found = waiting_.find(place); found != waiting_.end()) return found->second;
    auto stored = options_.store->find(cells_.id(place), build_info().fingerprint);
    if (!stored) throw StoreError(fmt::format("cell {} has vanished from the store", cells_.id(place)));
    return std::move(stored->result);
  }

  void hand_out_the_rest() {
    if (!options_.finished)
      for (const auto& [place, first] : equal_) out_.results[place] = out_.results[first];
    else
      for (; next_ < cells_.size(); ++next_)
        if (ended_[first_of(next_)]) hand_out(next_, waiting_result(first_of(next_)));
  }

  const Cells& cells_;
  const MatrixOptions& options_;
  std::map<std::uint32_t, std::uint32_t> equal_;  // places of cells that occur before, with their first one
  std::set<std::uint32_t> shared_;                // those first ones
  std::vector<bool> ended_;
  std::map<std::optional<std::size_t>, Queue> queues_;  // by the reference that they wait for
  std::map<std::uint32_t, RunResult> waiting_;          // for those before them
  std::uint32_t next_ = 0;                              // to be handed out
  MatrixOutcome out_;
  Pool pool_;
  CellService service_{pool_, options_.store};
};

}  // namespace

MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options) { return Matrix(cells, options).run(); }

}  // namespace plumb
