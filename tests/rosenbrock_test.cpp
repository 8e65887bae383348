// Rosenbrock methods have their orders in q, v and λ with nonlinear constraints and with moving constraints; a copy
// with one wrong coefficient does not.

#include <gtest/gtest.h>

#include "methods/rosenbrock/coefficients.hpp"
#include "methods/rosenbrock/rosenbrock_entry.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

const std::vector<Site> sites_at_index1 = {{"pendulum", "index1", {}, "0.5", 51},
                                           {"two-link", "index1", {}, "0.5", 801},
                                           {"car-axis", "index1", {}, "0.5", 101}};

class RosenbrockOrder : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, RosenbrockOrder, ::testing::Values("ros3p", "rodas3", "rodas4", "rodas5p"));

TEST_P(RosenbrockOrder, IsThatOfPositionsVelocitiesAndMultipliers) {
  const auto& method = catalogued_method(GetParam());
  const auto proven = method.proven_order(Parameters(), Form::index1);
  const int orders[] = {proven.position, proven.velocity, proven.multiplier};
  for (const auto& site : sites_at_index1) {
    const auto result = convergence(method, Parameters(), site, 10);
    ASSERT_EQ(result.status, Status::ok) << title(site);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto order = observed_order(result.points[k], {.expected = orders[k]});
      EXPECT_EQ(order.verdict, OrderVerdict::pass)
          << title(site) << " " << k << ": expected " << orders[k] << ", observed " << order.order.value_or(NAN) << "; "
          << order.reason;
    }
  }
}

/// Returns the observed order of velocities of a method with these coefficients for the car axis, whose constraints
/// move.
double order_of_velocities(const RosenbrockData& data, int order) {
  const auto method = rosenbrock_method({.name = "m", .title = "", .source = "", .order = order}, data);
  const auto result = convergence(method, Parameters(), sites_at_index1.back(), 7);
  return observed_order(result.points[1], {}).order.value_or(0);
}

TEST(RosenbrockMethods, LoseTheirOrderWithAWrongCoefficient) {
  EXPECT_GT(order_of_velocities(rodas4, 4), 3.9);
  auto wrong = rodas4;
  wrong.gamma[4][2] += "+1/100";
  EXPECT_LT(order_of_velocities(wrong, 4), 3.5);
  wrong = rodas5p;
  wrong.gamma[4][2] += "+1/1000";
  EXPECT_LT(order_of_velocities(wrong, 5), 4);
}

}  // namespace
}  // namespace plumb::testing
