// The blocks of the oscillator equal the automatic derivatives of its model.

#include "problems/oscillator/oscillator.hpp"

#include "problems/catalogue.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
Oscillator<T> model_of(const Parameters& p) {
  const auto o = oscillator<double>(p);
  return {T(o.omega), T(o.damping_ratio), T(o.amplitude), T(o.frequency)};
}

TEST(Oscillator, BlocksAreAutomaticDerivatives) {
  expect_blocks_by_duals(catalogued_problem("oscillator"), [](const ArbitraryInstant<double>& at) {
    return blocks_by_duals([&]<class X>() { return model_of<X>(at.data); }, at);
  });
}

}  // namespace
}  // namespace plumb
