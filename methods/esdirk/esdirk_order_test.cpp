// Orders as they show, with constraints at every level.

#include <gtest/gtest.h>

#include "methods/families.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

TEST(EsdirkOrder, IsThatOfTheTableauWithoutConstraintsAndAtIndex1) {
  for (const auto& method : esdirk_methods())
    if (method.info.name != "mssth5") expect_claimed_orders(method, 192);  // index 1 shows 5 from smaller steps on only
}

// Stage order 2 leaves orders 3 in q and v at index 2 and 2 at index 3, and of λ one less than of v, whatever the
// quadrature (for invertible tableaus Hairer, Lubich & Roche 1989, chapters 4 and 6; here measured).
TEST(EsdirkOrder, IsBoundedByTheStageOrderAtIndex2And3) {
  for (const auto& method : esdirk_methods()) {
    if (method.info.name == "mssth4") continue;  // at index 2 between 3 and 4 still
    SCOPED_TRACE(std::string(method.info.name));
    const int at_index2 = std::min(method.info.order, 3);
    const auto second = driven_pendulum().order(method, 192, Form::index2);
    EXPECT_TRUE(shows_order(second, {at_index2, at_index2, 0, 2}, true))
        << "q " << second.q << ", v " << second.v << ", lambda " << second.lambda;
    const auto third = driven_pendulum().order(method, 192, Form::index3);
    EXPECT_TRUE(shows_order(third, {2, 2, 0, 1}, true))
        << "q " << third.q << ", v " << third.v << ", lambda " << third.lambda;
  }
}

// Accelerations that are zero at the start leave an error of first order, whatever the method.
TEST(EsdirkOrder, NeedsConsistentRatesToStartWith) {
  for (const auto& method : esdirk_methods()) {
    if (method.info.name != "esdirk436l2sa2") continue;
    const auto observed = coupled_pair().order(method, 192, Form::ode, {{"initial", "zero"}});
    EXPECT_TRUE(shows_order(observed, {1, 1, 1}, true)) << observed.q << " " << observed.v;
  }
}

}  // namespace
}  // namespace plumb
