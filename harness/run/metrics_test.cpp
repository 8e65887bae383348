#include "harness/run/metrics.hpp"

#include <gtest/gtest.h>

#include <random>

namespace plumb {
namespace {

using Values = std::vector<quad>;
const quad no_number = std::numeric_limits<quad>::quiet_NaN();

Values random_values(std::size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Values out(n);
  for (auto& x : out) x = uniform(random);
  return out;
}

Values combined(const Values& r, quad factor, const Values& e) {
  Values out = r;
  for (std::size_t i = 0; i < r.size(); ++i) out[i] += factor * e[i];
  return out;
}

Metric rms_error(Series x, Series r) {
  ErrorSums sums;
  for (std::size_t i = 0; i < x.times(); ++i)
    sums.add(x.values.subspan(i * x.components, x.components), r.values.subspan(i * x.components, x.components));
  return sums.rms();
}

TEST(Metrics, ErrorsScaleLinearlyDownToTheDigitsOfQuad) {
  const Values r = random_values(60, 1), e = random_values(60, 2);
  for (const std::size_t components : {1u, 3u}) {
    const auto measured = [&](auto metric, quad factor) {
      return *metric(Series{combined(r, factor, e), components}, Series{r, components});
    };
    for (const auto metric : {relative_error, rms_error, end_error}) {
      const double unit = measured(metric, 1);
      for (int digits = 1; digits <= 20; ++digits)
        EXPECT_NEAR(measured(metric, pow(quad(10), -digits)) / unit * std::pow(10., digits), 1, 1e-10);
    }
    for (int digits = 1; digits <= 20; ++digits)
      EXPECT_NEAR(measured(significant_correct_digits, pow(quad(10), -digits)),
                  measured(significant_correct_digits, 1) + digits, 1e-10);
  }
}

TEST(Metrics, RelativeErrorIsBlindToTheUnit) {
  const Values r = random_values(30, 3), x = combined(r, quad(1) / 1000, random_values(30, 4));
  Values r_mm = r, x_mm = x;
  for (auto& value : r_mm) value *= 1024;
  for (auto& value : x_mm) value *= 1024;
  EXPECT_EQ(*relative_error({x_mm}, {r_mm}), *relative_error({x}, {r}));
  EXPECT_EQ(*rms_error({x_mm}, {r_mm}), 1024 * *rms_error({x}, {r}));
}

TEST(Metrics, ByHand) {
  const Values x = {1, 2, 3, 5}, r = {1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(*relative_error({x}, {r}), std::sqrt(1. / 30));
  EXPECT_DOUBLE_EQ(*rms_error({x}, {r}), 0.5);
  EXPECT_DOUBLE_EQ(*rms_error({x, 2}, {r, 2}), std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(*end_error({x}, {r}), 1);
  EXPECT_DOUBLE_EQ(*significant_correct_digits({x}, {r}), std::log10(4));
  EXPECT_DOUBLE_EQ(*mixed_error_correct_digits({x}, {r}), std::log10(5));
  const Values y = {0, 0, 3, 4}, zero(4, 0);
  EXPECT_DOUBLE_EQ(*end_error({y, 2}, {zero, 2}), 5);
  EXPECT_DOUBLE_EQ(*rms_error({Values{2}}, {Values{5}}), 3);
}

TEST(Metrics, NoErrorIsZeroAndItsDigitsAreNotInfinite) {
  const Values r = random_values(10, 5);
  for (const auto metric : {relative_error, rms_error, end_error}) EXPECT_EQ(metric({r}, {r}), 0.0);
  EXPECT_FALSE(significant_correct_digits({r}, {r}));
  EXPECT_FALSE(mixed_error_correct_digits({r}, {r}, 1));
}

TEST(Metrics, AZeroReferenceIsNullNotInfinite) {
  const Values zero(3, 0), x = {1, 0, 2};
  EXPECT_FALSE(relative_error({x}, {zero}));
  EXPECT_FALSE(relative_error({zero}, {zero}));
  EXPECT_FALSE(significant_correct_digits({x}, {zero}));
  EXPECT_DOUBLE_EQ(*mixed_error_correct_digits({x}, {zero}), -std::log10(2));
  const Values met = {0, 1.5, 2}, reference = {0, 1, 2};
  EXPECT_DOUBLE_EQ(*significant_correct_digits({met}, {reference}), std::log10(2));
}

TEST(Metrics, NothingAndNonFiniteAreNull) {
  const Values r = {1, 2, 3};
  for (const auto metric : {relative_error, rms_error, end_error, significant_correct_digits}) {
    EXPECT_FALSE(metric({}, {}));
    for (const quad& bad : {no_number, quad(std::numeric_limits<quad>::infinity())}) {
      const Values x = {1, 2, bad};
      EXPECT_FALSE(metric({x}, {r}));
      EXPECT_FALSE(metric({r}, {x}));
    }
  }
  EXPECT_FALSE(end_error({Values{quad("1e400")}}, {Values{quad(0)}}));
}

}  // namespace
}  // namespace plumb
