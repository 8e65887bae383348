// The pendulum's blocks are the automatic derivatives of its models.

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
      return blocks_by_duals([&] { return PendulumAngle<Dual<1>>{data_of<Dual<1>>(at.data)}; }, at);
    return blocks_by_duals([&] { return PendulumCartesian<Dual<3>>{data_of<Dual<3>>(at.data)}; }, at);
  });
}

}  // namespace
}  // namespace plumb
