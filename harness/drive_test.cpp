// What a run reports whatever the method: samples, and nulls where nothing was computed.

#include <gtest/gtest.h>

#include "harness/run_cell.hpp"

namespace plumb {
namespace {

RunResult run(const std::string& method, const std::string& formulation, const std::string& step, int samples) {
  CellRequest request;
  request.problem.name = "pendulum", request.formulation.name = formulation, request.method.name = method;
  request.step = step, request.samples = samples;
  const StopRequest go{Status::ok};
  return run_cell(resolve(request), go);
}

TEST(Drive, SamplesEveryStepWhenThereAreFewerStepsThanSamples) {
  const auto few = run("cd", "ode", "0.5", 100), all = run("cd", "ode", "0.5", 0);
  EXPECT_TRUE(few.metrics.contains("re.q"));
  EXPECT_EQ(few.metrics, all.metrics);
}

TEST(Drive, SampleStepsRiseAndEndAtTheLastStep) {
  for (const auto& [steps, samples] : {std::pair{10, 100}, {100, 100}, {101, 100}, {1000, 7}, {5, 0}}) {
    const Plan plan{steps, samples};
    for (std::int64_t i = 1; i < plan.sample_count(); ++i)
      EXPECT_LT(plan.step_of_sample(i), plan.step_of_sample(i + 1));
    EXPECT_GE(plan.step_of_sample(1), 1);
    EXPECT_EQ(plan.step_of_sample(plan.sample_count()), steps);
  }
}

TEST(Drive, DriftOfAccelerationsIsUnknownWhereTheMethodComputesNone) {
  EXPECT_FALSE(run("kutta3", "index1", "1e-2", 10).metrics.at("drift.acceleration"));
  EXPECT_TRUE(run("degree5", "index3", "1e-2", 10).metrics.at("drift.acceleration"));
}

TEST(Drive, FailuresAreResultsWithAReason) {
  CellRequest request;
  request.problem = {"oscillator", {{"omega", "1000"}}};
  request.method.name = "ab5", request.step = "0.1", request.t_end = "100";
  const auto unstable = run_cell(resolve(request), StopRequest{Status::ok});
  EXPECT_EQ(unstable.status, Status::non_finite) << name(unstable.status);
  EXPECT_NE(unstable.reason.find("after t ="), std::string::npos) << unstable.reason;
  EXPECT_GT(unstable.t_reached, 0);
  const auto unfit = run("stormer-verlet", "index3", "1e-2", 10);
  EXPECT_EQ(unfit.status, Status::unsupported);
  EXPECT_NE(unfit.reason.find("fit for"), std::string::npos) << unfit.reason;
}

}  // namespace
}  // namespace plumb
