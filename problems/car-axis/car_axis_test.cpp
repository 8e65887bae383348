// The blocks of the car axis equal the automatic derivatives of its models.

#include "problems/car-axis/car_axis.hpp"

#include "problems/catalogue.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
CarAxisData<T> data_of(const Parameters& p) {
  const auto d = car_axis_data<double>(p);
  return {T(d.mass), T(d.length), T(d.rest_length), T(d.amplitude), T(d.frequency), T(d.gravity)};
}

TEST(CarAxis, BlocksAreAutomaticDerivatives) {
  expect_blocks_by_duals(catalogued_problem("car-axis"), [](const ArbitraryInstant<double>& at) {
    if (at.formulation.form == Form::ode)
      return blocks_by_duals([&]<class X>() { return CarAxisMinimal<X>{data_of<X>(at.data)}; }, at);
    return blocks_by_duals([&]<class X>() { return CarAxisCartesian<X>{data_of<X>(at.data)}; }, at);
  });
}

}  // namespace
}  // namespace plumb
