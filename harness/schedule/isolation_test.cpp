// The cells of these matrices run in separate processes, or share their store with another process.

#include "harness/schedule/isolation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "harness/schedule/cost.hpp"
#include "harness/schedule/testing/processes.hpp"
#include "harness/schedule/testing/small_matrices.hpp"
#include "harness/schedule/worker.hpp"
#include "harness/store/sqlite.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;

TEST(Isolation, OfAllCellsChangesNoBit) {
  const auto all = cells(quick);
  EXPECT_EQ(bits(run_matrix(all, {.jobs = 2, .isolation = {.all = true}})), bits(run_matrix(all, {.jobs = 2})));
}

/// Returns a cell that needs some hundred megabytes, and a few that need none.
std::vector<ResolvedCell> with_a_heavy_one() {
  auto all = cells(quick);
  const auto heavy = cells({.problem = {"planar-chain(n=1000,solver=dense)"},
                            .formulation = {"index3"},
                            .method = {"radau-iia"},
                            .step = {"1e-3"},
                            .settings = {{"t_end", {"1e-2"}}, {"samples", {"1"}}}});
  all.insert(all.begin(), heavy.begin(), heavy.end());
  return all;
}

// Fails if a cell that exceeds the memory ends the matrix, or is not run again.
TEST(Isolation, OfAHeavyCellLetsTheOthersEndAndResume) {
  const auto all = with_a_heavy_one();
  const IsolationOptions little = {.memory = limits_address_space() ? 5'000'000 : 100'000'000};  // sanitizers keep more
  EXPECT_TRUE(needs_isolation(all[0], *little.memory)) << room(all[0]);
  const ScratchFolder folder;
  Store store(folder / "a.db");
  for (int call = 1; call <= 2; ++call) {
    const auto outcome = run_matrix(all, {.jobs = 2, .store = &store, .isolation = little});
    if (limits_address_space()) {
      EXPECT_EQ(outcome.results[0]->status, Status::out_of_memory) << outcome.results[0]->reason;
    }
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_NE(outcome.results[i]->status, Status::out_of_memory);
    EXPECT_EQ(outcome.from_store, call == 1 ? 0 : static_cast<int>(all.size()) - 1);
  }
}

TEST(Isolation, NeedsSizesThatPeopleWrite) {
  EXPECT_EQ(bytes_from_text("512MB"), 512'000'000U);
  EXPECT_EQ(bytes_from_text("1.5 GiB"), 1'610'612'736U);
  EXPECT_EQ(bytes_from_text("4096"), 4096U);
  for (const char* wrong : {"", "MB", "-1", "1XB", "0", "1e400", "nan", "99999TB9"})
    EXPECT_FALSE(bytes_from_text(wrong)) << wrong;
  EXPECT_GT(usable_memory(), 1'000'000U);
}

/// Runs the matrix in another process with the same store. To the file `counts`, that process writes the numbers of
/// cells that it has run, and that other processes have run.
pid_t another(const fs::path& file, const std::vector<ResolvedCell>& all, const fs::path& counts) {
  const pid_t child = fork();
  if (child != 0) return child;
  Store store(file);
  const auto outcome = run_matrix(all, {.jobs = 1, .store = &store});
  std::ofstream(counts) << outcome.from_store << " " << outcome.from_others;
  store.~Store();
  _exit(0);
}

// Fails if two processes run the same cell, or if a process ends before all cells have results.
TEST(Isolation, TwoProcessesOnOneStoreRunNothingTwice) {
  const ScratchFolder folder;
  const auto all = oscillators(300);
  { Store(folder / "a.db").begin_writing(); }
  std::vector<pid_t> children;
  for (const char* name : {"1", "2"}) children.push_back(another(folder / "a.db", all, folder / name));
  int reused = 0;
  for (const auto child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  for (const char* name : {"1", "2"}) {
    std::ifstream in(folder / name);
    int from_store = 0, from_others = 0;
    in >> from_store >> from_others;
    reused += from_store + from_others;
  }
  EXPECT_EQ(reused, 300) << "each cell was run by one and given to the other";
  EXPECT_EQ(Store(folder / "a.db", Access::read_only).count(), 300U);
}

// Fails if a process waits forever for one that was killed.
TEST(Isolation, TakesOverWhatAKilledProcessHadClaimed) {
  const ScratchFolder folder;
  const auto all = cells(endless);
  { Store(folder / "a.db").begin_writing(); }
  const auto other = another(folder / "a.db", all, folder / "1");
  Store store(folder / "a.db");
  ASSERT_TRUE(process_testing::soon([&] { return store.claim(all[0].id(), "another build") == CellClaim::ours; }));
  const auto claims = [&] {
    return Sqlite((folder / "a.db").string(), Opening::read_only, std::chrono::seconds(5))
        .number("SELECT count(*) FROM claims");
  };
  ASSERT_TRUE(process_testing::soon([&] { return claims() == 2; }));
  std::jthread killer([other] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    kill(other, SIGKILL);
    waitpid(other, nullptr, 0);
  });
  const auto outcome = run_matrix(all, {.jobs = 1, .cell_timeout = 0.3, .global_timeout = 20, .store = &store});
  ASSERT_TRUE(outcome.results[0]) << "it waits no more";
  EXPECT_EQ(outcome.results[0]->status, Status::timeout);
}

// Fails if states that do not fit into memory are kept until the system ends the program.
TEST(Isolation, StatesThatDoNotFitAreRefused) {
  auto all = cells(quick);
  auto axes = endless;
  axes.settings = {{"samples", {"0"}}};
  const auto large = cells(axes);
  all.insert(all.begin(), large.begin(), large.end());
  std::size_t written = 0;
  const auto outcome = run_matrix(
      all, {.jobs = 2, .trajectory = [&](const ResolvedCell&, const RunResult&, const SampledStates& states) {
              if (!states.t.empty()) ++written;
            }});
  EXPECT_EQ(outcome.results[0]->status, Status::out_of_memory);
  EXPECT_THAT(outcome.results[0]->reason, testing::HasSubstr("its sampled states would need 480 GB"));
  EXPECT_EQ(written, all.size() - 1);
}

// Fails if a thread that cannot be started ends the program.
TEST(Isolation, ManyJobsInLittleMemoryAreFewerJobs) {
  if (!limits_address_space()) GTEST_SKIP() << "a sanitizer takes terabytes of addresses";
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit = {600'000'000, 600'000'000};
    setrlimit(RLIMIT_AS, &limit);
    const auto outcome = run_matrix(cells(quick), {.jobs = 1000});
    const bool all_ran = std::all_of(outcome.results.begin(), outcome.results.end(),
                                     [](const auto& r) { return r && r->status == Status::ok; });
    _exit(all_ran ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace plumb
