#include <gtest/gtest.h>

#include "methods/families.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

// x'' = −x
struct Spring {
  using Scalar = double;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<double, 1>;
  bool velocity_dependent() const { return false; }
  void mass(const V&, Mat<double, 1>& m) const { m(0, 0) = 1; }
  void force(const double&, const V& q, const V&, V& f) const { f = -q; }
  void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, Mat<double, 1>& k,
                Mat<double, 1>& d) const {
    k(0, 0) = -1, d(0, 0) = 0;
  }
};

const Method& named(std::string_view name) {
  static const auto all = single_step_methods();
  return *std::find_if(all.begin(), all.end(), [&](const Method& m) { return m.info.name == name; });
}

// Growth a step, from the sizes after 200 and 400 steps of (q, hv): the spectral radius, but for 1 % of a defective
// eigenvalue.
double spectral_radius(const Method& method, double h, const std::map<std::string, std::string>& given = {}) {
  AnySystem<double> s{SmallSystem(Spring{})};
  auto x = zero_state(s);
  x.q[0] = 1;
  const auto stepper = method.in_double(s, options_of(method, given));
  double size[2] = {};
  integrate(*stepper, x, 400 * h, 400, [&](int n, const auto& at) {
    if (n == 200 || n == 400) size[n / 200 - 1] = std::hypot(at.q[0], h * at.v[0]);
  });
  return std::pow(size[1] / size[0], 1. / 200);
}

TEST(SingleStep, ShowsTheOrdersItClaims) {
  for (const auto& method : single_step_methods()) expect_claimed_orders(method, 192);
}

TEST(Hht, KeepsItsOrderForEveryAlpha) {
  for (const auto* alpha : {"0", "-1/20", "-1/3"}) expect_claimed_orders(named("hht"), 192, {{"alpha", alpha}});
}

TEST(Hht, MultipliersAreOfOrderTwoWhenDamped) {
  const auto order = [](const char* alpha) {
    return driven_pendulum().order(named("hht"), 384, Form::index3, {{"alpha", alpha}}).lambda;
  };
  EXPECT_NEAR(order("-0.1"), 2, order_tolerance);
  EXPECT_NEAR(order("-1/3"), 2, order_tolerance);
  EXPECT_NEAR(order("0"), 0, order_tolerance);  // expected failure: the trapezoidal rule does not damp them
}

TEST(Hht, DampsHighFrequenciesAsItSays) {
  for (const auto& [alpha, radius] : {std::pair{"0", 1.}, std::pair{"-0.1", 0.9 / 1.1}, std::pair{"-1/3", 0.5}})
    EXPECT_NEAR(spectral_radius(named("hht"), 1e6, {{"alpha", alpha}}), radius, 0.01) << alpha;
  EXPECT_LE(spectral_radius(named("hht"), 2.5), 1);
}

TEST(StormerVerlet, IsStableUpToTwo) {
  EXPECT_LT(spectral_radius(named("stormer-verlet"), 1.99), 1.01);
  EXPECT_GT(spectral_radius(named("stormer-verlet"), 2.01), 1.1);
}

TEST(StormerVerlet, RefusesForcesThatDependOnTheVelocity) {
  auto s = coupled_pair().system(Form::ode);
  auto x = coupled_pair().begin();
  const auto result = named("stormer-verlet").in_quad(s, options_of(named("stormer-verlet")))->start(0, quad(0.1), x);
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_NE(result.detail.find("velocity"), std::string_view::npos);
}

StepResult hht_with(const NewtonSettings& newton) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  auto options = options_of(named("hht"));
  options.newton = newton;
  const auto stepper = named("hht").in_quad(s, options);
  return integrate(*stepper, x, quad(1), 50, [](int, const auto&) {});
}

TEST(Hht, SaysHowNewtonEnded) {
  EXPECT_EQ(hht_with({}).status, Status::ok);
  EXPECT_EQ(hht_with({.tolerance = {}, .test = NewtonTest::residual}).status, Status::ok);
  EXPECT_EQ(hht_with({.tolerance = 1e-8}).status, Status::ok);
  EXPECT_EQ(hht_with({.tolerance = 1e-8, .test = NewtonTest::residual}).status, Status::ok);
  EXPECT_EQ(hht_with({.tolerance = 1e-60}).status, Status::tolerance_unreachable);
  EXPECT_EQ(hht_with({.tolerance = 1e-60, .test = NewtonTest::residual}).status, Status::tolerance_unreachable);
  EXPECT_EQ(hht_with({.tolerance = {}, .max_iterations = 1}).status, Status::newton_diverged);
}

TEST(Hht, ImposesPositionsExactly) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  const auto stepper = named("hht").in_quad(s, options_of(named("hht")));
  auto phi = x.lambda;
  integrate(*stepper, x, quad(1), 50, [&](int n, const auto& at) {
    s.constraint(quad(n) / 50, at.q, phi);
    EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-30);
  });
}

TEST(Hht, RefusesConstraintsAtOtherLevels) {
  auto s = driven_pendulum().system(Form::index1);
  auto x = driven_pendulum().begin();
  EXPECT_EQ(named("hht").in_quad(s, options_of(named("hht")))->start(0, quad(0.1), x).status, Status::unsupported);
}

}  // namespace
}  // namespace plumb
