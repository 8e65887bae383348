// Tests of the cache of solutions, from which the least recently used are evicted.

#include "reference/solution.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {
namespace {

std::shared_ptr<const Solution> pendulum(int tenths) {
  const auto& problem = catalogued_problem("pendulum");
  return solution(problem, Parameters(problem.parameters, {{"rate", fmt::format("{}/10", tenths)}}));
}

// This fails if all motions of a study of many data sets stay in memory, or if a motion in use is computed again.
TEST(Solution, IsForgottenAfterManyOthers) {
  const auto held = pendulum(1);
  const std::weak_ptr<const Solution> idle = pendulum(2);
  EXPECT_FALSE(idle.expired());
  EXPECT_EQ(pendulum(2), idle.lock());
  for (int i = 3; i < 1000; ++i) pendulum(i);
  EXPECT_TRUE(idle.expired());
  EXPECT_EQ(pendulum(1), held);
}

// This fails if a solution reads its problem after the problem has been destroyed.
TEST(Solution, OutlivesItsProblem) {
  const auto& catalogued = catalogued_problem("pendulum");
  const Parameters data(catalogued.parameters, {});
  auto problem = catalogued;
  const auto found = solution(problem, data);
  problem = Problem{};
  const auto state = found->at(quad("1.7"), *catalogued.formulation("index3"));
  const auto expected = solution(catalogued, data)->at(quad("1.7"), *catalogued.formulation("index3"));
  EXPECT_EQ(state.q, expected.q);
  EXPECT_EQ(state.lambda, expected.lambda);
}

// This fails if a problem outside the catalogue gets the solution of a catalogue problem with the same name.
TEST(Solution, IsThatOfTheProblemAndNotOfItsName) {
  auto problem = catalogued_problem("pendulum");
  const Parameters data(problem.parameters, {});
  EXPECT_NE(solution(problem, data), solution(catalogued_problem("pendulum"), data));
  problem.reference.none = [](const Parameters&) { return "nobody has computed it"; };
  EXPECT_THROW(solution(problem, data), std::invalid_argument);
}

// This fails if a quick motion is the certified motion, or if its error exceeds its uncertainty.
TEST(Solution, OfFewDigitsIsWithinWhatIsNotKnownOfIt) {
  auto problem = catalogued_problem("two-link");
  problem.t_end = "1";
  const Parameters data(problem.parameters, {});
  const auto quick = solution(problem, data, {ReferenceKind::quick}), certified = solution(problem, data);
  const auto& formulation = *problem.formulation("index3");
  EXPECT_TRUE(quick->refined());
  EXPECT_FALSE(certified->refined());
  EXPECT_FALSE(certified->second_opinion(1, formulation, certified->at(1, formulation)));
  for (const char* time : {"0.1", "0.37", "1"}) {
    const quad t(time);
    const auto few = quick->at(t, formulation), many = certified->at(t, formulation);
    const auto other = quick->second_opinion(t, formulation, few);
    ASSERT_TRUE(other);
    EXPECT_NE(few.q, many.q);
    const auto distance = [](const Vec<quad>& a, const Vec<quad>& b) { return (a - b).norm(); };
    const quad rounding(1e-17);
    EXPECT_LE(distance(few.q, many.q), 4 * distance(other->q, few.q) + rounding * many.q.norm()) << time;
    EXPECT_LE(distance(few.a, many.a), 4 * distance(other->a, few.a) + rounding * many.a.norm()) << time;
    EXPECT_LE(distance(few.lambda, many.lambda),
              4 * distance(other->lambda, few.lambda) + rounding * many.lambda.norm())
        << time;
  }
}

// This fails if a problem whose reference is the motion of another problem computes its own motion.
TEST(Solution, IsThatOfTheProblemWhichTheReferenceNames) {
  const auto& named = catalogued_problem("two-link");
  auto problem = named;
  problem.reference.of = &named;
  const Parameters data(problem.parameters, {});
  EXPECT_EQ(solution(problem, data), solution(named, data));
}

// This fails if a short run computes the motion up to the whole horizon, or if a motion depends on the first request.
TEST(Solution, OfFewDigitsIsRefinedNoFurtherThanARunTakes) {
  const auto& problem = catalogued_problem("two-link");
  const Parameters data(problem.parameters, {});
  const auto until = [&](const char* t) { return solution(problem, data, {ReferenceKind::quick, quad(t)}); };
  const quad horizon = number_from_text<quad>(problem.t_end) - problem.begin<quad>();
  const auto brief = until("0.03");
  const quad& own = brief->refined()->blocks().horizon;
  EXPECT_GE(own, quad("0.03"));
  EXPECT_LT(own, 2 * quad("0.03"));
  EXPECT_EQ(horizon / own, floor(horizon / own));
  while (!brief->advance(quad("0.03"))) continue;
  EXPECT_LE(brief->known_until(), own);
  EXPECT_GE(brief->digits(quad("0.03"), 6), 6);
  EXPECT_EQ(until("0.031"), brief);
  EXPECT_NE(until("0.5"), brief);
  EXPECT_EQ(until("1000")->refined()->blocks().horizon, horizon);
}

}  // namespace
}  // namespace plumb
