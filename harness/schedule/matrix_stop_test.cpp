// Tests of timeouts, interruptions and progress of run_matrix, which runs a list of cells in parallel.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <regex>

#include "harness/schedule/testing/small_matrices.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;

/// A matrix of quick cells and an endless cell, with a simulated clock. When the quick cells are in the store, the
/// clock is set forward by an hour.
struct QuickOnesInTime {
  const ScratchFolder folder;
  Store store{folder / "a.db"};
  const std::vector<ResolvedCell> quick_ones = cells(quick), slow_one = cells(endless);
  std::atomic<bool> all_there = false;

  MatrixOptions options() {
    return {.jobs = 2,
            .store = &store,
            .begin = {},
            .interrupted =
                [this] {
                  all_there = store.count() >= quick_ones.size();
                  return false;
                },
            .now = [this] { return SteadyClock::time_point(std::chrono::hours(all_there ? 1 : 0)); }};
  }
};

TEST(MatrixStop, StopsACellThatTakesTooLong) {
  QuickOnesInTime matrix;
  auto all = matrix.slow_one;
  all.insert(all.end(), matrix.quick_ones.begin(), matrix.quick_ones.end());
  auto options = matrix.options();
  options.cell_timeout = 60;
  const auto outcome = run_matrix(all, options);
  EXPECT_EQ(outcome.results[0]->status, Status::timeout);
  EXPECT_GT(outcome.results[0]->t_reached, 0);
  EXPECT_EQ(outcome.results[1]->status, Status::ok);
  EXPECT_FALSE(outcome.timed_out || outcome.interrupted);
}

TEST(MatrixStop, EndsAtTheGlobalTimeoutWithoutLosingWhatEnded) {
  QuickOnesInTime matrix;
  auto all = matrix.quick_ones;
  all.insert(all.end(), matrix.slow_one.begin(), matrix.slow_one.end());
  auto options = matrix.options();
  options.global_timeout = 60;
  const auto outcome = run_matrix(all, options);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results.back());
  EXPECT_TRUE(outcome.results.front());
  EXPECT_EQ(matrix.store.runs().size(), all.size() - 1);
}

/// Interrupts a matrix when its progress has printed a line like `wanted`, or after a minute.
struct ProgressUntil {
  explicit ProgressUntil(const char* line) : wanted(line) {}

  std::regex wanted;
  std::atomic<bool> is_printed = false;

  MatrixOptions options() {
    return {.jobs = 2,
            .global_timeout = 60,
            .progress = [this](const std::string& line) { is_printed = is_printed || std::regex_match(line, wanted); },
            .progress_interval = 0.05,
            .interrupted = [this] { return is_printed.load(); }};
  }
};

TEST(MatrixStop, StopsWhenInterrupted) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  ProgressUntil progress("0/1 cell, step [1-9].*");
  auto options = progress.options();
  options.store = &store;
  const auto outcome = run_matrix(cells(endless), options);
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_FALSE(outcome.results[0]);
  EXPECT_TRUE(store.runs().empty());
}

TEST(MatrixStop, ReportsProgressWithAnEstimate) {
  ProgressUntil progress("0/1 cell,.* about .* left");
  run_matrix(cells({.problem = {"pendulum"},
                    .formulation = {"ode"},
                    .method = {"erk4"},
                    .step = {"1e-6"},
                    .settings = {{"t_end", {"1000"}}, {"samples", {"1"}}, {"reference", {"none"}}}}),
             progress.options());
  EXPECT_TRUE(progress.is_printed);
}

TEST(MatrixStop, TellsTheStepsOfTheLastCell) {
  ProgressUntil progress("0/1 cell, step [1-9][0-9]* of [0-9]+, .*");
  run_matrix(cells(endless), progress.options());
  EXPECT_TRUE(progress.is_printed);
}

// A run must stop within a step; one step of these cells takes most of a second.
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

// A stop must interrupt the computation of a reference, which would take hours here.
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

// Fails if Ctrl-C is delayed by reading results that are in the store.
TEST(MatrixStop, LeavesInTheStoreWhatItHasAfterAnInterruption) {
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto all = oscillators(2000);
  put_all(store, all);
  std::atomic<std::size_t> count = 0;
  std::atomic<bool> is_requested = false;
  const auto interrupted = [&] {
    if (count == 0) return false;
    is_requested = true;
    is_requested.notify_all();
    return true;
  };
  const auto finished = [&](std::size_t, const RunResult&) {
    if (count++ == 0) is_requested.wait(false);
  };
  const auto outcome = run_matrix(all, {.store = &store, .interrupted = interrupted, .finished = finished});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_LT(count, 1500U);
  EXPECT_EQ(count + outcome.left_in_store, all.size());
}

}  // namespace
}  // namespace plumb
