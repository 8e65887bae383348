#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/build_info.hpp"
#include "harness/schedule/testing/small_matrices.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;

TEST(Matrix, GivesTheSameBitsForAnyNumberOfJobs) {
  const auto all = cells(quick);
  const auto one = bits(run_matrix(all, {.jobs = 1}));
  EXPECT_THAT(one, testing::Each(testing::HasSubstr("\"status\":\"ok\"")));
  for (const int jobs : {2, 5}) EXPECT_EQ(bits(run_matrix(all, {.jobs = jobs})), one) << jobs;
}

TEST(Matrix, RunsEqualCellsOnce) {
  auto all = cells(quick);
  all.push_back(all[3]);
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const auto outcome = run_matrix(all, {.jobs = 2, .store = &store});
  EXPECT_EQ(store.runs().size(), all.size() - 1);
  EXPECT_EQ(bits(outcome.results[3]), bits(outcome.results.back()));
  EXPECT_EQ(outcome.results[3]->timing, outcome.results.back()->timing);
}

TEST(Matrix, TakesFromTheStoreWhatIsThere) {
  auto all = cells(quick);
  const ScratchFolder folder;
  Store store(folder / "a.db");
  const std::vector<ResolvedCell> first_five(all.begin(), all.begin() + 5);
  const auto half = run_matrix(Cells(first_five), {.store = &store});
  EXPECT_EQ(half.from_store, 0);
  const auto whole = run_matrix(all, {.store = &store});
  EXPECT_EQ(whole.from_store, 5);
  EXPECT_EQ(whole.results[2]->timing, half.results[2]->timing);
  EXPECT_EQ(bits(whole), bits(run_matrix(all, {})));
}

TEST(Matrix, DoesNotTakeResultsOfAnotherBuildOrTimeouts) {
  const auto all = cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}});
  const ScratchFolder folder;
  Store store(folder / "a.db");
  RunResult timeout;
  timeout.status = Status::timeout;
  store.put(all[0].text(), build_info().fingerprint, timeout);
  store.put(all[0].text(), "another", {});
  const auto outcome = run_matrix(all, {.store = &store});
  EXPECT_EQ(outcome.from_store, 0);
  EXPECT_EQ(outcome.results[0]->status, Status::ok);
}

TEST(Matrix, OfNothingIsNothing) { EXPECT_TRUE(run_matrix(Cells(), {}).results.empty()); }

}  // namespace
}  // namespace plumb
