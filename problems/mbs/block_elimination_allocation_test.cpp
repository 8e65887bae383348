// Factorisations and solutions by block elimination do not allocate memory.

#include <gtest/gtest.h>

#include "contract/testing/count_allocations.hpp"
#include "problems/mbs/block_elimination.hpp"

namespace plumb {
namespace {

using testing::allocations;

// Counts the allocations for a chain of bars on joints with three rows; a joint to the ground closes the chain. The
// block of the first bar requires a search for pivots.
template <class Scalar>
long allocations_of_a_closed_chain() {
  EntryList entries;
  const auto couple = [&](int row, int rows, int column, int columns) {
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) entries.add(row + i, column + j, 0);
  };
  constexpr int n = 5;
  for (int k = 0; k < n; ++k) {
    couple(9 * k, 9, 9 * k, 9);
    if (k == 0) continue;
    couple(9 * k + 6, 3, 9 * (k - 1), 6);
    couple(9 * (k - 1), 6, 9 * k + 6, 3);
  }
  couple(9 * n, 2, 9 * (n - 1), 6);
  couple(9 * (n - 1), 6, 9 * n, 2);
  std::vector<PivotBlock> blocks(n, {6, 3});
  blocks.push_back({0, 2});
  BlockElimination<Scalar, 6, 3> elimination(EliminationPlan(blocks, entries));
  Vec<Scalar> z = Vec<Scalar>::Ones(9 * n + 2);
  const long before = allocations;
  std::ranges::fill(elimination.values(), Scalar(0));
  for (std::size_t i = 0; i < entries.places.size(); ++i) {
    const auto& [row, column] = entries.places[i];
    const bool is_mass = row == column && row != 0 && row % 9 < 6;
    elimination.values()[static_cast<std::size_t>(elimination.places()[i])] =
        Scalar(1.0 / (1 + row + 2 * column)) + Scalar(is_mass ? 1 : 0);
  }
  EXPECT_TRUE(elimination.factor());
  EXPECT_GT(elimination.searched(), 0);
  elimination.solve(z.data());
  return allocations - before;
}

TEST(BlockEliminationAllocation, TheCounterCounts) {
  const long before = allocations;
  const auto grown = std::make_unique<std::vector<double>>(100);
  EXPECT_GE(allocations - before, 2) << grown->size();
}

TEST(BlockEliminationAllocation, None) {
  EXPECT_EQ(allocations_of_a_closed_chain<double>(), 0);
  EXPECT_EQ(allocations_of_a_closed_chain<std::complex<double>>(), 0);
  EXPECT_EQ(allocations_of_a_closed_chain<quad>(), 0);
}

}  // namespace
}  // namespace plumb
