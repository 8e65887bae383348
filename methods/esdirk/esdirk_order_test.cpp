// Observed orders, with constraints at every level.

#include <gtest/gtest.h>

#include "methods/families.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

TEST(EsdirkOrder, IsThatOfTheTableauWithoutConstraintsAndAtIndex1) {
  for (const auto& method : esdirk_methods())
    expect_claimed_orders(method, method.info.order < 5 ? 192 : 384);  // order 5 is observed only with smaller steps
}

// Doubles the number of steps until the claimed order is observed, because some methods approach their order from
// below. Returns the order observed last.
Distance<double> observed_order(const Method& method, Form form, const ProvenOrder& claimed) {
  Distance<double> observed;
  for (int n = 192; n <= 1536; n *= 2) {
    observed = driven_pendulum().order(method, n, form);
    if (shows_order(observed, claimed, true)) break;
  }
  return observed;
}

// Stage order 2 limits the order of q and v to 3 at index 2 and to 2 at index 3, and the order of λ to one less than v,
// for any order of the quadrature (for invertible tableaus Hairer, Lubich & Roche 1989, chapters 4 and 6; here it is
// measured).
TEST(EsdirkOrder, IsBoundedByTheStageOrderAtIndex2And3) {
  for (const auto& method : esdirk_methods()) {
    SCOPED_TRACE(std::string(method.info.name));
    const int at_index2 = std::min(method.info.order, 3);
    const ProvenOrder claimed{at_index2, at_index2, 0, 2};
    const auto second = observed_order(method, Form::index2, claimed);
    EXPECT_TRUE(shows_order(second, claimed, true))
        << "q " << second.q << ", v " << second.v << ", lambda " << second.lambda;
    const auto third = driven_pendulum().order(method, 192, Form::index3);
    EXPECT_TRUE(shows_order(third, {2, 2, 0, 1}, true))
        << "q " << third.q << ", v " << third.v << ", lambda " << third.lambda;
  }
}

// Accelerations set to zero at the start cause an error of first order in every method.
TEST(EsdirkOrder, NeedsConsistentRatesToStartWith) {
  for (const auto& method : esdirk_methods()) {
    if (method.info.name != "esdirk436l2sa2") continue;
    const auto observed = coupled_pair().order(method, 192, Form::ode, {{"initial", "zero"}});
    EXPECT_TRUE(shows_order(observed, {1, 1, 1}, true)) << observed.q << " " << observed.v;
  }
}

}  // namespace
}  // namespace plumb
