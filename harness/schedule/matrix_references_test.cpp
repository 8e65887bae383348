// Tests of matrices whose cells wait for references.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>

#include "harness/schedule/testing/small_matrices.hpp"
#include "harness/store/sqlite.hpp"
#include "problems/catalogue.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;

// Fails if a run is lost because its reference takes longer than the timeout of a cell, if such a reference is awaited,
// or if the run is stored as if it had errors.
TEST(MatrixReferences, GivesAReferenceUpThatTakesLongerThanACell) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "runs.db";
  Store store(file);
  const auto all = cells({.problem = {"chain(n=12)"},
                          .formulation = {"ode"},
                          .method = {"erk4,kutta3"},
                          .step = {"1e-3"},
                          .settings = {{"t_end", {"1"}}, {"samples", {"1"}}}});
  const auto outcome = run_matrix(all, {.jobs = 2, .cell_timeout = 0.2, .store = &store});
  EXPECT_EQ(store.count(), 0U);
  const Sqlite claims(file.string(), Opening::read_only, std::chrono::seconds(1));
  EXPECT_EQ(claims.number("SELECT count(*) FROM claims"), 0);
  for (const auto& result : outcome.results) {
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, Status::ok) << result->reason;
    EXPECT_THAT(result->note, testing::HasSubstr("no errors: the reference was not computed within the time limit"));
    EXPECT_FALSE(result->metrics.contains("end.q"));
    EXPECT_TRUE(result->metrics.contains("energy.max"));
  }
}

// Fails if a run without errors, which is not stored, is lost while it waits for an earlier result.
TEST(MatrixReferences, HandsOutRunsWithoutErrorsInOrder) {
  const ScratchFolder scratch;
  Store store(scratch.path() / "runs.db");
  const auto all = cells({.problem = {"chain(n=12)"},
                          .formulation = {"ode"},
                          .method = {"erk4"},
                          .step = {"1e-3"},
                          .settings = {{"t_end", {"4", "2"}}, {"samples", {"1"}}}});  // the second cell ends first
  std::vector<std::size_t> places;
  run_matrix(all, {.cell_timeout = 0.2, .store = &store, .finished = [&](std::size_t place, const RunResult& result) {
                     EXPECT_THAT(result.note, testing::HasSubstr("no errors"));
                     places.push_back(place);
                   }});
  EXPECT_THAT(places, testing::ElementsAre(0, 1));
  EXPECT_EQ(store.count(), 0U);
}

// Fails if a run with an early result waits for its reference, or if its errors are then missing.
TEST(MatrixReferences, AreNotWaitedForByEarlyResults) {
  const Axes axes = {.problem = {"two-link(length1=1.03)"},
                     .formulation = {"ode", "index3"},
                     .method = {"erk4,radau-iia"},
                     .step = {"0.05"},
                     .settings = {{"t_end", {"8"}}, {"samples", {"10"}}}};
  const auto all = cells(axes);
  std::map<std::size_t, RunResult> early, at_end;
  run_matrix(all, {.jobs = 2,
                   .finished = [&](std::size_t place, const RunResult& result) { at_end[place] = result; },
                   .early =
                       [&](std::size_t place, const RunResult& result) {
                         EXPECT_TRUE(at_end.empty()) << "all of them wait for one reference";
                         early[place] = result;
                       }});
  const auto in_order = run_matrix(all, {.jobs = 2}).results;
  ASSERT_EQ(at_end.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_TRUE(in_order[i]);
    EXPECT_EQ(at_end[i].status, in_order[i]->status);
    EXPECT_EQ(at_end[i].metrics, in_order[i]->metrics) << all[i].id();
    EXPECT_EQ(at_end[i].final_state.bits, in_order[i]->final_state.bits);
    if (in_order[i]->status != Status::ok) continue;
    EXPECT_TRUE(at_end[i].metrics.contains("end.q"));
    ASSERT_TRUE(early.contains(i));
    EXPECT_FALSE(early[i].metrics.contains("end.q"));
    EXPECT_EQ(early[i].metrics["energy.max"], at_end[i].metrics["energy.max"]);
  }
}

/// Returns cells whose reference would take hours to compute.
Axes with_endless_reference(const char* step) {
  return {.problem = {"pleiades"},
          .formulation = {"ode"},
          .method = {"erk4"},
          .step = {step},
          .settings = {{"t_end", {"1e5"}}, {"samples", {"1"}}}};
}

// Fails if cells that wait for their reference occupy workers.
TEST(MatrixReferences, RunsOtherCellsWhileAReferenceIsComputed) {
  auto all = cells(with_endless_reference("1,2,4,5,8,10,20,25"));
  const auto waiting = all.size();
  const auto others = cells(quick);
  all.insert(all.end(), others.begin(), others.end());
  const auto outcome = run_matrix(all, {.jobs = 2, .global_timeout = 3});
  EXPECT_TRUE(outcome.timed_out);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(outcome.results[i].has_value(), i >= waiting) << i;
}

// Fails if a cell waits for a longer reference than it needs.
TEST(MatrixReferences, BeginsACellWhenItsOwnHorizonIsReached) {
  auto all = cells(with_endless_reference("100"));
  auto short_one = all.front().text();
  short_one.step = "1e-3";
  short_one.t_end = "0.1";
  all.push_back(resolve(short_one));
  const auto outcome = run_matrix(all, {.jobs = 2, .global_timeout = 3});
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.results[0]);
  ASSERT_TRUE(outcome.results[1]);
  EXPECT_EQ(outcome.results[1]->status, Status::ok) << outcome.results[1]->reason;
}

// Fails if a reference is not a task: progress would then contain only the cell's steps.
TEST(MatrixReferences, CountsReferencesAsWork) {
  const auto all = cells({.problem = {"chain(n=12)"},
                          .formulation = {"ode"},
                          .method = {"erk4"},
                          .step = {"1e-3"},
                          .settings = {{"t_end", {"1"}}, {"samples", {"1"}}}});
  std::vector<std::string> lines;
  run_matrix(all, {.progress = [&](const std::string& line) { lines.push_back(line); }, .progress_interval = 0.05});
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("0/1 cell, reference of chain, .* of 1 s, .*")));
}

/// Records for which parameters of two-link the equations in quad were created: their references have begun.
class BegunReferences {
 public:
  BegunReferences() {
    problem_.name = "watched-two-link";
    const auto system = problem_.in_quad.system;
    problem_.in_quad.system = [this, system](const Parameters& data, const Formulation& formulation) {
      const std::lock_guard lock(guard_);
      data_.insert(data.canonical());
      return system(data, formulation);
    };
  }

  ResolvedCell watched(const ResolvedCell& cell) const {
    return {cell.text(),
            problem_,
            *problem_.formulation(cell.text().formulation),
            cell.method(),
            std::make_shared<const Parameters>(cell.data()),
            std::make_shared<const Parameters>(cell.options()),
            cell.steps()};
  }

  std::size_t count() {
    const std::lock_guard lock(guard_);
    return data_.size();
  }

 private:
  Problem problem_ = catalogued_problem("two-link");
  std::mutex guard_;
  std::set<std::string> data_;
};

// Fails if all references begin before the first cell: in a study of many data sets, no cell would then end for hours.
TEST(MatrixReferences, BeginsAReferenceWhenItsTurnComes) {
  static BegunReferences references;  // problems must live as long as the program
  std::vector<ResolvedCell> all;
  for (const auto& cell : cells({.problem = {"two-link(rate1=0.1:0.1:2)"},
                          .formulation = {"ode"},
                          .method = {"erk4,ab4"},
                          .step = {"1e-3"},
                          .settings = {{"t_end", {"1e-2"}}, {"samples", {"1"}}}}))
    all.push_back(references.watched(cell));
  ASSERT_EQ(all.size(), 40U);
  std::vector<std::size_t> begun;
  run_matrix(all, {.finished = [&](std::size_t, const RunResult& result) {
               EXPECT_EQ(result.status, Status::ok) << result.reason;
               begun.push_back(references.count());
             }});
  ASSERT_EQ(begun.size(), 40U);
  EXPECT_LE(begun.front(), 5U);
  EXPECT_EQ(begun.back(), 20U);
}

}  // namespace
}  // namespace plumb
