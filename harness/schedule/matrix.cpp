#include "harness/schedule/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"
#include "harness/schedule/reference_tasks.hpp"

namespace plumb {
namespace {

// Only its order and its sum are used.
double weight(const ResolvedCell& cell) {
  try {
    return expected_seconds(cell);
  } catch (const std::exception&) {  // the run will say what is wrong with it
    return 0;
  }
}

/// Another task computes it, and cells that share it begin meanwhile. The cell's own progress is that of its steps.
void await_reference(const ResolvedCell& cell, TaskState& state) {
  if (!computed_reference(cell)) return;
  const Stoppable silent(state.stop);
  state.untimed([&] { compute_reference(cell); });
}

RunResult result_of(const ResolvedCell& cell, TaskState& state, const SampleSink& sink) {
  try {
    await_reference(cell, state);
    return run_cell(cell, state.stop, sink, Binding::fastest, &state.steps_completed);
  } catch (const std::exception& e) {
    RunResult result;
    result.status = Status::crashed;
    result.reason = e.what();
    result.environment = environment();
    return result;
  }
}

}  // namespace

bool depends_on_the_machine(Status status) {
  return status == Status::timeout || status == Status::interrupted || status == Status::crashed ||
         status == Status::out_of_memory;
}

Task cell_task(const ResolvedCell& cell, SampleSink sink, std::function<void(const RunResult&)> done) {
  const auto work = [&cell, sink = std::move(sink), done = std::move(done)](TaskState& state) -> Finish {
    const auto result = std::make_shared<const RunResult>(result_of(cell, state, sink));
    if (result->status == Status::interrupted) return {};
    return [result, done] {
      done(*result);
      return result->status == Status::ok;
    };
  };
  return {.seconds = weight(cell), .steps = cell.steps(), .work = work, .title = cell.problem().name};
}

std::optional<RunResult> stored_result(const Store& store, const ResolvedCell& cell) {
  auto stored = store.find(cell.id(), build_info().fingerprint);
  if (!stored || depends_on_the_machine(stored->result.status)) return {};
  return std::move(stored->result);
}

bool is_stored(const Store& store, const std::string& cell_id) {
  const auto status = store.status(cell_id, build_info().fingerprint);
  return status && !depends_on_the_machine(*status);
}

namespace {

/// One call of `run_matrix`. A cell costs some bytes here until its turn comes: tasks are made a few at a time, and
/// results that wait for those before them are in the store, if there is one.
class Matrix {
 public:
  Matrix(const Cells& all, const MatrixOptions& chosen)
      : cells_(all), options_(chosen), ended_(all.size(), false), pool_(chosen.pool()) {
    if (!options_.finished) out_.results.resize(cells_.size());
    find_equal_cells();
  }

  MatrixOutcome run() {
    if (cells_.size() == 0) return std::move(out_);
    pool_.expect(static_cast<std::ptrdiff_t>(cells_.size() - equal_.size()), 0);
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
    const bool takes_from_store = options_.store && !options_.trajectory;
    double seconds = 0;
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
      stopping_point();
      tell_progress("looking into", i, static_cast<double>(cells_.size()), "cells");
      if (equal_.contains(i)) continue;
      if (takes_from_store && is_stored(*options_.store, cells_.id(i))) {
        ended_[i] = true;
        if (!options_.finished) out_.results[i] = stored_result(*options_.store, cells_[i]);
        ++out_.from_store;
        continue;
      }
      const auto cell = cells_[i];
      planned_.push_back({static_cast<float>(weight(cell)), i});
      seconds += planned_.back().seconds;
      references_.need(cell);
    }
    std::stable_sort(planned_.begin(), planned_.end(), [](auto a, auto b) { return a.seconds > b.seconds; });
    return [this, seconds] {
      pool_.expect(-static_cast<std::ptrdiff_t>(out_.from_store), seconds);
      for (auto& task : references_.take()) pool_.add(std::move(task));
      for (int i = 0; i <= 2 * options_.jobs; ++i) add_next();
      hand_out_what_is_next();
      return true;
    };
  }

  void add_next() {
    if (begun_ == planned_.size()) return;
    const auto place = planned_[begun_++].place;
    const auto cell = std::make_shared<const ResolvedCell>(cells_[place]);
    const auto trajectory = options_.trajectory ? std::make_shared<Trajectory>() : nullptr;
    pool_.add(cell_task(*cell, trajectory ? trajectory->sink() : SampleSink{},
                        [this, place, cell, trajectory](const RunResult& result) {
                          if (trajectory) options_.trajectory(*cell, result, std::exchange(*trajectory, {}));
                          if (options_.store) options_.store->put(cell->text(), build_info().fingerprint, result);
                          keep(place, result);
                          add_next();
                          hand_out_what_is_next();
                        }));
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
  std::vector<Planned> planned_;
  std::size_t begun_ = 0;                       // of the planned ones
  std::map<std::uint32_t, RunResult> waiting_;  // for those before them
  std::uint32_t next_ = 0;                      // to be handed out
  ReferenceTasks references_;
  MatrixOutcome out_;
  Pool pool_;
};

}  // namespace

MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options) { return Matrix(cells, options).run(); }

}  // namespace plumb
