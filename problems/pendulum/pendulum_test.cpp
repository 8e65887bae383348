// The blocks of the pendulum equal the automatic derivatives of its models.

#include "problems/pendulum/pendulum.hpp"

#include "problems/catalogue.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
PendulumData<T> data_of(const Parameters& p) {
  const auto d = pendulum_data<double>(p);
  return {T(d.length), T(d.mass), T(d.gravity)};
}

TEST(Pendulum, BlocksAreAutomaticDerivatives) {
  expect_blocks_by_duals(catalogued_problem("pendulum"), [](const ArbitraryInstant<double>& at) {
    if (at.formulation.form == Form::ode)
      return blocks_by_duals([&]<class X>() { return PendulumAngle<X>{data_of<X>(at.data)}; }, at);
    return blocks_by_duals([&]<class X>() { return PendulumCartesian<X>{data_of<X>(at.data)}; }, at);
  });
}

}  // namespace
}  // namespace plumb
