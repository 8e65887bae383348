// Solutions are made once, and forgotten when too many others were asked for.

#include "reference/solution.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

std::shared_ptr<const Solution> pendulum(int tenths) {
  const auto& problem = catalogued_problem("pendulum");
  return solution(problem, Parameters(problem.parameters, {{"rate", fmt::format("{}/10", tenths)}}));
}

// Fails when the motions of a study of many data sets are all kept, or one that is in use is made again.
TEST(Solution, IsForgottenAfterManyOthers) {
  const auto held = pendulum(1);
  const std::weak_ptr<const Solution> idle = pendulum(2);
  EXPECT_FALSE(idle.expired());
  EXPECT_EQ(pendulum(2), idle.lock());
  for (int i = 3; i < 1000; ++i) pendulum(i);
  EXPECT_TRUE(idle.expired());
  EXPECT_EQ(pendulum(1), held);
}

}  // namespace
}  // namespace plumb
