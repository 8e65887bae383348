// The running integral is exact for polynomials and has its order, and its uncertainty bounds the error.

#include "numerics/running_integral.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace plumb {
namespace {

template <class T>
struct Outcome {
  std::vector<T> integrals;  // at every point after the first
  T uncertainty = 0;
};

template <class T, class F>
Outcome<T> integrated(const std::vector<T>& times, F f) {
  Outcome<T> out;
  const auto settle = [&](const T& w) { out.integrals.push_back(w); };
  RunningIntegral<T> integral(times[0], f(times[0]));
  for (std::size_t n = 1; n < times.size(); ++n) integral.add(times[n], f(times[n]), settle);
  integral.finish(settle);
  EXPECT_EQ(integral.value(), out.integrals.back());
  out.uncertainty = integral.uncertainty();
  return out;
}

std::vector<quad> uniform(int steps, const quad& h) {
  std::vector<quad> out;
  for (int n = 0; n <= steps; ++n) out.push_back(n * h);
  return out;
}

std::vector<quad> scattered(int steps) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> spacing(0.02, 0.2);
  std::vector<quad> out = {quad(0)};
  for (int n = 0; n < steps; ++n) out.push_back(out.back() + quad(spacing(random)));
  return out;
}

quad power_of(const quad& t, int degree) {
  quad out = 1;
  for (int i = 0; i < degree; ++i) out *= t;
  return out;
}

TEST(RunningIntegral, IsExactForPolynomialsOfItsDegreeOnAnyPoints) {
  for (const auto& times : {uniform(40, quad(1) / 16), scattered(40)})
    for (int degree = 0; degree <= 15; ++degree) {
      const auto w = integrated(times, [&](const quad& t) { return power_of(t, degree); });
      ASSERT_EQ(w.integrals.size(), 40u);
      const quad rounding = quad("1e-27") * power_of(times.back(), degree + 1);
      for (std::size_t n = 0; n < 40; ++n) {
        const quad exact = power_of(times[n + 1], degree + 1) / (degree + 1);
        EXPECT_LT(abs(w.integrals[n] - exact), rounding) << degree << " at point " << n + 1;
      }
    }
  const auto beyond = integrated(uniform(40, quad(1) / 16), [](const quad& t) { return power_of(t, 16); });
  EXPECT_GT(abs(beyond.integrals.back() - power_of(quad("2.5"), 17) / 17), quad("1e-12"));
}

TEST(RunningIntegral, TakesAllPointsOfShortRuns) {
  for (int steps = 1; steps < 15; ++steps) {
    const auto w = integrated(uniform(steps, quad(1) / 4), [&](const quad& t) { return power_of(t, steps); });
    const quad end = quad(steps) / 4;
    const quad exact = power_of(end, steps + 1) / (steps + 1);
    EXPECT_LT(abs(w.integrals.back() - exact), quad("1e-28") * (1 + exact)) << steps;
    EXPECT_GT(w.uncertainty, 0);
  }
}

// The order is 16 in the middle and 17 in the first and last steps, whose errors are larger.
TEST(RunningIntegral, HasItsOrderAtEveryPointAndNotOnlyAtTheEnd) {
  const auto worst = [](int steps) {
    const quad h = quad(4) / steps;
    const auto w = integrated(uniform(steps, h), [](const quad& t) { return exp(3 * t); });
    quad most = 0;
    for (int n = 1; n <= steps; ++n)
      most = std::max<quad>(most, abs(w.integrals[static_cast<std::size_t>(n - 1)] - (exp(3 * n * h) - 1) / 3));
    EXPECT_GT(w.uncertainty, most);
    return most;
  };
  const double order = static_cast<double>(log(worst(80) / worst(160)) / log(quad(2)));
  EXPECT_GT(order, 15.9);
  EXPECT_LT(order, 17.2);
}

// The times n h have rounding errors, so their differences are not exactly h. The rounding error of the integral must
// not grow with the number of steps.
TEST(RunningIntegral, KeepsItsDigitsOverManySteps) {
  const double h = 1e-4;
  RunningIntegral<double> integral(0, 1);
  const auto ignore = [](double) {};
  const int steps = 1000000;
  for (int n = 1; n <= steps; ++n) integral.add(n * h, std::cos(n * h), ignore);
  integral.finish(ignore);
  EXPECT_NEAR(integral.value(), std::sin(100.), 1e-14);
  EXPECT_LT(integral.uncertainty(), 1e-12);
}

/// f(t) = (t − at)^power from `at` on, and 0 before it.
struct Break {
  int power;
  double at;
  double operator()(double t) const { return t > at ? std::pow(t - at, power) : 0; }
  double integral(double end) const { return std::pow(end - at, power + 1) / (power + 1); }
};

TEST(RunningIntegral, IsNotSurerThanItIsRightWhereTheFunctionIsNotSmooth) {
  std::vector<double> times;
  for (int n = 0; n <= 60; ++n) times.push_back(n);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(0, 60);
  for (int i = 0; i < 2000; ++i)
    for (const Break& f : {Break{0, anywhere(random)}, Break{1, anywhere(random)}, Break{2, anywhere(random)}}) {
      const auto w = integrated(times, f);
      EXPECT_GE(w.uncertainty, std::abs(w.integrals.back() - f.integral(60))) << f.power << " at " << f.at;
    }
}

TEST(RunningIntegral, IsUnsureWhereTheFunctionIsSampledTooSparsely) {
  for (const double frequency : {0.3, 0.5, 1., 2., 3.}) {
    std::vector<double> times;
    for (int n = 0; n <= 60; ++n) times.push_back(n);
    const auto w = integrated(times, [&](double t) { return std::cos(frequency * t); });
    const double error = std::abs(w.integrals.back() - std::sin(frequency * 60) / frequency);
    EXPECT_GT(w.uncertainty, error) << frequency;
  }
}

}  // namespace
}  // namespace plumb
