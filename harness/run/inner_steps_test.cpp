// Methods with step size control take any number of steps between two outputs. Their energy balance must then be
// accurate or missing, and a run must report the number of steps shortened to end at outputs.

#include "contract/inner_steps.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/run/run_cell.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

RunResult run_of(const Spec& problem, const std::string& form, const std::string& method, const std::string& step,
                 const std::string& t_end, const std::string& tolerance = "1e-9") {
  CellRequest request;
  request.problem = problem;
  request.formulation.name = form;
  request.method = {.name = method, .parameters = {{"rtol", tolerance}, {"atol", tolerance}}};
  request.step = step;
  request.settings = {{"t_end", t_end}, {"reference", "none"}};
  const StopRequest go{Status::ok};
  return run_without_reference(resolve(request), go, {});
}

/// A driven or damped problem of the catalogue, and an output interval that divides its end time.
struct Run {
  Spec problem;
  std::string form, t_end;
  std::vector<std::string> steps;
};
const std::vector<Run>& driven_or_damped() {
  static const std::vector<Run> runs = {
      {{"oscillator", {{"omega", "5"}, {"damping", "0.2"}, {"amplitude", "0"}, {"start", "given"}, {"position", "1"}}},
       "ode",
       "10",
       {"10", "5", "1", "0.1"}},
      {{"oscillator", {{"omega", "5"}, {"damping", "0.2"}, {"amplitude", "0"}, {"start", "given"}, {"position", "1"}}},
       "ode",
       "12.566370614359172",
       {"1.2566370614359172", "0.62831853071795862"}},  // period of the motion, and of the power
      {{"oscillator", {{"omega", "3"}, {"amplitude", "2"}, {"frequency", "7"}}}, "ode", "9", {"9", "0.9", "0.09"}},
      {{"car-axis", {}}, "index1", "1", {"1", "0.25", "0.01"}},
      {{"four-link", {}}, "index1", "0.2", {"0.2", "0.02"}},
      {{"fekete", {}}, "index1", "2", {"2", "0.5"}}};
  return runs;
}

void expect_no_false_balance(const Run& run, const std::string& method, const std::string& step) {
  const auto result = run_of(run.problem, run.form, method, step, run.t_end);
  const auto where = fmt::format("{} {} h={}", run.problem.name, method, step);
  if (result.status != Status::ok) return;  // not suitable for the problem
  const auto energy = result.metrics.at("energy.max");
  if (!energy) {
    EXPECT_FALSE(result.work) << where;
    EXPECT_THAT(result.note, testing::HasSubstr("no energy.*")) << where;
  } else {
    EXPECT_LE(*energy, 1e-5 * std::max(1., std::abs(result.work->done)) + result.work->uncertainty) << where;
  }
}

TEST(InnerSteps, LeaveNoFalseEnergyBalance) {
  int count = 0;
  for (const auto& method : methods()) {
    if (method.info.fixed_step) continue;
    ++count;
    for (const auto& run : driven_or_damped())
      if (method.fits(run.form))
        for (const auto& step : run.steps) expect_no_false_balance(run, std::string(method.info.name), step);
  }
  EXPECT_GE(count, 10);
}

TEST(InnerSteps, HaveABalanceWhereOutputsAreDense) {
  const auto& damped = driven_or_damped().front();
  for (const char* method : {"radau-iia-adaptive", "dop853-adaptive", "cvode", "ida"}) {
    const auto result = run_of(damped.problem, "ode", method, "0.01", "10");
    ASSERT_TRUE(result.metrics.at("energy.max")) << method << result.note;
    EXPECT_LT(*result.metrics.at("energy.max"), 1e-5) << method;
    ASSERT_TRUE(result.work) << method;
    EXPECT_NEAR(result.work->done, -12.5, 1e-4) << method;
  }
}

// If the power is evaluated only once or twice and is 0, the work in between is unknown. This applies to fixed steps,
// too.
TEST(InnerSteps, FewPowersAreNoBalance) {
  CellRequest request;
  request.problem = driven_or_damped().front().problem;
  request.method.name = "radau-iia";
  for (const char* step : {"10", "5", "2"}) {
    request.step = step;
    request.settings = {{"t_end", "10"}, {"reference", "none"}};
    const StopRequest go{Status::ok};
    const auto result = run_without_reference(resolve(request), go, {});
    ASSERT_TRUE(result.work) << step;
    EXPECT_GE(result.work->uncertainty, *result.metrics.at("energy.max")) << step;
  }
}

// If the step is a period of the motion or a fraction of it, the sampled powers look smooth although they miss most of
// the work.
TEST(GivenSteps, OfAPeriodLeaveNoFalseEnergyBalance) {
  int count = 0;
  const auto& damped = driven_or_damped()[1];
  for (const auto& method : methods()) {
    if (!method.info.fixed_step || !method.fits("ode")) continue;
    for (const int steps : {10, 20, 21, 22, 30, 40, 80}) {
      CellRequest request;
      request.problem = damped.problem;
      request.method.name = method.info.name;
      request.step = fmt::format("{}/{}", damped.t_end, steps);
      request.settings = {{"t_end", damped.t_end}, {"samples", "0"}};
      const StopRequest go{Status::ok};
      const auto result = run_cell(resolve(request), go);
      if (result.status != Status::ok) continue;
      ++count;
      const double most = std::sqrt(steps);  // the largest error is at most this factor times the rms error
      const double dq = most * *result.metrics.at("rms.q"), dv = most * *result.metrics.at("rms.v");
      const double error = 25 * dq * (1 + dq) + dv * (5 + dv);  // of the energy (25 q² + v²)/2, with |q| ≤ 1, |v| ≤ 5
      ASSERT_TRUE(result.work) << request.method.name << " " << steps;
      EXPECT_LE(*result.metrics.at("energy.max"), 3 * error + 2 * result.work->uncertainty + 1e-9)
          << request.method.name << " " << steps;
    }
  }
  EXPECT_GE(count, 200);
}

/// Either the number of evaluations depends weakly on the number of outputs, or the run reports the number of shortened
/// steps.
TEST(InnerSteps, ShortenedStepsAreNamed) {
  for (const auto& method : methods()) {
    if (method.info.fixed_step || !method.fits("ode")) continue;
    const std::string name(method.info.name);
    const auto dense = run_of({"pendulum", {}}, "ode", name, "0.005", "5", "1e-5");
    const auto sparse = run_of({"pendulum", {}}, "ode", name, "5", "5", "1e-5");
    ASSERT_EQ(dense.status, Status::ok) << name;
    const auto evaluations = [](const RunResult& run) { return *run.counters.rhs_evaluations; };
    EXPECT_GT(dense.inner_steps.taken, 0) << name;
    if (evaluations(dense) > 2 * evaluations(sparse)) {
      EXPECT_GT(2 * dense.inner_steps.cut, dense.inner_steps.taken) << name;
      EXPECT_THAT(dense.note, testing::HasSubstr("were shortened to end at output times")) << name;
    }
    EXPECT_EQ(sparse.note, "") << name;
    EXPECT_EQ(run_result_from_json(to_json(dense)).inner_steps, dense.inner_steps) << name;
  }
}

}  // namespace
}  // namespace plumb
