// No function of a mechanism that a step calls allocates memory, unless KLU solves its equations.

#include <gtest/gtest.h>

#include "contract/testing/count_allocations.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

using plumb::testing::allocations;
using System = MultibodySystem<double>;

void evaluate(System& s, System::Factors<double>& factors, System::State& x, System::State& y, Vec<double>& mu,
              Vec<double>& out) {
  s.force(0, x.q, x.v, y.v);
  s.momentum(x.q, x.v, y.v);
  s.reaction(0, x.q, x.lambda, y.v);
  s.constraint(0, x.q, y.lambda);
  s.constraint_rate(0, x.q, x.v, y.lambda);
  s.constraint_acceleration(0, x.q, x.v, x.a, y.lambda);
  s.acceleration(0, x.q, x.v, y.a, y.lambda);
  s.retract(x.q, x.v, y.q);
  s.local(x.q, y.q, y.v);
  s.outputs(0, x, out);
  static_cast<void>(s.energy(0, x.q, x.v) + s.power(0, x.q, x.v, x.lambda));
  PointOf<System> at{0, x};
  at.centre = &x.q;
  at.theta = &x.a;
  Blend<double> b{.mass = 1, .damping = 1e-3, .stiffness = 1e-6, .rate = 1e-3};
  EXPECT_TRUE(s.factor(factors, at, b));
  s.solve(factors, y.v, y.lambda);
  b.stabilised = true;
  b.position = b.mu_position = 1;
  EXPECT_TRUE(s.factor(factors, at, b));
  mu = x.lambda;
  s.solve(factors, y.v, y.lambda, mu);
}

long allocations_of(const Mechanism& mechanism, Algebra algebra) {
  System s(assemble<double>(mechanism), Form::ggl, {}, algebra);
  auto x = zero_state(s), y = x;
  x.q = s.assembly().q;
  x.v = s.assembly().v;
  s.acceleration(0, x.q, x.v, x.a, x.lambda);
  x.a *= 1e-3;  // a small θ
  auto factors = s.factors<double>();
  Vec<double> mu = x.lambda, out(static_cast<Eigen::Index>(s.assembly().outputs.size()));
  evaluate(s, factors, x, y, mu, out);
  const long before = allocations;
  for (int i = 0; i < 10; ++i) evaluate(s, factors, x, y, mu, out);
  return allocations - before;
}

TEST(MultibodyAllocation, NoneInAStep) {
  auto rubbing = testing::tree();
  rubbing.frictions = {{"slide", "de", number("0.3")}};
  EXPECT_EQ(allocations_of(rubbing, Algebra::dense), 0);
  for (const auto algebra : {Algebra::dense, Algebra::tree})
    for (const auto& mechanism : {testing::tree(), testing::loop(), testing::bent_beam()})
      EXPECT_EQ(allocations_of(mechanism, algebra), 0);
}

}  // namespace
}  // namespace plumb::mbs
