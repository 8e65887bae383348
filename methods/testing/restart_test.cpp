// memory() contains all data that a method carries from step to step: another stepper with a copy of it continues with
// the same bits.

#include <gtest/gtest.h>

#include "methods/families.hpp"
#include "methods/testing/convergence.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class Model>
void expect_same_bits(const Method& method, const Model& model, Form form) {
  using System = AnySystem<double>;
  const auto begin = Model::initial();
  System s{SmallSystem(model, form)}, t = s;
  System::State x{begin.q, begin.v, begin.a, begin.lambda}, other = x;
  const double h = 0.01;
  const auto first = method.in_double(s, options_of(method)), second = method.in_double(t, options_of(method));
  ASSERT_EQ(first->start(0, h, x).status, Status::ok);
  for (int n = 0; n < 10; ++n) first->step(n * h, h, x);
  ASSERT_EQ(second->start(0, h, other).status, Status::ok);
  std::ranges::copy(first->memory(), second->memory().begin());
  auto y = x;
  for (int n = 10; n < 20; ++n) {
    first->step(n * h, h, x);
    second->step(n * h, h, y);
  }
  EXPECT_EQ(x.q, y.q);
  EXPECT_EQ(x.v, y.v);
}

TEST(Memory, RestartsBitForBit) {
  for (auto family : {explicit_rk_methods, multistep_methods, single_step_methods, half_implicit_methods, block_methods,
                      irk_methods, esdirk_methods, library_methods})
    for (const auto& method : family()) {
      if (!method.info.linear_memory) continue;
      SCOPED_TRACE(std::string(method.info.name));
      expect_same_bits(method, CoupledPair<double>{method.info.needs_velocity_independence ? 0 : 1}, Form::ode);
      if (method.fits("index1")) expect_same_bits(method, DrivenPendulum<double>{}, Form::index1);
      if (method.fits("index3")) expect_same_bits(method, DrivenPendulum<double>{}, Form::index3);
      if (!method.info.vector_space_only) expect_same_bits(method, RigidBody<double>{}, Form::ode);
    }
}

}  // namespace
}  // namespace plumb
