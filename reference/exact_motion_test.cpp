// Every exact motion must satisfy its equations and agree with two independent integrations.

#include <gtest/gtest.h>

#include "reference/certify.hpp"
#include "reference/double_integration.hpp"
#include "reference/quad_integration.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

const std::vector<quad> sampled_times = {0, quad("0.1"), 1, quad("3.7"), 10};

std::vector<NamedValues> sampled(const std::vector<Motion>& motion) {
  std::vector<NamedValues> out;
  for (const auto& m : motion) out.push_back(named_values(m));
  return out;
}

std::vector<Motion> sampled(const ExactMotion& exact, std::span<const quad> at) {
  std::vector<Motion> out;
  for (const quad& t : at) out.push_back(exact(t));
  return out;
}

// Returns the fewest digits in which a quantity agrees at any of the sampled times.
int fewest_digits(const std::vector<Motion>& a, const std::vector<Motion>& b) {
  const auto first = sampled(a), second = sampled(b);
  const auto scales = scales_of(first);
  int digits = most_digits;
  for (std::size_t i = 0; i < first.size(); ++i)
    for (const auto& [name, value] : certify({{"a", first[i]}, {"b", second[i]}}, scales))
      digits = std::min(digits, value.digits);
  return digits;
}

class ExactMotionTest : public ::testing::TestWithParam<MotionExample> {};

TEST_P(ExactMotionTest, AgreesWithExtrapolationInQuad) {
  const auto exact = GetParam().exact();
  const auto integrated = integrate_in_quad(GetParam().equation<quad>(), exact(0), sampled_times);
  ASSERT_EQ(integrated.status, Status::ok) << integrated.detail;
  EXPECT_GE(fewest_digits(sampled(exact, sampled_times), integrated.at), GetParam().extrapolated_digits);
}

TEST_P(ExactMotionTest, AgreesWithFehlbergInQuad) {
  const auto exact = GetParam().exact();
  const std::vector<quad> at = {quad(2) / quad(GetParam().rate), quad(20) / quad(GetParam().rate)};
  const auto integrated =
      integrate_in_quad(GetParam().equation<quad>(), exact(0), at, {.scheme = QuadScheme::fehlberg78});
  ASSERT_EQ(integrated.status, Status::ok) << integrated.detail;
  EXPECT_GE(fewest_digits(sampled(exact, at), integrated.at), 26);
}

TEST_P(ExactMotionTest, AgreesWithCvode) {
  const auto exact = GetParam().exact();
  const auto integrated = integrate_in_double(GetParam().equation<double>(), exact(0), sampled_times);
  ASSERT_EQ(integrated.status, Status::ok) << integrated.detail;
  EXPECT_GE(fewest_digits(sampled(exact, sampled_times), integrated.at), 8);
  ASSERT_EQ(integrated.uncertainty.size(), sampled_times.size());
  for (std::size_t k = 0; k < sampled_times.size(); ++k) {
    const auto expected = exact(sampled_times[k]);
    const auto &found = integrated.at[k], &bound = integrated.uncertainty[k];
    for (Eigen::Index i = 0; i < expected.q.size(); ++i) {
      EXPECT_LE(abs(found.q[i] - expected.q[i]), bound.q[i]) << "q" << i + 1 << " at " << sampled_times[k];
      EXPECT_LE(abs(found.v[i] - expected.v[i]), bound.v[i]) << "v" << i + 1 << " at " << sampled_times[k];
    }
  }
}

TEST_P(ExactMotionTest, IsIntegratedToTheSameBitsWhateverElseIsAsked) {
  const auto start = GetParam().exact()(0);
  const quad rate = GetParam().rate;
  const std::vector<quad> many = {0, quad("0.4") / rate, quad("0.7") / rate, 1 / rate, 3 / rate}, one = {1 / rate};
  const auto expect_equal = [](const SampledMotion& all, const SampledMotion& alone) {
    ASSERT_EQ(all.at.size(), 5);
    ASSERT_EQ(alone.at.size(), 1);
    EXPECT_EQ(all.at[3].q, alone.at[0].q);
    EXPECT_EQ(all.at[3].v, alone.at[0].v);
  };
  const auto in_quad = GetParam().equation<quad>();
  const auto in_double = GetParam().equation<double>();
  expect_equal(integrate_in_quad(in_quad, start, many), integrate_in_quad(in_quad, start, one));
  const QuadOptions fehlberg{.scheme = QuadScheme::fehlberg78, .tolerance = quad("1e-20")};
  expect_equal(integrate_in_quad(in_quad, start, many, fehlberg), integrate_in_quad(in_quad, start, one, fehlberg));
  const auto all = integrate_in_double(in_double, start, many), alone = integrate_in_double(in_double, start, one);
  expect_equal(all, alone);
  EXPECT_EQ(all.uncertainty[3].q, alone.uncertainty[0].q);
  EXPECT_EQ(all.uncertainty[3].v, alone.uncertainty[0].v);
}

TEST_P(ExactMotionTest, StartsFromTheInitialState) {
  const auto p = GetParam().parameters();
  const auto start = GetParam().exact()(0);
  const auto number = [&](const char* name) { return p.number<quad>(name); };
  Motion wanted = start;
  if (GetParam().problem == "pendulum") wanted.q << number("angle"), wanted.v << number("rate");
  if (p.values().contains("start") && p.is("start", "given"))
    wanted.q << number("position"), wanted.v << number("velocity");
  if (GetParam().problem == "spinning-top") {
    wanted.q << 0, number("tilt"), 0;
    wanted.v << number("precession"), number("nutation"), number("spin");
  }
  const quad tolerance = 8 * std::numeric_limits<quad>::epsilon();
  for (Eigen::Index i = 0; i < start.q.size(); ++i) {
    EXPECT_LE(abs(start.q[i] - wanted.q[i]), tolerance * (1 + abs(wanted.q[i])));
    EXPECT_LE(abs(start.v[i] - wanted.v[i]), tolerance * (1 + abs(wanted.v[i])));
  }
}

// Returns the central difference of order 8.
quad derivative(const std::function<quad(const quad&)>& f, const quad& t, const quad& h) {
  const auto odd = [&](int n) -> quad { return f(t + n * h) - f(t - n * h); };
  return (672 * odd(1) - 168 * odd(2) + 32 * odd(3) - 3 * odd(4)) / (840 * h);
}

TEST_P(ExactMotionTest, SatisfiesItsEquationOfMotion) {
  const auto exact = GetParam().exact();
  const auto equation = GetParam().equation<quad>();
  const quad rate = GetParam().rate, h = quad("2e-4") / rate;
  for (const quad& t : sampled_times) {
    const auto [q, v] = exact(t);
    Vec<quad> a(v.size());
    equation(t, q, v, a);
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const quad moved = derivative([&](const quad& s) { return exact(s).q[i]; }, t, h);
      const quad accelerated = derivative([&](const quad& s) { return exact(s).v[i]; }, t, h);
      EXPECT_LE(abs(moved - v[i]), quad("1e-27") * rate * (1 + abs(q[i]))) << "q" << i + 1 << " at " << t;
      EXPECT_LE(abs(accelerated - a[i]), quad("1e-26") * rate * rate * (1 + abs(v[i]))) << "v" << i + 1 << " at " << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, ExactMotionTest, ::testing::ValuesIn(motion_examples()),
                         [](const auto& example) { return example.param.name; });

TEST(BrokenMotion, IsCaught) {
  const auto& example = motion_examples()[0];
  const auto exact = example.exact();
  const ExactMotion broken = [&](const quad& t) {
    Motion m = exact(t);
    m.q[0] *= 1 + quad("1e-9");
    return m;
  };
  const auto integrated = integrate_in_quad(example.equation<quad>(), exact(0), sampled_times);
  EXPECT_EQ(fewest_digits(sampled(broken, sampled_times), integrated.at),
            8);  // the doubled difference, 2e-9, exceeds 1e-9
  const auto third_opinion = integrate_in_double(example.equation<double>(), exact(0), sampled_times);
  EXPECT_LE(fewest_digits(sampled(broken, sampled_times), third_opinion.at), 8);
}

}  // namespace
}  // namespace plumb
