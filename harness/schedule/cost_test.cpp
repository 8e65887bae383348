#include "harness/schedule/cost.hpp"

#include <gtest/gtest.h>

#include "harness/run/clock.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

double cost(const std::string& problem, const std::string& formulation, const std::string& method,
            const std::string& step, Precision precision = Precision::double_) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method = expand_methods({method}).front();
  request.step = step;
  request.settings["precision"] = precision_name(precision);
  return expected_seconds(resolve(request));
}

TEST(Cost, KnowsStepsPrecisionSizeAndTheClassOfTheMethod) {
  EXPECT_GT(cost("pendulum", "ode", "erk4", "1e-5"), 5 * cost("pendulum", "ode", "erk4", "1e-4"));
  EXPECT_GT(cost("pendulum", "ode", "erk4", "1e-5", Precision::quad_), 20 * cost("pendulum", "ode", "erk4", "1e-5"));
  EXPECT_GT(cost("squeezer", "absolute-index3", "bdf2", "1e-6"), 10 * cost("squeezer", "index3", "bdf2", "1e-6"));
  EXPECT_GT(cost("two-link", "index3", "block(r=5)", "1e-4"), 10 * cost("two-link", "index3", "bdf2", "1e-4"));
  EXPECT_GT(cost("two-link", "index3", "esdirk436l2sa2", "1e-4"), 3 * cost("two-link", "index3", "bdf2", "1e-4"));
}

// Expected times must have the correct order of magnitude: within a factor of 30 of measured times. This suffices for
// the estimate of the time left.
TEST(Cost, IsNearTheTimeThatRunsTake) {
  const struct {
    const char *problem, *formulation, *method, *step, *t_end;
    Precision precision;
  } runs[] = {{"pendulum", "ode", "erk4", "1e-5", "1", Precision::double_},
              {"two-link", "index3", "radau-iia", "1e-3", "1", Precision::double_},
              {"squeezer", "absolute-index3", "lms3", "1e-5", "1e-2", Precision::double_},
              {"squeezer", "absolute-index2", "block", "1e-5", "5e-5", Precision::quad_},
              {"two-link", "index1", "dopri5", "1e-3", "1", Precision::quad_}};
  for (const auto& r : runs) {
    CellRequest request;
    request.problem.name = r.problem;
    request.formulation.name = r.formulation;
    request.method.name = r.method;
    request.step = r.step, request.settings["t_end"] = r.t_end,
    request.settings["precision"] = precision_name(r.precision), request.settings["samples"] = "1";
    const auto cell = resolve(request);
    const auto seconds = run_cell(cell, StopRequest{Status::ok}).timing.seconds;
    ASSERT_TRUE(seconds);
    EXPECT_LT(expected_seconds(cell), 30 * *seconds) << r.problem << " " << r.method;
    EXPECT_GT(expected_seconds(cell), *seconds / 30) << r.problem << " " << r.method;
  }
}

// Expected times of references must be within a factor of 30, too. Fails if the estimate uses the redundant coordinates
// of the cell (index3) instead of the minimal coordinates in which the reference is computed.
TEST(Cost, OfReferencesIsNearTheTimeThatTheyTake) {
  for (const char* problem : {"slider-crank(rate=1.01)", "car-axis(mass=10.1)"}) {
    CellRequest request;
    request.problem = expand_problems({problem}).front();
    request.formulation.name = "index3";
    request.method.name = "radau-iia";
    request.step = "1e-2";
    const auto cell = resolve(request);
    const double expected = expected_reference_seconds(cell);
    const double begin = thread_seconds();
    compute_reference(cell);
    const double taken = thread_seconds() - begin;
    EXPECT_LT(expected, 30 * taken) << problem;
    EXPECT_GT(expected, taken / 30) << problem;
  }
}

}  // namespace
}  // namespace plumb
