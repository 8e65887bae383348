// Faults of the whole program are judged by the accepted baseline. The check sees them, names the method, and is green
// without them.

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

// Fails if the matrix is not green without the fault, or if the fault slips through without being declared so.
TEST_P(MatrixFaults, AreSeen) {
  const auto trial = tried(GetParam());
  EXPECT_TRUE(trial.passes()) << name(trial.made) << ": " << trial.by;
  EXPECT_FALSE(trial.by.empty());
}

// Fails if cells of a substitute run with the code compiled for the catalogue's problem, so the fault is absent.
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
