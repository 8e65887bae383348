#include "harness/schedule/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>

#include "harness/run/needed_reference.hpp"
#include "harness/schedule/testing/reach_with.hpp"
#include "harness/schedule/testing/set_clock.hpp"
#include "harness/schedule/testing/small_matrices.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A goal that needs the runs of some cells, one stage after another or all at once.
struct NeededCells {
  std::vector<ResolvedCell> cells;
  bool in_stages = false;
  CellResults results = {};
  int calls = 0;  // number of calls of `missing`

  Goal goal() {
    return {.missing = [this] { return missing(); }};
  }

  Missing missing() {
    ++calls;
    Missing out;
    for (const auto& cell : cells) {
      if (results.contains(cell.id()) || (in_stages && !out.empty())) continue;
      out.runs.push_back(
          {.cell = cell, .ended = [this, id = cell.id()](const RunResult& result) { results[id] = result; }});
    }
    return out;
  }
};

ResolvedCell one_cell() {
  return cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}}).front();
}

/// Returns a task with this Finish.
Task task(std::function<void()> finish) {
  return {.seconds = 1, .work = [finish = std::move(finish)](TaskState&) -> Finish {
            return [finish] {
              finish();
              return true;
            };
          }};
}

// Fails if a cell runs for each goal that needs it.
TEST(Engine, RunsACellOnceForAllGoals) {
  NeededCells one{cells(quick)}, other{{one.cells.rbegin(), one.cells.rend()}};
  const auto outcome = reach({one.goal(), other.goal()}, {.pool = {.jobs = 2}});
  EXPECT_EQ(outcome.ran, one.cells.size());
  EXPECT_EQ(outcome.from_store, 0U);
  ASSERT_EQ(one.results.size(), one.cells.size());
  for (const auto& [id, result] : one.results) EXPECT_EQ(other.results.at(id).timing, result.timing);
}

// Fails if a known result is computed again, is not committed, or is not kept.
TEST(Engine, PassesKnownResultsAtOnce) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  CellResults kept;
  NeededCells first{cells(quick)}, from_store{first.cells}, from_kept{first.cells};
  EXPECT_EQ(reach({first.goal()}, {.store = &store, .kept = &kept}).ran, first.cells.size());
  EXPECT_EQ(kept.size(), first.cells.size());
  for (const auto& [goal, options] :
       {std::pair(&from_store, EngineOptions{.store = &store}), std::pair(&from_kept, EngineOptions{.kept = &kept})}) {
    const auto outcome = reach({goal->goal()}, options);
    EXPECT_EQ(outcome.ran, 0U);
    EXPECT_EQ(outcome.from_store, first.cells.size());
    EXPECT_EQ(goal->calls, 2);
    for (const auto& [id, result] : first.results) EXPECT_EQ(goal->results.at(id).timing, result.timing);
  }
}

// Fails if a later stage is requested before the earlier one has ended, or if stages need stack memory.
TEST(Engine, ContinuesAGoalInStages) {
  NeededCells few{cells(quick), true}, many{oscillators(3000), true};
  EXPECT_EQ(reach({few.goal()}, {.pool = {.jobs = 2}}).ran, few.cells.size());
  EXPECT_EQ(few.calls, static_cast<int>(few.cells.size()) + 1);
  EXPECT_EQ(few.results.size(), few.cells.size());
  CellResults kept;
  for (const auto& cell : many.cells) kept[cell.id()];
  EXPECT_EQ(reach({many.goal()}, {.kept = &kept}).from_store, many.cells.size());
  int stages = 0;
  const auto next = [&] { return stages == 20'000 ? Missing{} : Missing{.tasks = {{task([&] { ++stages; })}}}; };
  reach({{next}}, {});
  EXPECT_EQ(stages, 20'000);
}

/// A goal that needs a task with a name, in its first or its second stage.
Goal with_named_task(bool in_second_stage, int& executed, int& calls) {
  return {[in_second_stage, &executed, &calls] {
    const int stage = calls++ + (in_second_stage ? 0 : 1);
    if (stage == 0) return Missing{.tasks = {{task([] {})}}};
    if (stage == 1) return Missing{.tasks = {{task([&] { ++executed; }), "analysis of erk4"}}};
    return Missing{};
  }};
}

TEST(Engine, ExecutesATaskOfANameOnce) {
  int executed = 0, first = 0, other = 0, late = 0;
  reach({with_named_task(false, executed, first), with_named_task(false, executed, other),
         with_named_task(true, executed, late)},
        {.pool = {.jobs = 1}});
  EXPECT_EQ(executed, 1);
  EXPECT_THAT((std::vector{first, other, late}), ElementsAre(2, 2, 3));
}

// Fails if samples are missing because the result is stored.
TEST(Engine, PassesSamplesOfStoredCells) {
  const auto cell = one_cell();
  const CellResults stored = {{cell.id(), {}}};
  auto kept = stored;
  int samples = 0;
  bool has_begun = false, has_ended = false;
  const auto missing = [&] {
    Missing out;
    if (std::exchange(has_begun, true)) return out;
    out.runs.push_back({.cell = cell,
                        .ended = [&](const RunResult&) { has_ended = true; },
                        .sample = [&](const Sample<quad>&) { ++samples; }});
    return out;
  };
  EXPECT_EQ(reach({{missing}}, {.kept = &kept}).ran, 1U);
  EXPECT_EQ(samples, 100);
  EXPECT_TRUE(has_ended);
}

// Fails if `missing` is called only after all work of the goal, or if the goal ends earlier.
TEST(Engine, AsksAGoalAfterEachPieceOfWork) {
  std::atomic<int> ended = 0;
  int calls = 0;
  const auto missing = [&] {
    Missing out;
    ++calls;
    if (calls == 1) {
      out.tasks.push_back({task([&] { ++ended; })});
      out.tasks.push_back({{.work = [&](TaskState&) -> Finish {
        while (ended < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return [] { return true; };
      }}});
    }
    if (calls == 2) out.tasks.push_back({task([&] { ++ended; })});
    return out;
  };
  reach({{.missing = missing, .is_asked_after_each = true}}, {.pool = {.jobs = 2}});
  EXPECT_EQ(ended, 2);
  EXPECT_EQ(calls, 4);
}

// Fails if such a goal waits for a run although known results give it further work.
TEST(Engine, AsksAGoalAfterKnownResults) {
  const auto all = oscillators(50);
  CellResults kept;
  for (const auto& cell : all) kept[cell.id()];
  bool has_begun = false;
  std::size_t next = 0;
  std::atomic<std::size_t> known = 0;
  const auto missing = [&] {
    Missing out;
    if (!std::exchange(has_begun, true))
      out.tasks.push_back({{.work = [&](TaskState&) -> Finish {
        while (known < all.size()) stopping_point();
        return [] { return true; };
      }}});
    if (next < all.size()) out.runs.push_back({.cell = all[next++], .ended = [&](const RunResult&) { ++known; }});
    return out;
  };
  const auto outcome =
      reach({{.missing = missing, .is_asked_after_each = true}}, {.pool = {.global_timeout = 60}, .kept = &kept});
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(known, all.size());
}

ResolvedCell with_own_reference(const std::string& problem) {
  return cells({.problem = {problem},
                .formulation = {"ode"},
                .method = {"erk4"},
                .step = {"0.05"},
                .settings = {{"t_end", {"1"}}, {"samples", {"10"}}}})
      .front();
}

TEST(Engine, ComputesReferencesBeforeAGoalContinues) {
  const auto cell = with_own_reference("two-link(length1=1.07)");
  std::vector<double> known_until;
  const auto missing = [&] {
    known_until.push_back(known_reference(cell));
    return known_until.size() > 1 ? Missing{} : Missing{.references = {cell}};
  };
  reach({{missing}}, {});
  EXPECT_THAT(known_until, ElementsAre(testing::_, testing::Ge(1)));
}

// Fails if a run loses its first request when an early result leads to another request of the same cell.
TEST(Engine, AcceptsFurtherRequestsOfARunFromItsEarlyResult) {
  const auto cell = with_own_reference("two-link(length1=1.09)");
  std::size_t requested = 0, needed = 1;
  std::vector<RunResult> results;
  const auto missing = [&] {
    Missing out;
    for (; requested < needed; ++requested)
      out.runs.push_back({.cell = cell,
                          .ended = [&](const RunResult& result) { results.push_back(result); },
                          .early = [&](const RunResult&) { needed = 20; }});
    return out;
  };
  EXPECT_EQ(reach({{.missing = missing, .is_asked_after_each = true}}, {}).ran, 1U);
  ASSERT_EQ(results.size(), 20U);
  for (const auto& result : results) EXPECT_TRUE(result.metrics.contains("end.q"));
}

// Fails if an exception is lost, or if the other work, which would take hours, continues.
TEST(Engine, EndsWithTheExceptionsOfGoalsAndTasks) {
  const auto fail = [] { throw std::runtime_error("no such thing"); };
  const auto once = [](const std::function<Missing()>& first) {
    return [first, calls = 0]() mutable { return calls++ == 0 ? first() : Missing{}; };
  };
  const std::vector<std::function<Missing()>> failing = {
      [&, calls = 0]() mutable {
        if (calls++ == 1) fail();
        return Missing{.tasks = {{task([] {})}}};
      },
      once([&] { return Missing{.runs = {{.cell = one_cell(), .ended = [&](const RunResult&) { fail(); }}}}; }),
      once([&] { return Missing{.tasks = {{task(fail)}}}; }), once([&] {
        return Missing{.tasks = {{{.work = [&](TaskState&) -> Finish {
                         fail();
                         return {};
                       }}}}};
      })};
  for (const auto& missing : failing) {
    NeededCells slow{cells(endless)};
    EXPECT_THROW(reach({slow.goal(), {missing}}, {.pool = {.jobs = 2}}), std::runtime_error);
    EXPECT_THAT(slow.results, IsEmpty());
  }
}

// Fails if results that ended before a stop are lost.
TEST(Engine, LeavesResultsInTheStoreWhenItIsStopped) {
  for (const bool is_interruption : {true, false}) {
    const ScratchFolder folder;
    Store store(folder / "a.db");
    NeededCells quick_ones{cells(quick)}, same_ones{quick_ones.cells}, slow{cells(endless)};
    std::atomic<bool> all_there = false;
    PoolOptions pool{.jobs = 2, .begin = {}, .interrupted = [&] {
                       all_there = store.count() == quick_ones.cells.size();
                       return is_interruption && all_there;
                     }};
    if (!is_interruption) {
      pool.global_timeout = 60;
      pool.now = [&] { return SteadyClock::time_point(std::chrono::hours(all_there ? 1 : 0)); };
    }
    const auto outcome = reach({slow.goal(), quick_ones.goal(), same_ones.goal()}, {.pool = pool, .store = &store});
    EXPECT_EQ(outcome.interrupted, is_interruption);
    EXPECT_EQ(outcome.timed_out, !is_interruption);
    EXPECT_EQ(outcome.ran, quick_ones.cells.size());
    for (const auto* goal : {&quick_ones, &same_ones}) EXPECT_EQ(goal->results.size(), goal->cells.size());
    EXPECT_THAT(slow.results, IsEmpty());
  }
}

// Fails if a stop waits until a goal has received all its results from the store.
TEST(Engine, StopsWhileItPassesKnownResults) {
  const auto cell = one_cell();
  CellResults kept = {{cell.id(), {}}};
  std::atomic<int> passed = 0;
  const auto endless_goal = [&] { return Missing{.runs = {{cell, [&](const RunResult&) { ++passed; }}}}; };
  const auto outcome = reach({{endless_goal}}, {.pool = {.interrupted = [&] { return passed > 0; }}, .kept = &kept});
  EXPECT_TRUE(outcome.interrupted);
}

// Fails if the estimate of a goal is not counted, or is counted again when its work is requested.
TEST(Engine, CountsTheEstimatesOfGoals) {
  SetClock clock;
  std::vector<std::string> lines;
  const auto in_stages = [&](int count) {
    return Goal{[&, count, left = count]() mutable {
      if (left == 0) return Missing{};
      const auto work = [&](TaskState&) -> Finish {
        clock.pass(2);
        return [] { return true; };
      };
      --left;
      return Missing{.tasks = {{{.seconds = 1, .work = work}}}, .later = {left, static_cast<double>(left)}};
    }};
  };
  reach({in_stages(3), in_stages(4)},
        {.pool =
             clock.of({.progress = [&](const std::string& line) { lines.push_back(line); }, .progress_interval = 1})});
  EXPECT_THAT(lines, AllOf(Not(IsEmpty()), Each(HasSubstr("/7 cells"))));
}

TEST(Engine, ReachesAGoalOfTasks) {
  int ended = 0;
  reach({goal_of({task([&] { ++ended; }), task([&] { ++ended; })})}, {});
  EXPECT_EQ(ended, 2);
}

TEST(ReachWith, ReachesGoalsWithGivenResults) {
  NeededCells needed{cells(quick), true};
  CellResults results;
  for (const auto& cell : needed.cells) results[cell.id()].reason = cell.id();
  int executed = 0, calls = 0;
  testing_goals::reach_with({needed.goal(), with_named_task(true, executed, calls)}, results);
  EXPECT_EQ(executed, 1);
  ASSERT_EQ(needed.results.size(), results.size());
  for (const auto& [id, result] : needed.results) EXPECT_EQ(result.reason, id);
  NeededCells unknown{{one_cell()}};
  EXPECT_THROW(testing_goals::reach_with({unknown.goal()}, {}), std::out_of_range);
}

}  // namespace
}  // namespace plumb
