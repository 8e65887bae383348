// The Lobatto IIIA-IIIB pair has its order in q, v and λ, compared with certified references, for nonlinear and moving
// constraints. methods/spark/spark_test.cpp has the two-sided tests of its order, also with rotations.

#include <gtest/gtest.h>

#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

const std::vector<Site> sites = {{"pendulum", "index3", {{"angle", "-0.7"}, {"rate", "1.5"}}, "0.5", 51},
                                 {"two-link", "index3", {}, "0.5", 51},
                                 {"car-axis", "index3", {}, "0.5", 101}};

class LobattoPair : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Stages, LobattoPair, ::testing::Values(2, 3, 4));

TEST_P(LobattoPair, HasItsOrdersOfPositionsVelocitiesAndMultipliers) {
  const auto& method = catalogued_method("lobatto-iiia-iiib");
  const Parameters options(method.parameters, {{"stages", std::to_string(GetParam())}});
  const int expected = 2 * GetParam() - 2;
  for (const auto& site : sites) {
    const auto result = convergence(method, options, site, 8);
    ASSERT_EQ(result.status, Status::ok) << title(site);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto order = observed_order(result.points[k], {.expected = expected});
      // The leading error term can be small for this motion, so a higher observed order is accepted.
      EXPECT_TRUE(order.verdict == OrderVerdict::pass || order.order.value_or(0) > expected)
          << title(site) << " " << k << ": expected " << expected << ", observed " << order.order.value_or(NAN) << "; "
          << order.reason;
    }
  }
}

}  // namespace
}  // namespace plumb::testing
