#include "harness/selftest/selftest.hpp"

#include <gtest/gtest.h>

#include <set>

#include "harness/selftest/flawed_system.hpp"

namespace plumb {
namespace {

ResolvedCell pendulum() { return cell_of("pendulum", "ode", "erk4", "2e-2", "0.32"); }

Fault with(const std::function<RunResult(bool wrong)>& run) {
  return {"fault", "nowhere", "", [run](bool wrong) { return std::vector{item_of_run(pendulum(), run(wrong))}; }};
}

TEST(Selftest, HasThirtyFaultsOfDifferentNames) {
  std::set<std::string> names, places;
  for (const auto& fault : faults()) {
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
    EXPECT_FALSE(fault.description.empty());
    places.insert(fault.place);
  }
  EXPECT_GE(names.size(), 30u);
  EXPECT_GE(places.size(), 7u);
}

TEST(Selftest, EveryFaultIsSeenOrSaysWhyNot) {
  for (const auto& fault : faults()) {
    if (fault.accepted) continue;  // matrix_faults_test.cpp tries these
    const auto trial = tried(fault);
    EXPECT_TRUE(trial.passes()) << fault.name << ": " << name(trial.made) << " " << trial.by;
  }
}

TEST(Selftest, AFaultThatDoesNothingSlipsAndFails) {
  const auto trial = tried(with([](bool) { return erased_run(pendulum()); }));
  EXPECT_EQ(trial.made, Catch::slipped);
  EXPECT_FALSE(trial.passes());
}

TEST(Selftest, AWayThatChangesNumbersItselfProvesNothing) {
  int calls = 0;
  const auto trial = tried(with([&](bool) {
    auto run = erased_run(pendulum());
    run.final_state.q[0] += 1e-3 * ++calls;
    return run;
  }));
  EXPECT_EQ(trial.made, Catch::unreliable);
  EXPECT_FALSE(trial.passes());
}

TEST(Selftest, WhatIsSaidToSlipMustNotBeCaught) {
  auto fault = with([](bool wrong) {
    auto run = erased_run(pendulum());
    if (wrong) run.final_state.q[0] += 1e-3;
    return run;
  });
  EXPECT_TRUE(tried(fault).passes());
  fault.slips_because = "it is said so";
  EXPECT_FALSE(tried(fault).passes());
}

TEST(Selftest, TheWayWithoutAFaultGivesTheRunItself) {
  const auto cell = cell_of("two-link", "index3", "radau-iia", "2e-2", "0.32");
  EXPECT_EQ(run_with(cell, Flaws{}).final_state.bits, erased_run(cell).final_state.bits);
  EXPECT_EQ(run_with(cell, Flaws{}).counters.newton_iterations, erased_run(cell).counters.newton_iterations);
}

}  // namespace
}  // namespace plumb
