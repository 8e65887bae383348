// A matrix has timeouts, interruptions and progress.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "harness/schedule/testing/small_matrices.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;

TEST(MatrixStop, StopsACellThatTakesTooLong) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.begin(), slow.begin(), slow.end());
  const auto outcome = run_matrix(all, {.jobs = 2, .cell_timeout = 0.3});
  EXPECT_EQ(outcome.results[0]->status, Status::timeout);
  EXPECT_GT(outcome.results[0]->t_reached, 0);
  EXPECT_EQ(outcome.results[1]->status, Status::ok);
  EXPECT_FALSE(outcome.timed_out || outcome.interrupted);
}

TEST(MatrixStop, EndsAtTheGlobalTimeoutWithoutLosingWhatEnded) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.end(), slow.begin(), slow.end());
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto outcome = run_matrix(all, {.jobs = 2, .global_timeout = 1.5, .store = &store});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results.back());
  EXPECT_TRUE(outcome.results.front());
  EXPECT_EQ(store.runs().size(), all.size() - 1);
}

TEST(MatrixStop, StopsWhenInterrupted) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto begin = std::chrono::steady_clock::now();
  const auto later = [&] { return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(300); };
  const auto outcome = run_matrix(cells(endless), {.store = &store, .interrupted = later});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_FALSE(outcome.results[0]);
  EXPECT_TRUE(store.runs().empty());
}

TEST(MatrixStop, ReportsProgressWithAnEstimate) {
  auto all = cells(quick);
  const auto slow = cells(endless);
  all.insert(all.end(), slow.begin(), slow.end());
  std::vector<std::string> lines;
  run_matrix(all, {.jobs = 2,
                   .cell_timeout = 1.0,
                   .progress = [&](const std::string& line) { lines.push_back(line); },
                   .progress_interval = 0.05});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("[0-9]+/17 cells,.* about .* left")));
}

TEST(MatrixStop, TellsTheStepsOfTheLastCell) {
  std::vector<std::string> lines;
  run_matrix(cells(endless), {.cell_timeout = 0.6,
                              .progress = [&](const std::string& line) { lines.push_back(line); },
                              .progress_interval = 0.05});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("0/1 cell, step [1-9][0-9]* of [0-9]+, .*")));
}

// One step takes most of a second.
TEST(MatrixStop, StopsInTheMiddleOfAStep) {
  const auto slow_steps = cells({.problem = {"squeezer"},
                                 .formulation = {"absolute-index3"},
                                 .method = {"block(r=5)"},
                                 .step = {"1e-5"},
                                 .settings = {{"precision", {"quad"}}, {"t_end", {"2e-4"}}, {"samples", {"1"}}}});
  const auto outcome = run_matrix(slow_steps, {.cell_timeout = 0.2});
  ASSERT_TRUE(outcome.results[0]);
  EXPECT_EQ(outcome.results[0]->status, Status::timeout) << outcome.results[0]->reason;
}

// Computing this reference would take hours.
TEST(MatrixStop, StopsInTheMiddleOfAReference) {
  const auto slow_reference = cells({.problem = {"pleiades"},
                                     .formulation = {"ode"},
                                     .method = {"erk4"},
                                     .step = {"100"},
                                     .settings = {{"t_end", {"1e5"}}, {"samples", {"1"}}}});
  const auto outcome = run_matrix(slow_reference, {.global_timeout = 0.2});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results[0]);
}

// Fails when somebody who presses Ctrl-C has to wait for results that can be read from the store.
TEST(MatrixStop, LeavesInTheStoreWhatItHasAfterAnInterruption) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto all = oscillators(2000);
  put_all(store, all);
  std::atomic<std::size_t> count = 0;
  const auto finished = [&](std::size_t, const RunResult&) {
    if (count++ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  };
  const auto outcome =
      run_matrix(all, {.store = &store, .interrupted = [&] { return count > 0; }, .finished = finished});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_LT(count, 1500U);
  EXPECT_EQ(count + outcome.left_in_store, all.size());
}

}  // namespace
}  // namespace plumb
