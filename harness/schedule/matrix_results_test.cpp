// Tests of the order in which `finished` receives the results of a matrix.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "harness/run/build_info.hpp"
#include "harness/schedule/testing/small_matrices.hpp"
#include "harness/store/sqlite.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;

TEST(MatrixResults, HandsOutTrajectories) {
  auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}});
  auto every_step = all[0].text();
  every_step.samples = 0;
  all[0] = resolve(every_step);
  std::size_t samples = 0;
  run_matrix(all, {.trajectory = [&](const ResolvedCell&, const RunResult&, const SampledStates& t) {
               samples = t.t.size();
             }});
  EXPECT_EQ(samples, 1000);
}

// Fails if results arrive in the order in which cells end, or remain in memory after `finished`.
TEST(MatrixResults, HandsOutResultsInTheOrderOfTheCells) {
  auto all = cells(quick);
  all.push_back(all.front());  // it occurs twice
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto whole = bits(run_matrix(all, {}));
  for (Store* kept : {static_cast<Store*>(nullptr), &store, &store}) {
    std::vector<std::string> handed_out;
    const auto outcome = run_matrix(all, {.jobs = 3, .store = kept, .finished = [&](std::size_t i, const RunResult& r) {
                                            EXPECT_EQ(i, handed_out.size());
                                            handed_out.push_back(bits(r));
                                          }});
    EXPECT_TRUE(outcome.results.empty());
    EXPECT_EQ(handed_out, whole);
  }
}

// Fails if the first result waits for the last.
TEST(MatrixResults, HandsOutAResultAtOnce) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.end(), slow.begin(), slow.end());
  std::atomic<std::size_t> count = 0;
  const auto outcome = run_matrix(all, {.jobs = 2,
                                        .global_timeout = 60,
                                        .interrupted = [&] { return count == all.size() - 1; },
                                        .finished = [&](std::size_t, const RunResult&) { ++count; }});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(count, all.size() - 1);
}

// Fails if the costly cells of a study run before all others: its first result would then be one of the last.
TEST(MatrixResults, ComeWhileLaterCellsHaveNotBegun) {
  std::string steps;
  for (int i = 1; i <= 40; ++i) steps += (i == 1 ? "1/" : ",1/") + std::to_string(100 * i);
  const auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {steps}});
  const ScratchFolder folder;
  Store store(folder / "a.db");
  std::size_t ran_before = 0;
  run_matrix(all, {.jobs = 1, .store = &store, .finished = [&](std::size_t place, const RunResult&) {
                     if (place == 0) ran_before = store.runs().size();
                   }});
  EXPECT_LT(ran_before, 10U);
}

// Fails if a finished run is committed only after `finished` has received all earlier results.
TEST(MatrixResults, RunsWhileItHandsOut) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  auto all = oscillators(1000);
  put_all(store, all);
  all.push_back(cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}}).front());
  std::size_t handed_out_before = 0;
  run_matrix(all, {.jobs = 2, .store = &store, .finished = [&](std::size_t place, const RunResult&) {
                     std::this_thread::sleep_for(std::chrono::milliseconds(2));
                     if (!store.status(all.back().id(), build_info().fingerprint)) handed_out_before = place;
                   }});
  EXPECT_LT(handed_out_before, 800U);
}

/// Counts the statements that write to the table of runs, of all connections that are opened meanwhile.
struct WatchedWrites {
  using Hook = void (*)();
  static inline std::atomic<int> inserted = 0, deleted = 0;

  static int see(unsigned, void*, void*, void* text) {
    const std::string_view statement = static_cast<const char*>(text);
    if (statement.find(" runs ") == statement.npos) return 0;
    if (statement.starts_with("INSERT")) ++inserted;
    if (statement.starts_with("DELETE")) ++deleted;
    return 0;
  }
  static int watch(sqlite3* db, char**, const sqlite3_api_routines*) {
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, see, nullptr);
  }
  Hook hook = reinterpret_cast<Hook>(watch);
  WatchedWrites() {
    inserted = deleted = 0;
    sqlite3_auto_extension(hook);
  }
  ~WatchedWrites() { sqlite3_cancel_auto_extension(hook); }
};

// Fails if results without a wait are written to disk, or remain there after `finished`.
TEST(MatrixResults, KeepsOnlyResultsThatWait) {
  const auto finished = [](std::size_t, const RunResult&) {};
  const auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-5,1e-1"}});
  const WatchedWrites watched;
  run_matrix(all, {.finished = finished});
  EXPECT_EQ(watched.inserted, 0);
  run_matrix(all, {.jobs = 2, .finished = finished});  // the second cell ends long before the first
  EXPECT_EQ(watched.inserted, 1);
  EXPECT_EQ(watched.deleted, 1);
}

// Fails if a run without a store, or with an empty one, reports a search.
TEST(MatrixResults, LooksIntoAStoreThatHasSomething) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto all = oscillators(20'000);
  const auto lines = [&](Store* looked_into) {
    std::string out;
    run_matrix(all, {.global_timeout = 0.2,
                     .store = looked_into,
                     .progress = [&](const std::string& line) { out += line + "\n"; },
                     .progress_interval = 1e-3});
    return out;
  };
  EXPECT_THAT(lines(nullptr), testing::Not(testing::HasSubstr("the store")));
  EXPECT_THAT(lines(&store), testing::Not(testing::HasSubstr("the store")));
}

}  // namespace
}  // namespace plumb
