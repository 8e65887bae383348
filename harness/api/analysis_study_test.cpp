// Analyses for the oscillators of formulations.

#include "harness/api/analysis_study.hpp"

#include <gtest/gtest.h>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

Analyses analysed(const std::string& damping, const std::string& formulation) {
  return analyses({.methods = "erk4", .damping = damping, .formulation = formulation}, {});
}

// In these formulations the independent coordinates or velocities satisfy an ordinary differential equation.
TEST(AnalysesOfFormulations, UseTheLinearMotionOfIndependentCoordinates) {
  for (const char* formulation : {"independent", "independent(contraction=0)", "null-space", "rotation-null-space"}) {
    const auto undamped = analysed("", formulation), damped = analysed("0.25", formulation);
    EXPECT_EQ(undamped.damping, "0") << formulation;
    EXPECT_EQ(damped.damping, "0.25") << formulation;
    EXPECT_EQ(undamped.methods.size(), 1) << formulation;
  }
  EXPECT_THROW(analysed("", "independent(alpha=1)"), UsageError);
}

TEST(AnalysesOfFormulations, NeedDynamicsOfTheConstraintError) {
  EXPECT_EQ(analysed("", "baumgarte(alpha=20,beta=40)").methods.size(), 1);
  EXPECT_THROW(analysed("0.1", "baumgarte(alpha=20)"), UsageError);
  for (const char* formulation : {"index1", "index3", "stabilised-index1"})
    EXPECT_THROW(analysed("", formulation), UsageError) << formulation;
}

}  // namespace
}  // namespace plumb
