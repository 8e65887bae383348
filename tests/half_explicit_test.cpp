// Half-explicit Runge-Kutta methods have their orders of q, v and λ with nonlinear constraints, moving constraints and
// rotations; a copy with one wrong row does not.

#include <gtest/gtest.h>

#include "methods/extrapolation/coefficients.hpp"
#include "methods/half-explicit/half_explicit_rk.hpp"
#include "tests/convergence.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

const std::vector<Site> sites = {{"pendulum", "index2", {}, "0.5", 51},
                                 {"two-link", "index2", {}, "0.5", 51},
                                 {"car-axis", "index2", {}, "0.5", 101}};

class HalfExplicit : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, HalfExplicit, ::testing::Values("hem3", "hem4", "hedop5", "phem56", "mexx"));

TEST_P(HalfExplicit, HasItsOrdersOfPositionsVelocitiesAndMultipliers) {
  const auto& method = catalogued_method(GetParam());
  const Parameters usual(method.parameters, {});
  const auto proven = method.proven_order(usual, Form::index2);
  const int orders[] = {proven.position, proven.velocity, proven.multiplier};
  for (const auto& site : sites) {
    const auto result = convergence(method, usual, site, 11);
    ASSERT_EQ(result.status, Status::ok) << title(site);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto order = observed_order(result.points[k], {.expected = orders[k]});
      // The leading error term can be small for this motion, so a higher observed order is accepted.
      EXPECT_TRUE(order.verdict == OrderVerdict::pass || order.order.value_or(0) > orders[k])
          << title(site) << " " << k << ": expected " << orders[k] << ", observed " << order.order.value_or(NAN) << "; "
          << order.reason;
    }
  }
}

/// Returns the observed order of velocities of a method with these coefficients for the pendulum.
double order_of_velocities(const HalfExplicitData& data) {
  Method method;
  method.in_quad = [&data](AnySystem<quad>& system, const MethodOptions& options) {
    return AnyStepper<quad>::make<HalfExplicitRk<AnySystem<quad>>>(system, options, data);
  };
  const auto result = convergence(method, Parameters(), sites.front(), 7);
  return observed_order(result.points[1], {}).order.value_or(0);
}

TEST(HalfExplicitMethods, LosesItsOrderWithAWrongRow) {
  EXPECT_GT(order_of_velocities(phem56), 4.9);
  auto wrong = phem56;
  wrong.constraint_rows[1] = {"1/40", "11/40"};  // wrong coefficients with the correct sum
  EXPECT_LT(order_of_velocities(wrong), 4.5);
  wrong = hem4;
  wrong.a[3] = wrong.constraint_rows[2] = {"-1", "(14-sqrt(6))/10+(2*sqrt(6))/10"};  // the correct sum
  EXPECT_LT(order_of_velocities(wrong), 3.5);
}

TEST(HalfExplicitMethods, ExtrapolationReachesEachOrder) {
  for (const int order : {2, 3, 5}) {
    EXPECT_NEAR(order_of_velocities(mexx_data(order)), order, 0.1) << order;
    auto wrong = mexx_data(order);
    wrong.b.back() += "+1/50", wrong.b.front() += "-1/50";
    EXPECT_LT(order_of_velocities(wrong), 1.5) << order;
  }
}

TEST(HalfExplicitMethods, KeepsConstraintsOnVelocities) {
  const auto& problem = catalogued_problem("car-axis");
  for (const char* method : {"hem3", "hem4", "hedop5", "phem56", "mexx"}) {
    MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), "index2");
    ASSERT_EQ(moved.by(method, 1, 400).status, Status::ok) << method;
    Vec<double> rate = moved.x.lambda;
    moved.system.constraint_rate(1, moved.x.q, moved.x.v, rate);
    EXPECT_LT(rate.cwiseAbs().maxCoeff(), 1e-13) << method;
  }
}

}  // namespace
}  // namespace plumb::testing
