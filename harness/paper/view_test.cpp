// Tests of outputs that are computed from the method's own multipliers.

#include "harness/paper/view.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/cell/resolve.hpp"

namespace plumb {
namespace {

ResolvedCell crank(const std::string& method, const std::string& formulation = "index3") {
  return resolve({.problem = {"spatial-slider-crank", {}},
                  .formulation = {formulation, {}},
                  .method = {method, {}},
                  .step = "1e-3",
                  .settings = {{"t_end", "0.25"}, {"samples", "1"}}});
}

Sample<quad> end_of(const ResolvedCell& cell) {
  Sample<quad> out;
  run_cell(cell, StopRequest{Status::ok}, {.sample = [&](const Sample<quad>& sample) { out = sample; }});
  return out;
}

quad error(const char* method, const std::string& output) {
  const auto cell = crank(method);
  SampleView view(cell);
  const auto end = end_of(cell), exact = *view.exact(end.t);
  return abs(view.of(output, end) - view.of(output, exact));
}

// Both methods have the same q and v, but different multipliers. Fails if `own.` returns the torque from the index-1
// equations.
TEST(SampleView, TellsTheTorqueOfTheMethodsOwnMultipliers) {
  EXPECT_LT(abs(error("half-implicit", "motor_torque") - error("fully-implicit", "motor_torque")),
            quad(1e-9) * error("fully-implicit", "motor_torque"));
  EXPECT_GT(error("half-implicit", "own.motor_torque"), 2 * error("half-implicit", "motor_torque"));
  EXPECT_GT(abs(error("half-implicit", "own.motor_torque") - error("fully-implicit", "own.motor_torque")),
            error("half-implicit", "own.motor_torque") / 10);
}

TEST(SampleView, TellsOwnOutputsThatAreOneMultiplierOnly) {
  const auto names = SampleView::names(crank("half-implicit"));
  const auto has = [&](const char* name) { return std::ranges::find(names, name) != names.end(); };
  EXPECT_TRUE(has("own.motor_torque"));
  for (const auto* state : {"own.slider_velocity", "own.kinetic_energy", "own.energy"})
    EXPECT_FALSE(has(state)) << state;
  EXPECT_EQ(SampleView::unit(crank("half-implicit"), "own.motor_torque"), "N m");
}

}  // namespace
}  // namespace plumb
