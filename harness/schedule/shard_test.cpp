// Shards must be disjoint, complete, equal on all machines, of about equal cost, and nearly unchanged by one further
// cell.

#include "harness/schedule/shard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "harness/schedule/estimate.hpp"
#include "harness/schedule/testing/small_matrices.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;
using testing::HasSubstr;

/// Costs over four decades, as in a study.
std::vector<WeighedCell> weighed_cells(std::size_t count, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> exponent(0, 2);
  std::vector<WeighedCell> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back({random(), std::exp(exponent(random))});
  return out;
}

std::vector<double> loads(const std::vector<WeighedCell>& cells, std::uint32_t shards) {
  std::vector<double> out(shards, 0);
  const auto numbers = dealt(cells, shards);
  for (std::size_t i = 0; i < cells.size(); ++i) out.at(numbers[i] - 1) += cells[i].seconds;
  return out;
}

double heaviest(const std::vector<WeighedCell>& cells) {
  return std::max_element(cells.begin(), cells.end(), [](auto a, auto b) { return a.seconds < b.seconds; })->seconds;
}

// The load of a shard must not exceed the mean by more than an eighth. Costs are rounded to five binary digits.
TEST(Shard, AreOfAboutEqualCost) {
  for (const std::size_t count : {40, 1000, 20'000})
    for (const std::uint32_t shards : {1, 3, 8, 50}) {
      const auto cells = weighed_cells(count);
      const auto all = loads(cells, shards);
      double total = 0;
      for (const double load : all) total += load;
      const double most = *std::max_element(all.begin(), all.end());
      EXPECT_LE(most, std::max(1.14 * total / shards, heaviest(cells) * 1.14)) << count << " in " << shards;
    }
}

TEST(Shard, FewHeavyCellsGoApart) {
  std::vector<WeighedCell> cells = weighed_cells(200);
  for (int i = 0; i < 8; ++i) cells.push_back({static_cast<std::uint64_t>(i), 1e6});
  const auto numbers = dealt(cells, 8);
  EXPECT_EQ(std::set<std::uint32_t>(numbers.end() - 8, numbers.end()).size(), 8u);
}

// Fails if the order of the study, or the last bits of a cost, decide where a cell goes.
TEST(Shard, DependOnIdsAndCostsAlone) {
  auto cells = weighed_cells(3000);
  std::map<std::uint64_t, std::uint32_t> where;
  const auto numbers = dealt(cells, 16);
  for (std::size_t i = 0; i < cells.size(); ++i) where[cells[i].key] = numbers[i];
  std::shuffle(cells.begin(), cells.end(), std::mt19937(3));
  const auto again = dealt(cells, 16);
  for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(again[i], where[cells[i].key]);
  EXPECT_EQ(dealt(std::vector<WeighedCell>{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 8}}, 2),
            dealt(std::vector<WeighedCell>{{1, 1 - 1e-16}, {2, 1}, {3, 1 - 1e-16}, {4, 1}, {5, 8}}, 2));
}

// Fails if a further cell redistributes the study, as a round-robin distribution would.
TEST(Shard, OneMoreCellMovesFew) {
  std::size_t moved = 0;
  constexpr std::size_t cells = 2000, trials = 20;
  for (unsigned seed = 1; seed <= trials; ++seed) {
    auto more = weighed_cells(cells + 1, seed);
    const auto before = dealt(std::span(more).first(cells), 20), after = dealt(more, 20);
    for (std::size_t i = 0; i < cells; ++i) moved += before[i] != after[i];
  }
  EXPECT_LT(moved, trials * cells / 50);
}

TEST(Shard, OfAStudyAreDisjointAndTogetherTheStudy) {
  const Cells all(cells(quick));
  std::multiset<std::string> seen;
  for (std::uint32_t number = 1; number <= 3; ++number) {
    const auto shard = cells_of_shard(all, {number, 3});
    EXPECT_LT(shard.size(), all.size());
    for (std::size_t i = 0; i < shard.size(); ++i) {
      seen.insert(shard.id(i));
      EXPECT_EQ(shard[i].id(), shard.id(i));
    }
  }
  std::multiset<std::string> wanted;
  for (std::size_t i = 0; i < all.size(); ++i) wanted.insert(all.id(i));
  EXPECT_EQ(seen, wanted);
}

TEST(Shard, IsReadFromItsText) {
  EXPECT_EQ(shard_from_text("2/8").number, 2u);
  EXPECT_EQ(shard_from_text("2/8").count, 8u);
  for (const char* text : {"", "/", "1", "0/3", "4/3", "1/0", "-1/3", "1/3x", "1/2/3", "1/10001", "a/b"})
    EXPECT_THROW(shard_from_text(text), UsageError) << text;
}

// The estimate of a study must be the sum of the estimates of the cells that are not stored.
TEST(Estimate, CountsWhatIsToRun) {
  const ScratchFolder folder;
  const Cells all(cells(quick));
  const auto nothing_stored = estimate(all, nullptr);
  EXPECT_EQ(nothing_stored.cells, all.size());
  EXPECT_EQ(nothing_stored.to_run(), all.size());
  double seconds = 0;
  for (const auto& cell : weighed(all)) seconds += cell.seconds;
  EXPECT_DOUBLE_EQ(nothing_stored.seconds, seconds);
  Store store(folder / "a.db");
  put_all(store, cells({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2,5e-3"}}));
  const auto partly = estimate(all, &store);
  EXPECT_EQ(partly.stored, 2u);
  EXPECT_EQ(partly.to_run(), all.size() - 2);
  EXPECT_LT(partly.seconds, nothing_stored.seconds);
}

// Fails if a shared reference is counted once for each cell.
TEST(Estimate, SharedReferencesCountOnce) {
  const Axes one = {.problem = {"two-link"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-2"}};
  auto two = one;
  two.method = {"erk4,heun3"};
  const auto of_one = estimate(Cells(cells(one)), nullptr), of_two = estimate(Cells(cells(two)), nullptr);
  EXPECT_GT(of_one.reference_seconds, 0);
  EXPECT_EQ(of_two.reference_seconds, of_one.reference_seconds);
  EXPECT_EQ(of_two.bytes(2) - of_two.bytes(1), of_one.bytes(2) - of_one.bytes(1));
}

}  // namespace
}  // namespace plumb
