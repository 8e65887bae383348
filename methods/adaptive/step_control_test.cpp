// The controller is compared with the same algorithm in the code DOPRI5.

#include "methods/adaptive/step_control.hpp"

#include <gtest/gtest.h>

#include <random>

namespace plumb {
namespace {

/// The algorithm of DOPRI5 after every error test, with the variable names of that code.
struct Dopri5 {
  double facold = 1e-4;
  bool reject = false;

  double new_step(double h, double err) {
    constexpr double beta = 0.04, expo1 = 0.2 - beta * 0.75, safe = 0.9, facc1 = 1 / 0.2, facc2 = 1 / 10.;
    const double fac11 = std::pow(err, expo1);
    const double fac = std::max(facc2, std::min(facc1, fac11 / std::pow(facold, beta) / safe));
    if (err > 1) {
      reject = true;
      return h / std::min(facc1, fac11 / safe);
    }
    const double hnew = reject ? std::min(h / fac, h) : h / fac;
    facold = std::max(err, 1e-4);
    reject = false;
    return hnew;
  }
};

// This fails if a constant, an exponent, a bound or the stored error of the previous step differs.
TEST(StepControl, IsThatOfDopri5) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> decades(-7, 5);
  StepControl control(5);
  control.restart();
  Dopri5 code;
  for (int n = 0; n < 2000; ++n) {
    const double err = n % 50 == 0 ? 0 : std::pow(10, decades(random));
    const double expected = code.new_step(1, err);
    EXPECT_NEAR(control.factor(err), expected, 1e-14 * expected) << n << ": " << err;
  }
}

TEST(StepControl, TakesNoNumberForTooLarge) {
  for (const double error : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    StepControl control(5);
    control.restart();
    EXPECT_EQ(control.factor(error), 0.2);
    EXPECT_EQ(control.factor(1e-9), 1) << "and was rejected";
  }
}

// This fails if a failed step is repeated with the same size, or if the next step is larger.
TEST(StepControl, FailuresAreRejections) {
  StepControl control(4);
  control.restart();
  EXPECT_EQ(control.factor_of_failure(), 0.25);
  EXPECT_EQ(control.factor(1e-9), 1);
  EXPECT_EQ(control.factor(1e-9), 10);
}

TEST(StepControl, RestartsForgetTheStepsBefore) {
  StepControl used(5), fresh(5);
  used.restart();
  used.factor(0.9);
  used.factor(20);
  used.restart();
  fresh.restart();
  EXPECT_EQ(used.factor(0.3), fresh.factor(0.3));
}

}  // namespace
}  // namespace plumb
