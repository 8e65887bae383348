// Systems from equation files do not allocate memory in the functions that a step calls.

#include <gtest/gtest.h>

#include "contract/testing/count_allocations.hpp"
#include "problems/equations/equation_system.hpp"
#include "problems/equations/equation_text.hpp"
#include "problems/equations/testing/driven.hpp"

namespace plumb {
namespace {

TEST(EquationSystem, AStepAllocatesNothing) {
  const auto text = equations_from_text(testing::driven, "mine.toml");
  EquationSystem<double> system(std::make_shared<const EquationsOfMotion>(text.equations), {}, Form::ggl);
  auto x = zero_state(system), y = x;
  x.q << 0.3, 0.2, 0.1;
  auto factors = system.factors<double>();
  Vec<double> mu = x.lambda, outputs = x.q;
  const auto evaluate = [&] {
    system.acceleration(0.1, x.q, x.v, y.a, y.lambda);
    system.reaction(0.1, x.q, x.lambda, y.v);
    system.momentum(x.q, x.v, y.v);
    system.constraint_acceleration(0.1, x.q, x.v, x.a, y.lambda);
    system.outputs(0.1, x, outputs);
    static_cast<void>(system.energy(0.1, x.q, x.v) + system.power(0.1, x.q, x.v, x.lambda));
    Blend<double> b{.mass = 1, .damping = 1e-3, .stiffness = 1e-6, .position = 1, .rate = 1e-3};
    b.stabilised = true;
    b.mu_position = 1;
    EXPECT_TRUE(system.factor(factors, {.t = 0.1, .x = x}, b));
    system.solve(factors, y.v, y.lambda, mu);
  };
  evaluate();
  const auto before = testing::allocations;
  evaluate();
  EXPECT_EQ(testing::allocations, before);
}

}  // namespace
}  // namespace plumb
