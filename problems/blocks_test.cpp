// Compares every block of every problem and formulation with difference quotients of the type-erased system, the
// interface of methods. The tests of each problem compare with automatic derivatives of the models.

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb {
namespace {

using namespace testing;

TEST(Blocks, AreTheDifferenceQuotientsOfTheErasedSystem) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      ArbitraryInstant<quad> at(problem, formulation);
      if (!at.system.offers_blocks()) continue;
      const auto [gap, block] = worst_block<quad>(at.blocks(), blocks_by_differences(at.system, at.x, at.t));
      EXPECT_LT(gap, 1e-20) << problem.name << "/" << formulation.name << " " << block;
    }
}

TEST(Blocks, AWrongOneDiffersFromTheDifferenceQuotients) {
  const auto& problem = catalogued_problem("two-link");
  ArbitraryInstant<quad> at(problem, *problem.formulation("index1"));
  auto found = at.blocks();
  found.acceleration_by_v(3, 5) *= 1 + quad("1e-15");
  const auto [gap, block] = worst_block<quad>(found, blocks_by_differences(at.system, at.x, at.t));
  EXPECT_EQ(block, "acceleration_by_v");
  EXPECT_GT(gap, 1e-20);
}

}  // namespace
}  // namespace plumb
