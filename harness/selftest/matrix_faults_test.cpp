// Tests of the faults of the whole program, which are judged by the accepted baseline. The check must fail with each
// fault and name the method, and must pass without it.

#include <gmock/gmock.h>

#include "harness/run/environment.hpp"
#include "harness/selftest/flawed_system.hpp"
#include "harness/selftest/selftest.hpp"

namespace plumb {
namespace {

class MatrixFaults : public testing::TestWithParam<Fault> {};

std::string test_name(const testing::TestParamInfo<Fault>& info) {
  std::string out = info.param.name;
  for (char& c : out)
    if (c == '-') c = '_';
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, MatrixFaults, testing::ValuesIn(matrix_faults(1)), test_name);

// Fails if the check reports differences without the fault, or does not detect a fault that is declared detectable.
TEST_P(MatrixFaults, AreSeen) {
  const auto trial = tried(GetParam());
  EXPECT_TRUE(trial.passes()) << name(trial.made) << ": " << trial.by;
  EXPECT_FALSE(trial.by.empty());
}

// Fails if cells of a substitute run with the static binding, which is compiled for the catalogue's problem: the fault
// would be absent.
TEST(MatrixFaultsBinding, ASubstituteIsNotTakenForTheCataloguesOwn) {
  const auto cell = cell_of("pendulum", "ode", "erk4", "2e-2", "0.32");
  const auto flawed =
      with(cell.problem(),
           {.acceleration = [](double, const Flaws::Q&, const Flaws::V&, Flaws::V& a, Flaws::L&) { a *= 1.1; }});
  const StopRequest go = Status::ok;
  const auto right = run_cell(cell, go), wrong = run_cell(of_problem(cell, flawed), go);
  EXPECT_NE(right.final_state.bits, wrong.final_state.bits);
}

}  // namespace
}  // namespace plumb
