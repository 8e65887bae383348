// ALI3: its multipliers have the same order as its positions, and it satisfies the constraints at all levels. Copies of
// the method without one of its projections do not.

#include <gtest/gtest.h>

#include <cmath>

#include "methods/single-step/ali3.hpp"
#include "tests/convergence.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

// The initial velocities are nonzero, because from rest the plain trapezoidal rule also has multipliers of order 2.
const Site sites[] = {{"pendulum", "index3", {{"angle", "-0.7"}, {"rate", "1.5"}}, "0.5", 51},
                      {"two-link", "index3", {{"rate1", "1"}, {"rate2", "-2"}}, "0.5", 51}};

OrderResult order_of_multipliers(const Method& method, const Site& site) {
  const auto result = convergence(method, Parameters(method.parameters, {}), site, 7);
  EXPECT_EQ(result.status, Status::ok) << title(site);
  return observed_order(result.points[2], {.expected = 2});
}

TEST(Ali3, MultipliersHaveOrderTwo) {
  for (const auto& site : sites) {
    const auto order = order_of_multipliers(catalogued_method("ali3"), site);
    EXPECT_EQ(name(order.verdict.value()), "pass") << title(site) << " " << order.order.value_or(NAN) << order.reason;
  }
}

/// Discards the correction of the multipliers by the projection of accelerations.
class WithoutCorrection final : public AnyStepper<quad> {
 public:
  WithoutCorrection(AnySystem<quad>& of, const MethodOptions& options)
      : rule(of, options, AlphaWeights<quad>{.beta = quad(1) / 4, .gamma = quad(1) / 2}), sound(of, options) {}
  StepResult start(const quad& t, const quad& h, State& x) override {
    auto same = x;
    const auto result = rule.start(t, h, same);
    return result.status == Status::ok ? sound.start(t, h, x) : result;
  }
  StepResult step(const quad& t, const quad& h, State& x) override {
    auto trapezoidal = x;
    std::ranges::copy(sound.memory(), rule.memory().begin());
    if (const auto result = rule.step(t, h, trapezoidal); result.status != Status::ok) return result;
    const auto result = sound.step(t, h, x);
    x.lambda = trapezoidal.lambda;
    return result;
  }
  std::span<quad> memory() override { return sound.memory(); }
  Counters& counters() override { return sound.counters; }

 private:
  GeneralizedAlpha<AnySystem<quad>> rule;
  Ali3<AnySystem<quad>> sound;
};

TEST(Ali3, MultipliersLoseTheirOrderWithoutAProjection) {
  Method broken = catalogued_method("ali3");
  broken.in_quad = [](AnySystem<quad>& system, const MethodOptions& options) {
    return std::make_unique<WithoutCorrection>(system, options);
  };
  for (const auto& site : sites) {
    EXPECT_NE(name(order_of_multipliers(broken, site).verdict.value()), "pass") << title(site);
    EXPECT_NE(name(order_of_multipliers(catalogued_method("newmark"), site).verdict.value()), "pass") << title(site);
  }
}

TEST(Ali3, KeepsTheConstraintsAtAllLevels) {
  for (const char* problem : {"pendulum", "two-link", "slider-crank"}) {
    const auto& of = catalogued_problem(problem);
    MovedProblem<quad> moved(of, Parameters(of.parameters, {}), "index3");
    ASSERT_EQ(moved.by("ali3", quad("0.1"), 100).status, Status::ok) << problem;
    auto& [system, start, x, counters] = moved;
    const quad t = quad("0.1");
    auto row = x.lambda;
    const auto size = [&] { return static_cast<double>(max_norm(row)); };
    system.constraint(t, x.q, row);
    EXPECT_LT(size(), 1e-28) << problem;
    system.constraint_rate(t, x.q, x.v, row);
    EXPECT_LT(size(), 1e-28 * (1 + static_cast<double>(max_norm(x.v)))) << problem;
    system.constraint_acceleration(t, x.q, x.v, x.a, row);
    EXPECT_LT(size(), 1e-27 * (1 + static_cast<double>(max_norm(x.a)))) << problem;
  }
}

}  // namespace
}  // namespace plumb::testing
