// Oscillators of formulations, as requested from the analysis of methods.

#include "harness/api/analysis_study.hpp"

#include <gtest/gtest.h>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

TEST(AnalyzedOscillator, OfBaumgarteIsTheConstraintError) {
  const auto of = analyzed_oscillator("", "baumgarte(alpha=20,beta=40)");
  EXPECT_EQ(static_cast<double>(analysis_options(of.damping, {}, {}).damping_ratio), 0.5);
  EXPECT_EQ(of.formulation, "baumgarte(alpha=20,beta=40)");
  EXPECT_EQ(of.omega, 40);
  EXPECT_THROW(analyzed_oscillator("0.1", "baumgarte(alpha=20)"), UsageError);
}

TEST(AnalyzedOscillator, OfIndependentCoordinatesIsTheirLinearMotion) {
  for (const char* formulation : {"independent", "independent(contraction=0)", "null-space", "rotation-null-space"}) {
    const auto undamped = analyzed_oscillator("", formulation), damped = analyzed_oscillator("0.25", formulation);
    EXPECT_EQ(undamped.damping, "0") << formulation;
    EXPECT_EQ(damped.damping, "0.25") << formulation;
    EXPECT_EQ(damped.formulation, "") << formulation;
  }
  EXPECT_THROW(analyzed_oscillator("", "independent(alpha=1)"), UsageError);
}

TEST(AnalyzedOscillator, DoesNotExistWithoutDynamicsOfTheConstraintError) {
  for (const char* formulation : {"index1", "index3", "stabilised-index1"})
    EXPECT_THROW(analyzed_oscillator("", formulation), UsageError) << formulation;
}

}  // namespace
}  // namespace plumb
