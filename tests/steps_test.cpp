// Tests every stepper of the catalogue with every problem that it supports: it has the numbers of evaluations stated in
// its title, and a restart from a copy of its memory continues bit for bit.

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "tests/pairs.hpp"

namespace plumb::testing {
namespace {

void expect_restart(const Pair& pair) {
  SCOPED_TRACE(pair.title());
  const double h = pair.step();
  auto system = pair.system(), other_system = pair.system();
  auto x = pair.start(system);
  const auto whole = pair.stepper(system), part = pair.stepper(other_system);
  if (const auto status = whole->start(0, h, x).status; status != Status::ok) {
    EXPECT_TRUE(status == Status::unsupported && pair.may_be_refused(system));
    return;
  }
  for (int n = 0; n < 20; ++n) ASSERT_EQ(whole->step(n * h, h, x).status, Status::ok);

  auto y = pair.start(other_system);
  ASSERT_EQ(part->start(0, h, y).status, Status::ok);
  const auto from = whole->memory(), to = part->memory();
  ASSERT_EQ(from.size(), to.size());
  std::copy(from.begin(), from.end(), to.begin());
  y.q = x.q;
  y.v = x.v;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  for (int n = 20; n < 40; ++n) {
    // A step must not depend on a and λ of the given state, which are also undefined before steps to sampled times.
    y.a.setConstant(unknown);
    y.lambda.setConstant(unknown);
    ASSERT_EQ(whole->step(n * h, h, x).status, Status::ok);
    ASSERT_EQ(part->step(n * h, h, y).status, Status::ok);
  }
  EXPECT_EQ(x.q, y.q);
  EXPECT_EQ(x.v, y.v);
}

TEST(Restart, FromFlatMemoryContinuesBitForBit) {
  for (const auto& pair : own_pairs())
    if (pair.method->info.linear_memory) expect_restart(pair);
}

// Fails if a factorisation depends on the pivots of earlier matrices.
TEST(Restart, OfALongChainContinuesBitForBitWhateverSolvesIt) {
  int seen = 0;
  for (auto pair : own_pairs()) {
    const auto& method = pair.method->info.name;
    if (pair.problem->name != "chain" || pair.formulation->name != "index3") continue;
    if (method != "generalized-alpha" && method != "bdf2" && method != "rattle") continue;
    ++seen;
    for (const char* solver : {"tree", "klu"}) {
      pair.data = Parameters(pair.problem->parameters, {{"n", "64"}, {"solver", solver}});
      expect_restart(pair);
    }
  }
  EXPECT_EQ(seen, 3);
}

TEST(Evaluations, ConditionallyExplicitMethodsNeedOneAStepWhereTheForceIsFreeOfVelocity) {
  int seen = 0;
  for (const auto& pair : own_pairs()) {
    if (pair.title() != "cd on pendulum/ode" && pair.title() != "degree3 on pendulum/ode" &&
        pair.title() != "degree4 on pendulum/ode" && pair.title() != "degree5 on pendulum/ode" &&
        pair.title() != "cd-classic on pendulum/ode")
      continue;
    auto system = pair.system();
    auto x = pair.start(system);
    const auto stepper = pair.stepper(system);
    system.counters = {};
    ASSERT_EQ(stepper->start(0, 1e-3, x).status, Status::ok);
    EXPECT_EQ(system.counters.rhs_evaluations, 1) << pair.title();
    for (int n = 0; n < 100; ++n) ASSERT_EQ(stepper->step(n * 1e-3, 1e-3, x).status, Status::ok);
    EXPECT_EQ(system.counters.rhs_evaluations, 101) << pair.title();
    EXPECT_EQ(system.counters.factorizations, 0) << pair.title();
    EXPECT_EQ(stepper->counters().newton_iterations, 0) << pair.title();
    ++seen;
  }
  EXPECT_EQ(seen, 5);
}

}  // namespace
}  // namespace plumb::testing
