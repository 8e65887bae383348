// The heavy top of Brüls & Cardona 2010 and of Arnold, Brüls & Cardona 2015 at index 3, in R³ × SO(3): the
// generalized-α method has order 2 in q and v; its multipliers start with an error of order 1, an oscillation that dies
// out as ρⁿ, and have order 2 after it.

#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

struct Errors {
  quad q = 0, v = 0, transient = 0, end = 0;  // the last two of λ: the largest of all steps, and the last
};

Errors errors(const std::string& rho, int steps, const quad& t_end) {
  const auto& of = catalogued_problem("heavy-top");
  const auto& formulation = *of.formulation("rotation-index3");
  const Parameters data(of.parameters, {});
  const auto exact = solution(of, data);
  const auto& method = catalogued_method("generalized-alpha");
  auto system = of.in_quad.system(data, formulation), observer = system;
  const auto stepper = method.in_quad(system, options_of(method, {{"rho", rho}}));
  auto x = initial_state(of, data, formulation, system);
  Errors worst;
  const auto result = integrate(*stepper, x, t_end, steps, [&](int n, const AnySystem<quad>::State& at) {
    if (n > 32 && n % (steps / 16) != 0) return;  // the largest of λ are the first
    const auto reference = exact->at(t_end * n / steps, formulation);
    const auto d = distance(observer, {reference.q, reference.v, reference.a, reference.lambda}, at);
    worst = {larger(worst.q, d.q), larger(worst.v, d.v), larger(worst.transient, d.lambda), d.lambda};
  });
  EXPECT_EQ(result.status, Status::ok);
  return worst;
}

TEST(HeavyTop, MultipliersOfGeneralizedAlphaLoseAnOrderInTheTransientOnly) {
  const quad t_end = quad("0.1");
  for (const std::string rho : {"0.6", "0.8", "0.9"}) {
    const auto coarse = errors(rho, 800, t_end), fine = errors(rho, 1600, t_end);
    const auto order = [](const quad& a, const quad& b) { return static_cast<double>(log2(a / b)); };
    EXPECT_NEAR(order(coarse.q, fine.q), 2, 0.05) << rho;
    EXPECT_NEAR(order(coarse.v, fine.v), 2, 0.05) << rho;
    EXPECT_NEAR(order(coarse.transient, fine.transient), 1, 0.05) << rho;
    EXPECT_NEAR(order(coarse.end, fine.end), 2, 0.05) << rho;
    EXPECT_GT(fine.transient, 100 * fine.end) << rho;
  }
}

}  // namespace
}  // namespace plumb::testing
