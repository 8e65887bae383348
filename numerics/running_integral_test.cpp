// The running integral: exact for polynomials, of its order, and never surer than it is right.

#include "numerics/running_integral.hpp"

#include <gtest/gtest.h>

#include <functional>
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
  for (const auto& times : {uniform(25, quad(1) / 10), scattered(25)})
    for (int degree = 0; degree <= 9; ++degree) {
      const auto w = integrated(times, [&](const quad& t) { return power_of(t, degree); });
      ASSERT_EQ(w.integrals.size(), 25u);
      for (std::size_t n = 0; n < 25; ++n) {
        const quad exact = power_of(times[n + 1], degree + 1) / (degree + 1);
        EXPECT_LT(abs(w.integrals[n] - exact), quad("1e-29") * (1 + exact)) << degree << " at point " << n + 1;
      }
    }
  const auto beyond = integrated(uniform(25, quad(1) / 10), [](const quad& t) { return power_of(t, 10); });
  EXPECT_GT(abs(beyond.integrals.back() - power_of(quad("2.5"), 11) / 11), quad("1e-9"));
}

TEST(RunningIntegral, TakesAllPointsOfShortRuns) {
  for (int steps = 1; steps < 9; ++steps) {
    const auto w = integrated(uniform(steps, quad(1) / 4), [&](const quad& t) { return power_of(t, steps); });
    const quad end = quad(steps) / 4;
    EXPECT_LT(abs(w.integrals.back() - power_of(end, steps + 1) / (steps + 1)), quad("1e-28")) << steps;
    EXPECT_GT(w.uncertainty, 0);
  }
}

TEST(RunningIntegral, HasOrderTenAtEveryPointAndNotOnlyAtTheEnd) {
  const auto worst = [](int steps) {
    const quad h = quad(4) / steps;
    const auto w = integrated(uniform(steps, h), [](const quad& t) { return cos(3 * t); });
    quad most = 0;
    for (int n = 1; n <= steps; ++n)
      most = std::max<quad>(most, abs(w.integrals[static_cast<std::size_t>(n - 1)] - sin(3 * n * h) / 3));
    EXPECT_GT(w.uncertainty, most);
    return most;
  };
  const double order = static_cast<double>(log(worst(2000) / worst(4000)) / log(quad(2)));
  EXPECT_NEAR(order, 10, 0.25);
}

// Times n h round, their differences not to h; and rounding does not grow with the number of steps.
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

/// f(t) = (t − at)^power from there on, before it 0.
struct Break {
  int power;
  double at;
  double operator()(double t) const { return t > at ? std::pow(t - at, power) : 0; }
  double integral(double end) const { return std::pow(end - at, power + 1) / (power + 1); }
};

TEST(RunningIntegral, IsNotSurerThanItIsRightWhereTheFunctionIsNotSmooth) {
  std::vector<double> times;
  for (int n = 0; n <= 40; ++n) times.push_back(n);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(0, 40), inside(2, 38);
  for (int i = 0; i < 2000; ++i)
    for (const Break& f : {Break{0, anywhere(random)}, Break{1, inside(random)}, Break{2, inside(random)}}) {
      const auto w = integrated(times, f);
      EXPECT_GE(w.uncertainty, std::abs(w.integrals.back() - f.integral(40))) << f.power << " at " << f.at;
    }
}

TEST(RunningIntegral, IsUnsureWhereTheFunctionIsSampledTooSparsely) {
  for (const double frequency : {0.05, 0.2, 0.5, 1., 2., 3.}) {
    std::vector<double> times;
    for (int n = 0; n <= 40; ++n) times.push_back(n);
    const auto w = integrated(times, [&](double t) { return std::cos(frequency * t); });
    const double error = std::abs(w.integrals.back() - std::sin(frequency * 40) / frequency);
    EXPECT_GT(w.uncertainty, error) << frequency;
  }
}

}  // namespace
}  // namespace plumb
