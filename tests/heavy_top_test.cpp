// The heavy top of Brüls & Cardona 2010 and of Arnold, Brüls & Cardona 2015 at index 3, in R³ × SO(3). The
// generalized-α method has order 2 in q and v. Its multipliers begin with an error of order 1, an oscillation that
// decays as ρⁿ, and then have order 2. Other methods with a special treatment of index 3 are tested too, in every
// chart.

#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

struct Errors {
  quad q = 0, v = 0, transient = 0, end = 0;  // transient: largest error of λ in all steps; end: in the last step
};

// Returns the exact state at t for the default data; it does not depend on the chart. States are cached, because their
// elliptic functions cost more than steps.
const AnySystem<quad>::State& exact_at(const quad& t) {
  const auto& of = catalogued_problem("heavy-top");
  static const auto motion = solution(of, Parameters(of.parameters, {}));
  static std::map<quad, AnySystem<quad>::State> known;
  if (const auto found = known.find(t); found != known.end()) return found->second;
  const auto x = motion->at(t, *of.formulation("rotation-index3"));
  return known.try_emplace(t, AnySystem<quad>::State{x.q, x.v, x.a, x.lambda}).first->second;
}

using Overrides = std::map<std::string, std::string>;

Errors errors(std::string_view name, const Overrides& overrides, int steps, const quad& t_end,
              const std::string& retraction = "exponential") {
  const auto& of = catalogued_problem("heavy-top");
  const auto& formulation = *of.formulation("rotation-index3");
  const Parameters data(of.parameters, {{"retraction", retraction}});
  const auto& method = catalogued_method(name);
  auto system = of.in_quad.system(data, formulation), observer = system;
  const auto stepper = method.in_quad(system, options_of(method, overrides));
  auto x = initial_state(of, data, formulation, system);
  Errors worst;
  const auto result = integrate(*stepper, x, t_end, steps, [&](int n, const AnySystem<quad>::State& state) {
    if (n > 32 && n % (steps / 16) != 0) return;  // the largest errors of λ are in the first steps
    const auto d = distance(observer, exact_at(t_end * n / steps), state);
    worst = {larger(worst.q, d.q), larger(worst.v, d.v), larger(worst.transient, d.lambda), d.lambda};
  });
  EXPECT_EQ(result.status, Status::ok);
  return worst;
}

double order(const quad& coarse, const quad& fine) { return static_cast<double>(log2(coarse / fine)); }

TEST(HeavyTop, MultipliersOfGeneralizedAlphaLoseAnOrderInTheTransientOnly) {
  const quad t_end = quad("0.1");
  for (const std::string rho : {"0.6", "0.8", "0.9"}) {
    const Overrides overrides = {{"rho", rho}};
    const auto coarse = errors("generalized-alpha", overrides, 800, t_end);
    const auto fine = errors("generalized-alpha", overrides, 1600, t_end);
    EXPECT_NEAR(order(coarse.q, fine.q), 2, 0.05) << rho;
    EXPECT_NEAR(order(coarse.v, fine.v), 2, 0.05) << rho;
    EXPECT_NEAR(order(coarse.transient, fine.transient), 1, 0.05) << rho;
    EXPECT_NEAR(order(coarse.end, fine.end), 2, 0.05) << rho;
    EXPECT_GT(fine.transient, 100 * fine.end) << rho;
  }
}

// The top rotates by 3 rad in total. In this time the transient error of λ of generalized-alpha and hht decays. The
// multipliers of RATTLE are computed in half a step, so they have order 1.
TEST(HeavyTop, MethodsShowTheirOrdersInPositionsVelocitiesAndMultipliers) {
  struct Expected {
    std::string_view method;
    Overrides overrides;
    int q, v, lambda;
  };
  const Expected all[] = {{"generalized-alpha", {{"rho", "1/2"}}, 2, 2, 2},
                          {"hht", {{"alpha", "-0.3"}}, 2, 2, 2},
                          {"rattle", {}, 2, 2, 1},
                          {"ali3", {}, 2, 2, 2},
                          {"lobatto-iiia-iiib", {{"stages", "3"}}, 4, 4, 4},
                          {"half-implicit", {}, 1, 1, 1},
                          {"half-implicit", {{"end", "equations"}}, 1, 1, 1},
                          {"fully-implicit", {}, 1, 1, 1},
                          {"half-implicit2", {}, 2, 2, 2},
                          {"implicit-euler", {}, 1, 1, 1},
                          {"radau-iia", {{"stages", "2"}}, 3, 2, 1}};
  for (const std::string retraction : {"exponential", "cayley", "euler-parameters"})
    for (const auto& expected : all) {
      if (retraction != "exponential" && expected.q != 2) continue;  // rotation_order_test.cpp tests other orders
      const auto coarse = errors(expected.method, expected.overrides, 640, quad("0.02"), retraction);
      const auto fine = errors(expected.method, expected.overrides, 1280, quad("0.02"), retraction);
      SCOPED_TRACE(std::string(expected.method) + " " + retraction);
      EXPECT_NEAR(order(coarse.q, fine.q), expected.q, 0.1);
      EXPECT_NEAR(order(coarse.v, fine.v), expected.v, 0.1);
      EXPECT_NEAR(order(coarse.end, fine.end), expected.lambda, 0.1);
    }
}

}  // namespace
}  // namespace plumb::testing
