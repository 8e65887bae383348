#include "harness/schedule/engine.hpp"

#include <map>
#include <memory>
#include <optional>

#include "contract/stop.hpp"

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
    out_.from_others = static_cast<std::size_t>(cells_.from_others());
    out_.ran -= out_.from_others;
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
    cells_.begin();
    return true;
  }

  /// Requests the missing work of a goal until the goal must wait, or nothing is missing.
  void proceed(std::size_t goal) {
    do {
      stopping_point();
      auto missing = goals_[goal].missing();
      expect(goal, missing.later);
      if (missing.empty()) return;
      for (const auto& cell : missing.references) add(goal, cell);
      for (auto& run : missing.runs) add(goal, std::move(run));
      for (auto& task : missing.tasks) add(goal, std::move(task));
    } while (open_[goal] == 0);
  }

  void expect(std::size_t goal, const Missing::Later& later) {
    auto& before = later_[goal];
    if (later.tasks != before.tasks || later.seconds != before.seconds)
      pool_.expect(later.tasks - before.tasks, later.seconds - before.seconds);
    before = later;
  }

  void add(std::size_t goal, const ResolvedCell& cell) {
    ++open_[goal];
    cells_.request_reference(cell, [this, goal] { ended(goal); });
  }

  void add(std::size_t goal, NeededRun run) {
    if (!run.sample)
      if (const auto known = cells_.known(run.cell)) {
        ++out_.from_store;
        if (run.ended) run.ended(*known);
        return;
      }
    const auto at_end = wait(goal, run.sample ? run.name : "");
    if (!at_end) return;
    const auto has_ended = [this, at_end, then = std::move(run.ended)](const RunResult& result) {
      ++out_.ran;
      if (then) then(result);
      at_end();
    };
    const auto elsewhere = [this, goal, then = std::move(run.elsewhere)] {
      if (then) then();
      ask_again(goal);
    };
    CellService::OnResult early;
    if (run.early)
      early = [this, goal, then = std::move(run.early)](const RunResult& result) {
        then(result);
        ask_again(goal);
      };
    cells_.request(run.cell, has_ended, std::move(run.sample), elsewhere, std::move(early));
  }

  void add(std::size_t goal, NeededTask needed) {
    if (auto at_end = wait(goal, needed.name)) add_task(std::move(needed.task), std::move(at_end));
  }

  /// Makes a goal wait for work, unless it has ended. Returns the function that the end of the work must call; none if
  /// work of this name was added before.
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

  void add_task(Task task, std::function<void()> then) {
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
    cells_.begin();
  }

  void ask_again(std::size_t goal) {
    if (goals_[goal].is_asked_after_each) proceed(goal);
    cells_.begin();
  }

  const std::vector<Goal>& goals_;
  std::vector<std::size_t> open_;      // number of pieces of work that each goal waits for
  std::vector<Missing::Later> later_;  // last estimate of each goal
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

}  // namespace plumb
