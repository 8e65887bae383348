// The work of a driven mechanism depends on its motion only, not on the multipliers of the method. A number that is not
// larger than its uncertainty is printed with its uncertainty.

#include "harness/run/uncertain_metric.hpp"

#include <gtest/gtest.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/lost_reference.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

RunResult four_link(const std::string& method, const std::string& step) {
  const auto cell = resolve({.problem = {"four-link", {}},
                             .formulation = {"index3", {}},
                             .method = {method, {}},
                             .step = step,
                             .settings = {{"t_end", "1.3"}, {"samples", "1"}}});
  return run_cell(cell.without_reference(), StopRequest{Status::ok});
}

// Positions and velocities of a driven mechanism follow from its constraints, and RATTLE satisfies these to rounding.
// So energy and work are accurate. Fails if W is computed with the method's own multipliers, whose relative error is
// 1e-3.
TEST(UncertainWork, OfRattleOnADrivenMechanismIsThatOfItsExactMotion) {
  const auto run = four_link("rattle", "1e-3");
  ASSERT_TRUE(run.work);
  EXPECT_LT(*metric_of(run, "energy.max"), 1e-6);
  EXPECT_GT(std::abs(run.work->done), 0.1) << "after no full turns";
}

// Two methods with the same velocities, backward differences of exact positions, have the same energies although their
// multipliers differ widely.
TEST(UncertainWork, IsTheSameOfMethodsThatDifferInTheirMultipliersAlone) {
  const auto half = four_link("half-implicit", "1e-3"), full = four_link("fully-implicit", "1e-3");
  const double one = *metric_of(half, "energy.max"), other = *metric_of(full, "energy.max");
  EXPECT_NEAR(one, other, 1e-6 * one);
  EXPECT_NE(half.final_state.lambda, full.final_state.lambda);
}

// Fails if a number that is not larger than its uncertainty is printed without it.
TEST(UncertainWork, MarksANumberThatIsNoLarger) {
  RunResult run;
  run.metrics = {{"energy.max", 0.75}, {"energy.end", 2.5}, {"end.q", 0.75}};
  run.work = Work<double>{.done = 9, .uncertainty = 2};
  EXPECT_EQ(metric_entry(run, "energy.max").shown(), "0.8 ± 2");
  EXPECT_EQ(metric_entry(run, "energy.end").shown(), "2") << "no more digits than are known";
  EXPECT_EQ(metric_entry(run, "end.q").shown(), "0.750");
  EXPECT_EQ(to_json(run)["energy"]["below_uncertainty"], Json::array({"energy.max"}));
  run.work.reset();
  EXPECT_EQ(metric_entry(run, "energy.max").shown(), "0.750") << "it is kept, and nothing is taken off";
}

TEST(UncertainError, HasTheDigitsThatItsReferenceLeaves) {
  RunResult run;
  run.metrics = {{"end.q", 1.234e-6}, {"end.v", 1.234e-9}, {"rms.q", 1.234e-9}};
  run.reference_uncertainty = {{"end.q", 1e-9}, {"end.v", 3e-11}, {"rms.q", 2e-9}};
  EXPECT_EQ(metric_entry(run, "end.q").shown(), "1.23e-6");
  EXPECT_EQ(metric_entry(run, "end.v").shown(), "1e-9");
  EXPECT_EQ(metric_entry(run, "rms.q").shown(), "1e-9 ± 2e-9");
  const auto read = run_result_from_json(to_json(run));
  EXPECT_EQ(read.reference_uncertainty, run.reference_uncertainty);
  EXPECT_FALSE(to_json(RunResult()).contains("reference_uncertainty"));
}

}  // namespace
}  // namespace plumb
