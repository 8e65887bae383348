#include "harness/schedule/matrix.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/cost.hpp"
#include "harness/schedule/delivery.hpp"

namespace plumb {
namespace {

/// The cells that must run, in the order in which they are requested. Only a few are requested at once, because each
/// requested run needs memory. A cell needs only a few bytes before.
class Plan {
  struct Queue;

 public:
  explicit Plan(int jobs) : enough_(2 * jobs + 1) {}

  void add(CellIndex place, const ResolvedCell& cell) {
    const auto motion = computed_reference(cell);
    const double horizon = motion ? cell.t_end<double>() : 0;
    const auto [entry, is_new] = group_of_.try_emplace(motion.value_or(""), groups_.size());
    if (is_new) groups_.emplace_back();
    auto& group = groups_[entry->second];
    if (motion && (group.queues.empty() || group.queues.rbegin()->first < horizon)) {
      const auto shorter = std::exchange(group.reference_seconds, reference_weight(cell));
      later_.seconds += group.reference_seconds - shorter;
    }
    const auto seconds = static_cast<float>(weight(cell));
    group.queues[horizon].planned.push_back({place, seconds});
    ++group.left;
    ++later_.tasks;
    later_.seconds += seconds;
  }

  /// The turn of a requested cell in its queue.
  struct Turn {
    CellIndex place;
    Queue* queue;
    bool has_passed = false, has_ended = false;
  };

  /// Returns the cells that must be requested now. The requested cells of each queue suffice to keep all workers busy,
  /// even if all other queues wait for their reference.
  std::vector<Turn> next() {
    open_groups();
    std::vector<Turn> out;
    for (auto* queue : std::exchange(free_, {})) {
      if (queue->begun == queue->planned.size()) continue;
      const auto [place, seconds] = queue->planned[queue->begun++];
      out.push_back({place, queue});
      --later_.tasks;
      later_.seconds -= seconds;
    }
    return out;
  }

  /// Lets the next cell of the queue be requested before this one has ended.
  void pass(Turn& turn) {
    if (!std::exchange(turn.has_passed, true)) free_.push_back(turn.queue);
  }

  /// Notes that the cell has run.
  void end(Turn& turn) {
    if (std::exchange(turn.has_ended, true)) return;
    pass(turn);
    if (--turn.queue->group->left == 0) --open_;
  }

  /// Returns the work for all cells that have not been requested.
  Missing::Later later() const { return later_; }

 private:
  struct Group;

  struct Planned {
    CellIndex place;
    float seconds;  // expected time [s]
  };

  /// Cells that wait for the same reference, in their order.
  struct Queue {
    std::vector<Planned> planned = {};
    std::size_t begun = 0;  // number of planned cells that have been requested
    Group* group = nullptr;
  };

  /// Cells whose references are the same motion, or cells without a reference.
  struct Group {
    std::map<double, Queue> queues = {};  // queues by end time [s]
    double reference_seconds = 0;         // time of the motion up to the largest end time [s]
    std::size_t left = 0;                 // number of cells that have not run
  };

  /// Opens enough groups to keep all workers busy, even if each task is a reference that its whole group waits for. It
  /// opens no more groups, because references are computed before all cells and need memory.
  void open_groups() {
    for (; open_ < enough_ && begun_ < groups_.size(); ++begun_) {
      auto& group = groups_[begun_];
      if (group.left == 0) continue;
      ++open_;
      later_.seconds -= group.reference_seconds;
      for (auto& [horizon, queue] : group.queues) {
        queue.group = &group;
        free_.insert(free_.end(), static_cast<std::size_t>(enough_), &queue);
      }
    }
  }

  const int enough_;                                                // number of tasks that keep all workers busy
  std::vector<Group> groups_{1};                                    // the first: cells without a reference
  std::unordered_map<std::string, std::size_t> group_of_{{"", 0}};  // indices of groups, by name of the motion
  std::size_t begun_ = 0;                                           // number of groups that have been opened
  int open_ = 0;              // number of opened groups with cells that have not run
  std::vector<Queue*> free_;  // queues of which another cell may be requested
  Missing::Later later_;
};

/// One call of `run_matrix`: a goal of the engine.
class Matrix {
 public:
  Matrix(const Cells& cells, const MatrixOptions& options, const StoredCells& of_stored)
      : cells_(cells),
        options_(options),
        equal_(cells),
        plan_(options.jobs),
        delivery_(cells, equal_, options, of_stored) {
    if (!options.finished) out_.results.resize(cells.size());
  }

  MatrixOutcome run() {
    if (cells_.size() == 0) return std::move(out_);
    const Goal goal{.missing = [this] { return missing(); }, .is_asked_after_each = true};
    const auto outcome =
        reach({goal}, {.pool = options_.pool(), .store = options_.store, .isolation = options_.isolation});
    out_.interrupted = outcome.interrupted;
    out_.timed_out = outcome.timed_out;
    out_.from_others = static_cast<int>(outcome.from_others + outcome.from_store);
    if (options_.finished) out_.left_in_store = delivery_.deliver_rest();
    if (!options_.finished)
      for (CellIndex place = 0; place < cells_.size(); ++place) out_.results[place] = out_.results[equal_.first[place]];
    return std::move(out_);
  }

 private:
  /// Returns the task that plans the runs; then a few runs at a time, and tasks that deliver results.
  Missing missing() {
    Missing out;
    if (!is_planned_) {
      out.tasks.push_back({planning()});
      out.later.tasks = static_cast<std::ptrdiff_t>(cells_.size());
      return out;
    }
    for (const auto& turn : plan_.next()) request(out, turn);
    if (options_.finished)
      if (auto delivery = delivery_.next()) out.tasks.push_back({std::move(*delivery)});
    out.later = plan_.later();
    return out;
  }

  /// Returns the task that plans the runs of all cells that are not in the store.
  Task planning() {
    const bool looks = options_.store && !options_.trajectory && !options_.store->empty();
    const auto work = [this, looks](TaskState&) -> Finish {
      for (CellIndex place = 0; place < cells_.size(); ++place) {
        stopping_point();
        report_progress(looks ? "looking into" : "planning", place, static_cast<double>(cells_.size()), "cells");
        if (equal_.first[place] != place || (looks && is_in_store(place))) continue;
        plan_.add(place, cells_[place]);
      }
      delivery_.decide_on_stored(out_.from_store);
      return [this] {
        is_planned_ = true;
        return true;
      };
    };
    return {.work = work, .title = looks ? "the store" : "the study", .is_prerequisite = true};
  }

  /// Takes a result from the store. It is read only if it is needed now.
  bool is_in_store(CellIndex place) {
    const auto status = options_.store->status(cells_.id(place), build_info().fingerprint);
    if (!status || depends_on_the_machine(*status)) return false;
    if (!options_.finished) {
      auto stored = options_.store->find(cells_.id(place), build_info().fingerprint);
      if (!stored) return false;
      out_.results[place] = std::move(stored->result);
    }
    delivery_.note_stored(place, *status);
    ++out_.from_store;
    return true;
  }

  void request(Missing& out, const Plan::Turn& of_cell) {
    const auto turn = std::make_shared<Plan::Turn>(of_cell);
    const auto states = options_.trajectory ? std::make_shared<SampledStates>() : nullptr;
    NeededRun run{.cell = cells_[turn->place]};
    run.ended = [this, turn, states](const RunResult& result) {
      plan_.end(*turn);
      if (states) options_.trajectory(cells_[turn->place], result, std::exchange(*states, {}));
      keep(turn->place, result);
    };
    if (options_.early)
      run.early = [this, turn](const RunResult& result) {
        plan_.end(*turn);
        options_.early(turn->place, result);
      };
    run.elsewhere = [this, turn] { plan_.pass(*turn); };
    if (states) run.sample = [states](const Sample<quad>& sample) { states->add(sample); };
    if (states && bytes_of_states(run.cell) > static_cast<double>(options_.isolation.limit()))
      out.tasks.push_back({refusal(run)});
    else
      out.runs.push_back(std::move(run));
  }

  /// Returns the task of a run with too many states. It does not run, because this process stores the states, and its
  /// memory is not limited.
  Task refusal(const NeededRun& run) const {
    RunResult result;
    result.status = Status::out_of_memory;
    result.reason = fmt::format("its sampled states would need {} (limit {}): reduce the samples, or raise --memory",
                                size_text(static_cast<std::uint64_t>(bytes_of_states(run.cell))),
                                size_text(options_.isolation.limit()));
    result.environment = current_environment();
    const auto work = [this, run, result](TaskState&) -> Finish {
      return [this, run, result] {
        if (options_.store) options_.store->put(run.cell.text(), build_info().fingerprint, result);
        run.ended(result);
        return false;
      };
    };
    return {.work = work, .title = run.cell.problem().name};
  }

  void keep(CellIndex place, const RunResult& result) {
    if (options_.finished)
      delivery_.accept(place, result);
    else
      out_.results[place] = result;
  }

  const Cells& cells_;
  const MatrixOptions& options_;
  const EqualCells equal_;
  Plan plan_;
  Delivery delivery_;
  bool is_planned_ = false;
  MatrixOutcome out_;
};

}  // namespace

MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options) { return run_matrix(cells, options, {}); }

MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options, const StoredCells& stored) {
  return Matrix(cells, options, stored).run();
}

}  // namespace plumb
