// If the powers at the steps miss work, it must be estimated. If the steps resolve the power, the estimate must be 0.

#include "harness/run/unseen_work.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

namespace plumb {
namespace {

using Function = std::function<double(double)>;

double unseen_after(int points, double h, const Function& power, const Function& second_derivative) {
  UnseenWork<double> out(power(0), h * h * second_derivative(0));
  for (int n = 1; n <= points; ++n) out.add(power(n * h), h, h * h * second_derivative(n * h));
  return out.value();
}

TEST(UnseenWork, IsZeroIfTheStepsResolveThePower) {
  const Function power = [](double t) { return std::cos(2 * t) + 0.3 * std::cos(5 * t); };
  const Function second = [](double t) { return -4 * std::cos(2 * t) - 7.5 * std::cos(5 * t); };
  for (const double h : {1e-3, 0.01, 0.1, 0.2})
    for (const int points : {3, 6, 7, 20, 1000}) EXPECT_EQ(unseen_after(points, h, power, second), 0) << h << points;
}

// The formula for the first seven points is exact for the second derivative of every polynomial of degree 6.
TEST(UnseenWork, LooksForwardsAtTheStart) {
  for (int degree = 2; degree <= 6; ++degree) {
    const Function power = [degree](double t) { return std::pow(1 + t, degree); };
    const Function second = [degree](double t) { return degree * (degree - 1) * std::pow(1 + t, degree - 2); };
    EXPECT_EQ(unseen_after(6, 0.5, power, second), 0) << degree;
    EXPECT_GT(unseen_after(6, 0.5, power, [&](double t) { return 4 * second(t); }), 0) << degree;
  }
}

// The step is one, two or three periods of the power. The power is 0 at every step, but the work over a step is h times
// the amplitude.
TEST(UnseenWork, CoversTheWorkBetweenStepsOfWholePeriods) {
  for (const int periods : {1, 2, 3})
    for (const double h : {1e-3, 0.5, 20.})
      for (const int points : {9, 100, 5000}) {
        const double rate = 2 * std::numbers::pi * periods / h;
        const double work = 3 * h * points;
        const auto unseen = unseen_after(
            points, h, [](double) { return 0; }, [&](double) { return 3 * rate * rate; });
        EXPECT_GT(unseen, 0.7 * work) << periods << " " << h << " " << points;
        EXPECT_LT(unseen, 2 * periods * periods * work) << periods << " " << h << " " << points;
      }
}

// A second derivative of NaN must be ignored.
TEST(UnseenWork, TakesNoNumbersThatAreNone) {
  EXPECT_EQ(unseen_after(
                50, 0.1, [](double) { return 1; }, [](double) { return NAN; }),
            0);
}

}  // namespace
}  // namespace plumb
