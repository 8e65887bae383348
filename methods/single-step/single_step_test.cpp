#include <gtest/gtest.h>

#include "methods/analysis/stability.hpp"
#include "methods/catalogue.hpp"
#include "methods/families.hpp"
#include "methods/single-step/generalized_alpha.hpp"
#include "methods/testing/energy_errors.hpp"
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
    k(0, 0) = -1;
    d(0, 0) = 0;
  }
};

// The growth in a step, from the sizes of (q, hv) after 200 and 400 steps: the spectral radius, with an error of 1 %
// for a defective eigenvalue.
double spectral_radius(const Method& method, double h, const std::map<std::string, std::string>& overrides = {}) {
  AnySystem<double> s{SmallSystem(Spring{})};
  auto x = zero_state(s);
  x.q[0] = 1;
  const auto stepper = method.in_double(s, options_of(method, overrides));
  double size[2] = {};
  integrate(*stepper, x, 400 * h, 400, [&](int n, const auto& at) {
    if (n == 200 || n == 400) size[n / 200 - 1] = std::hypot(at.q[0], h * at.v[0]);
  });
  return std::pow(size[1] / size[0], 1. / 200);
}

TEST(SingleStep, ShowsTheOrdersItClaims) {
  for (const auto& method : single_step_methods())
    if (method.info.name != "impulse-euler") expect_claimed_orders(method, 192);  // tests/impulse_euler_test.cpp
}

TEST(Hht, KeepsItsOrderForEveryAlpha) {
  for (const auto* alpha : {"0", "-1/20", "-1/3"})
    expect_claimed_orders(catalogued_method("hht"), 192, {{"alpha", alpha}});
}

TEST(Hht, MultipliersAreOfOrderTwoWhenDamped) {
  const auto order = [](const char* alpha) {
    return driven_pendulum().order(catalogued_method("hht"), 384, Form::index3, {{"alpha", alpha}}).lambda;
  };
  EXPECT_NEAR(order("-0.1"), 2, order_tolerance);
  EXPECT_NEAR(order("-1/3"), 2, order_tolerance);
}

TEST(Hht, DampsHighFrequenciesAsItSays) {
  for (const auto& [alpha, radius] : {std::pair{"0", 1.}, std::pair{"-0.1", 0.9 / 1.1}, std::pair{"-1/3", 0.5}})
    EXPECT_NEAR(spectral_radius(catalogued_method("hht"), 1e6, {{"alpha", alpha}}), radius, 0.01) << alpha;
  EXPECT_LE(spectral_radius(catalogued_method("hht"), 2.5), 1);
}

TEST(Wbz, DampsHighFrequenciesAsItSays) {
  for (const auto& [rho, radius] : {std::pair{"0.2", 0.2}, std::pair{"0.5", 0.5}, std::pair{"1", 1.}})
    EXPECT_NEAR(spectral_radius(catalogued_method("wbz"), 1e6, {{"rho", rho}}), radius, 0.01) << rho;
}
TEST(Wbz, MultipliersAreOfOrderTwoWhenDamped) {
  EXPECT_NEAR(driven_pendulum().order(catalogued_method("wbz"), 384, Form::index3, {{"rho", "0.5"}}).lambda, 2,
              order_tolerance);
}

TEST(StormerVerlet, IsStableUpToTwo) {
  EXPECT_LT(spectral_radius(catalogued_method("stormer-verlet"), 1.99), 1.01);
  EXPECT_GT(spectral_radius(catalogued_method("stormer-verlet"), 2.01), 1.1);
}

TEST(StormerVerlet, RefusesForcesThatDependOnTheVelocity) {
  auto s = coupled_pair().system(Form::ode);
  auto x = coupled_pair().begin();
  const auto result = catalogued_method("stormer-verlet")
                          .in_quad(s, options_of(catalogued_method("stormer-verlet")))
                          ->start(0, quad(0.1), x);
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_NE(result.detail.find("velocity"), std::string_view::npos);
}

StepResult hht_with(const NewtonSettings& newton) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  auto options = options_of(catalogued_method("hht"));
  options.newton = newton;
  const auto stepper = catalogued_method("hht").in_quad(s, options);
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
  const auto stepper = catalogued_method("hht").in_quad(s, options_of(catalogued_method("hht")));
  auto phi = x.lambda;
  integrate(*stepper, x, quad(1), 50, [&](int n, const auto& at) {
    s.constraint(quad(n) / 50, at.q, phi);
    EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-30);
  });
}

TEST(Hht, RefusesConstraintsAtOtherLevels) {
  auto s = driven_pendulum().system(Form::index1);
  auto x = driven_pendulum().begin();
  EXPECT_EQ(catalogued_method("hht").in_quad(s, options_of(catalogued_method("hht")))->start(0, quad(0.1), x).status,
            Status::unsupported);
}

TEST(GeneralizedAlpha, KeepsItsOrderForEveryRho) {
  for (const auto* rho : {"0", "1/2", "1"})
    expect_claimed_orders(catalogued_method("generalized-alpha"), 192, {{"rho", rho}});
}

TEST(GeneralizedAlpha, MultipliersAreOfOrderTwoWhenDamped) {
  const auto order = [](const char* rho) {
    return driven_pendulum().order(catalogued_method("generalized-alpha"), 384, Form::index3, {{"rho", rho}}).lambda;
  };
  for (const auto* rho : {"0", "1/2", "0.8"}) EXPECT_NEAR(order(rho), 2, order_tolerance) << rho;
}

TEST(GeneralizedAlpha, IsAStableWithTheRadiusItSays) {
  const auto& method = catalogued_method("generalized-alpha");
  for (const auto* text : {"0", "1/4", "0.8", "1"}) {
    const Parameters p(method.parameters, {{"rho", text}});
    const auto radius = rho_infinity(method, p);
    ASSERT_TRUE(radius.value) << radius.failure;
    EXPECT_NEAR(static_cast<double>(*radius.value), p.number<double>("rho"), 1e-4) << text;  // ρ = 0 is a triple root
    EXPECT_EQ(a_stable(method, p), true) << text;
  }
}

// Hilber, Hughes & Taylor's weights are the weights of the same family with α_m = 0.
TEST(GeneralizedAlpha, WeightsAreThoseOfChungAndHulbert) {
  const auto parameters_with = [](std::string_view method, const char* name, const char* value) {
    return Parameters(catalogued_method(method).parameters, {{name, value}});
  };
  const auto half = generalized_alpha_weights(parameters_with("generalized-alpha", "rho", "1/2"), double());
  EXPECT_DOUBLE_EQ(half.alpha_m, 0);
  EXPECT_DOUBLE_EQ(half.alpha_f, 1. / 3);
  const auto hht = hht_weights(parameters_with("hht", "alpha", "-1/3"), double());  // the same β and γ as for ρ_∞ = 1/2
  EXPECT_DOUBLE_EQ(half.beta, hht.beta);
  EXPECT_DOUBLE_EQ(half.gamma, hht.gamma);
  const auto none = generalized_alpha_weights(parameters_with("generalized-alpha", "rho", "1"), double());
  EXPECT_DOUBLE_EQ(none.alpha_m, 0.5);
  EXPECT_DOUBLE_EQ(none.beta, 0.25);
}

TEST(Newmark, IsOfOrderOneWithDamping) {
  const std::map<std::string, std::string> damped = {{"beta", "0.3025"}, {"gamma", "0.6"}};
  EXPECT_EQ(
      catalogued_method("newmark").proven_order(options_of(catalogued_method("newmark"), damped).parameters).position,
      1);
  expect_claimed_orders(catalogued_method("newmark"), 384, damped);
  EXPECT_GT(driven_pendulum().order(catalogued_method("newmark"), 192, Form::index3).q, 1.9);
}

TEST(Newmark, RefusesTheExplicitMember) {
  const auto& method = catalogued_method("newmark");
  EXPECT_THROW(method.check(Parameters(method.parameters, {{"beta", "0"}})), std::invalid_argument);
  EXPECT_NO_THROW(method.check(Parameters(method.parameters, {{"beta", "1/6"}})));
}

TEST(Newmark, LinearAccelerationIsStableUpToTwoRootsOfThree) {
  const Parameters p(catalogued_method("newmark").parameters, {{"beta", "1/6"}});
  EXPECT_NEAR(stability_limit(catalogued_method("newmark"), p).limit.value_or(0), 2 * std::sqrt(3.), 1e-9);
  EXPECT_EQ(a_stable(catalogued_method("newmark"), Parameters(catalogued_method("newmark").parameters, {})), true);
}

TEST(Rattle, MultipliersAreOfOrderOne) {
  EXPECT_NEAR(driven_pendulum().order(catalogued_method("rattle"), 384, Form::index3).lambda, 1, order_tolerance);
}

TEST(Rattle, IsStableUpToTwo) {
  EXPECT_NEAR(stability_limit(catalogued_method("rattle"), Parameters(catalogued_method("rattle").parameters, {}))
                  .limit.value_or(0),
              2, 1e-9);
}

TEST(Rattle, ImposesPositionsAndVelocitiesExactly) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  const auto stepper = catalogued_method("rattle").in_quad(s, options_of(catalogued_method("rattle")));
  auto phi = x.lambda;
  const auto result = integrate(*stepper, x, quad(1), 50, [&](int n, const auto& at) {
    s.constraint(quad(n) / 50, at.q, phi);
    EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-30);
    s.constraint_rate(quad(n) / 50, at.q, at.v, phi);
    EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-30);
  });
  EXPECT_EQ(result.status, Status::ok);
}

TEST(Rattle, ReturnsWhenItStepsBack) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  const auto stepper = catalogued_method("rattle").in_quad(s, options_of(catalogued_method("rattle")));
  const quad h("0.05");
  stepper->start(0, h, x);
  const auto begin = x;
  ASSERT_EQ(stepper->step(0, h, x).status, Status::ok);
  EXPECT_GT(static_cast<double>(distance(s, begin, x).q), 0.01);
  ASSERT_EQ(stepper->step(h, -h, x).status, Status::ok);
  const auto back = distance(s, begin, x);
  EXPECT_LT(static_cast<double>(back.q), 1e-30);
  EXPECT_LT(static_cast<double>(back.v), 1e-29);
}

TEST(Rattle, IsStormerVerletWithoutConstraints) {
  const auto run = [](std::string_view name) {
    auto s = coupled_pair_at_rest().system(Form::ode);
    auto x = coupled_pair_at_rest().begin();
    integrate(*catalogued_method(name).in_quad(s, options_of(catalogued_method(name))), x, quad(1), 20,
              [](int, const auto&) {});
    return x;
  };
  auto s = coupled_pair_at_rest().system(Form::ode);
  const auto d = distance(s, run("rattle"), run("stormer-verlet"));
  EXPECT_LT(static_cast<double>(d.q + d.v), 1e-30);
}

TEST(Rattle, KeepsTheEnergyOfAPendulum) {
  const auto [first, last] = energy_errors_of_pendulum("rattle");
  EXPECT_GT(first, 1e-6);  // proportional to h², far above rounding errors
  EXPECT_NEAR(last / first, 1, 0.01);
  const auto [damped_first, damped_last] = energy_errors_of_pendulum("hht");
  EXPECT_GT(damped_last / damped_first, 2);
}

TEST(Rattle, RefusesConstraintsAtOtherLevels) {
  auto s = driven_pendulum().system(Form::index1);
  auto x = driven_pendulum().begin();
  const auto stepper = catalogued_method("rattle").in_quad(s, options_of(catalogued_method("rattle")));
  EXPECT_EQ(stepper->start(0, quad(0.1), x).status, Status::unsupported);
}

}  // namespace
}  // namespace plumb
