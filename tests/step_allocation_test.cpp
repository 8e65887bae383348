// No step allocates heap memory, with every method implemented in Plumb and every problem, in the type-erased and in
// the static binding.

#include <gtest/gtest.h>

#include "contract/testing/count_allocations.hpp"
#include "harness/run/projection.hpp"
#include "harness/run/testing/static_cells.hpp"
#include "tests/pairs.hpp"

namespace plumb::testing {
namespace {

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  const auto grown = std::make_unique<std::vector<double>>(100);
  EXPECT_GE(allocations - before, 2) << grown->size();
}

void expect_no_allocation(const Pair& pair) {
  SCOPED_TRACE(pair.title());
  auto system = pair.system();
  auto x = pair.start(system);
  const auto stepper = pair.stepper(system);
  Projection<AnySystem<double>> projection(system);
  const double h = pair.step();
  if (const auto status = stepper->start(0, h, x).status; status != Status::ok) {
    EXPECT_TRUE(status == Status::unsupported && pair.may_be_refused(system));
    return;
  }
  const auto steps = [&](int from, int to) {
    bool ok = true;
    for (int n = from; n < to && ok; ++n) {
      ok = stepper->step(n * h, h, x).status == Status::ok;
      if (pair.formulation->projects_positions)
        ok = ok && projection.apply((n + 1) * h, x, pair.formulation->projects_velocities).status == Status::ok;
    }
    return ok;
  };
  ASSERT_TRUE(steps(0, 2));
  const long before = allocations;
  const bool ok = steps(2, 100);
  const long inside = allocations - before;
  EXPECT_TRUE(ok);
  EXPECT_EQ(inside, 0);
}

TEST(Allocation, NoneInAStepOfTheErasedBinding) {
  for (const auto& pair : own_pairs()) expect_no_allocation(pair);
}

// KLU is omitted: it chooses its pivots anew for every matrix, which allocates memory.
TEST(Allocation, NoneInAStepOfAChainSolvedSparsely) {
  constexpr std::string_view names[] = {"half-implicit",     "half-implicit2", "fully-implicit",   "esdirk436l2sa2",
                                        "generalized-alpha", "rattle",         "lobatto-iiia-iiib"};
  std::size_t seen = 0;
  for (auto pair : own_pairs()) {
    if (pair.problem->name != "chain" || pair.formulation->name != "index3") continue;
    if (std::ranges::find(names, pair.method->info.name) == std::end(names)) continue;
    ++seen;
    pair.data = Parameters(pair.problem->parameters, {{"n", "16"}});
    EXPECT_EQ(pair.system().linear_algebra(), "tree");
    expect_no_allocation(pair);
  }
  EXPECT_EQ(seen, std::size(names));
}

TEST(Allocation, NoneWhereRatesArePredicted) {
  for (auto pair : own_pairs())
    if (const auto& name = pair.method->info.name; name == "ss3" || name == "lms4" || name == "esdirk436l2sa2") {
      pair.options = Parameters(pair.method->parameters, {{"predicted", "rates"}});
      expect_no_allocation(pair);
    }
}

TEST(Allocation, NoneInAStepWithPredictedTangents) {
  std::size_t seen = 0;
  for (auto pair : own_pairs()) {
    if (pair.problem->name != "buckling" || pair.formulation->name != "momenta-index3") continue;
    if (const auto& name = pair.method->info.name; name != "lms2" && name != "esdirk436l2sa2") continue;
    ++seen;
    pair.data = Parameters(pair.problem->parameters, {{"elements", "1"}, {"tangent", "predicted"}, {"solver", "tree"}});
    expect_no_allocation(pair);
  }
  EXPECT_EQ(seen, 2U);
}

TEST(Allocation, NoneInAStepOfTheStaticBinding) {
  const StopRequest go{Status::ok};
  for (const auto& pair : static_pairs()) {
    const auto cell = resolve(short_request(pair));
    auto system = pair.problem->in_double.system(cell.data(), *pair.formulation);
    const auto start = initial_state(*pair.problem, cell.data(), *pair.formulation, system);
    const auto runner = pair.make(cell, {.start = start,
                                         .h = cell.step<double>(),
                                         .samples = {.steps = cell.steps(), .samples = 10},
                                         .projects_positions = pair.formulation->projects_positions,
                                         .projects_velocities = pair.formulation->projects_velocities});
    ASSERT_EQ(runner.start().status, Status::ok);
    Block<double> block{std::vector(20, start)};
    runner.take(1);  // the first step allocates, because it computes coefficients that are then cached
    const long before = allocations;
    const auto kept = runner.keep(20, go, block), taken = runner.take(20);
    const long inside = allocations - before;
    EXPECT_EQ(kept.status, Status::ok);
    EXPECT_EQ(taken.status, Status::ok);
    EXPECT_EQ(block.taken, 20u);
    EXPECT_EQ(inside, 0) << cell.id() << " " << pair.problem->name << " " << pair.method->info.name;
  }
}

}  // namespace
}  // namespace plumb::testing
