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

// Fails when a solution looks into a problem that is no more.
TEST(Solution, OutlivesItsProblem) {
  const auto& catalogued = catalogued_problem("pendulum");
  const Parameters data(catalogued.parameters, {});
  auto problem = catalogued;
  const auto found = solution(problem, data);
  problem = Problem{};
  const auto state = found->at(quad("1.7"), *catalogued.formulation("index3"));
  const auto wanted = solution(catalogued, data)->at(quad("1.7"), *catalogued.formulation("index3"));
  EXPECT_EQ(state.q, wanted.q);
  EXPECT_EQ(state.lambda, wanted.lambda);
}

// Fails when a problem that is not in the catalogue is taken for another one of its name.
TEST(Solution, IsThatOfTheProblemAndNotOfItsName) {
  auto problem = catalogued_problem("pendulum");
  const Parameters data(problem.parameters, {});
  EXPECT_NE(solution(problem, data), solution(catalogued_problem("pendulum"), data));
  problem.reference.none = [](const Parameters&) { return "nobody has computed it"; };
  EXPECT_THROW(solution(problem, data), std::invalid_argument);
}

// Fails when a problem that is measured against another one's motion has a motion of its own.
TEST(Solution, IsThatOfTheProblemWhichTheReferenceNames) {
  const auto& named = catalogued_problem("two-link");
  auto problem = named;
  problem.reference.of = &named;
  const Parameters data(problem.parameters, {});
  EXPECT_EQ(solution(problem, data), solution(named, data));
}

}  // namespace
}  // namespace plumb
