#include "harness/schedule/engine.hpp"

#include <map>
#include <memory>
#include <utility>

#include "contract/stop.hpp"
#include "harness/schedule/cell_service.hpp"

namespace plumb {
namespace {

class Engine {
 public:
  Engine(const std::vector<Goal>& goals, const EngineOptions& options)
      : goals_(goals),
        open_(goals.size(), 0),
        later_(goals.size()),
        pool_(options.pool),
        cells_(pool_, options.store, options.kept, options.isolation) {
    // No run begins before all goals have returned their needs, so that each cell runs only once.
    pool_.add({.work = [this](TaskState&) -> Finish { return [this] { return begin_all(); }; },
               .title = "the store",
               .is_prerequisite = true});
  }

  EngineOutcome run() {
    static_cast<PoolOutcome&>(out_) = pool_.run();
    out_.ran = cells_.ran();
    out_.from_others = cells_.from_others();
    return out_;
  }

 private:
  /// A task or a run with a name.
  struct Named {
    bool has_ended = false;
    std::vector<std::size_t> waiting = {};  // goals that wait for it
  };

  bool begin_all() {
    for (std::size_t goal = 0; goal < goals_.size(); ++goal) proceed(goal);
    begin_requested();
    return true;
  }

  /// Requests the missing work of a goal until the goal must wait, or nothing is missing. Nothing more is requested
  /// after a stop; other goals still receive the result that led to this call.
  void proceed(std::size_t goal) try {
    bool was_known = false;
    do {
      stopping_point();
      auto missing = goals_[goal].missing();
      later_[goal] = missing.later;
      if (missing.empty()) return;
      was_known = request(goal, std::move(missing));
    } while (open_[goal] == 0 || (was_known && goals_[goal].is_asked_after_each));
  } catch (const Stopped&) {
  }

  /// Requests work. Returns whether a part of it is known or was requested before, so that `missing` may return other
  /// work now.
  bool request(std::size_t goal, Missing missing) {
    bool was_known = false;
    for (const auto& cell : missing.references) {
      ++open_[goal];
      cells_.request_reference(cell, [this, goal] { ended(goal); });
    }
    for (auto& run : missing.runs) was_known = request_run(goal, std::move(run)) || was_known;
    for (auto& task : missing.tasks) was_known = request_task(goal, std::move(task)) || was_known;
    return was_known;
  }

  bool request_run(std::size_t goal, NeededRun run) {
    stopping_point();  // a result in the store takes up to a millisecond, and a goal may need thousands
    if (!run.sample)
      if (const auto known = cells_.known(run.cell)) {
        ++out_.from_store;
        if (run.ended) run.ended(*known);
        return true;
      }
    const auto at_end = wait(goal, run.sample ? run.name : "");
    if (!at_end) return true;
    run.ended = [at_end, then = std::move(run.ended)](const RunResult& result) {
      if (then) then(result);
      at_end();
    };
    run.elsewhere = [this, goal, then = std::move(run.elsewhere)] {
      if (then) then();
      ask_again(goal);
    };
    if (run.early)
      run.early = [this, goal, then = std::move(run.early)](const RunResult& result) {
        then(result);
        ask_again(goal);
      };
    cells_.request(std::move(run));
    return false;
  }

  bool request_task(std::size_t goal, NeededTask needed) {
    auto at_end = wait(goal, needed.name);
    if (!at_end) return true;
    add(std::move(needed.task), std::move(at_end));
    return false;
  }

  /// Makes a goal wait for work, unless work of this name has ended. Returns the function that the end of the work must
  /// call; none if work of this name was requested before.
  std::function<void()> wait(std::size_t goal, const std::string& name) {
    if (name.empty()) {
      ++open_[goal];
      return [this, goal] { ended(goal); };
    }
    const auto [entry, is_new] = named_.try_emplace(name);
    auto& named = entry->second;
    if (named.has_ended) return {};
    ++open_[goal];
    named.waiting.push_back(goal);
    if (!is_new) return {};
    return [this, &named] {
      named.has_ended = true;
      for (const auto waiting : std::exchange(named.waiting, {})) ended(waiting);
    };
  }

  void add(Task task, std::function<void()> then) {
    task.work = [work = std::move(task.work), then = std::move(then)](TaskState& state) -> Finish {
      auto finish = work(state);
      if (!finish) return {};
      return [finish = std::move(finish), then] {
        const bool is_complete = finish();
        then();
        return is_complete;
      };
    };
    pool_.add(std::move(task));
  }

  /// Continues a goal after one piece of its work.
  void ended(std::size_t goal) {
    --open_[goal];
    if (open_[goal] == 0 || goals_[goal].is_asked_after_each) proceed(goal);
    begin_requested();
  }

  void ask_again(std::size_t goal) {
    if (goals_[goal].is_asked_after_each) proceed(goal);
    begin_requested();
  }

  /// Adds the requested runs to the pool, and updates the estimate of the later work.
  void begin_requested() {
    cells_.begin();
    Missing::Later all;
    for (const auto& later : later_) {
      all.tasks += later.tasks;
      all.seconds += later.seconds;
    }
    pool_.set_expected(all.tasks, all.seconds);
  }

  const std::vector<Goal>& goals_;
  std::vector<std::size_t> open_;      // number of pieces of work that each goal waits for
  std::vector<Missing::Later> later_;  // latest estimate of each goal
  std::map<std::string, Named> named_;
  EngineOutcome out_;
  Pool pool_;
  CellService cells_;
};

}  // namespace

Goal goal_of(std::vector<Task> tasks) {
  const auto left = std::make_shared<std::vector<Task>>(std::move(tasks));
  return {.missing = [left] {
    Missing out;
    for (auto& task : std::exchange(*left, {})) out.tasks.push_back({.task = std::move(task)});
    return out;
  }};
}

EngineOutcome reach(const std::vector<Goal>& goals, const EngineOptions& options) {
  return Engine(goals, options).run();
}

EngineOutcome do_task(Task task, const std::function<void(TaskState&)>& work, const PoolOptions& options) {
  task.work = [&work](TaskState& state) -> Finish {
    work(state);
    return [] { return true; };
  };
  return reach({goal_of({std::move(task)})}, {.pool = options});
}

}  // namespace plumb
