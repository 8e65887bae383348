// Motions in Baumgarte's formulation: methods have their orders, and constraint errors decay as in their equation.

#include <gtest/gtest.h>

#include <cmath>

#include "problems/derived/derived_formulations.hpp"
#include "tests/convergence.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

struct Expected {
  std::string method;
  std::map<std::string, std::string> overrides = {};
  int multipliers = 0;  // order of λ; 0: the method computes none
};

const std::vector<Expected> expected = {{"erk4"},
                                        {"heun3"},
                                        {"radau-iia", {{"stages", "2"}}, 3},
                                        {"gauss", {{"stages", "2"}}, 4},
                                        {"bdf3", {}, 3},
                                        {"lms3", {{"rho", "0.6"}}, 2},
                                        {"esdirk436l2sa2", {}, 4}};

void expect_order(const std::vector<OrderPoint>& points, int of, const char* quantity) {
  const auto order = observed_order(points, {.expected = of});
  EXPECT_EQ(name(order.verdict.value()), "pass")
      << quantity << ": expected " << of << ", observed " << order.order.value_or(NAN) << "; " << order.reason;
}

class OrderOfBaumgarte : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Problems, OrderOfBaumgarte, ::testing::Values("pendulum", "two-link"));

// The motion is nonlinear, and its reference is exact or certified.
TEST_P(OrderOfBaumgarte, IsTheProvenOne) {
  for (const auto& [method, overrides, multipliers] : expected) {
    SCOPED_TRACE(method);
    const auto& of = catalogued_method(method);
    const auto options = accurately_started(of, overrides);
    const auto result = convergence(of, options, {GetParam(), "baumgarte(alpha=3,beta=4)", {}, "0.5", 51}, 8);
    ASSERT_EQ(result.status, Status::ok);
    const auto proven = of.proven_order(options, Form::index1);
    expect_order(result.points[0], proven.of_position(true), "q");
    expect_order(result.points[1], proven.of_velocity(true), "v");
    if (multipliers != 0) expect_order(result.points[2], multipliers, "lambda");
  }
}

/// Returns the constraint error after the time t of a pendulum whose rod is initially too long by 1e-3 m.
double error_after(const Problem& problem, const std::string& formulation, double t) {
  MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), formulation);
  moved.x.q *= 1 + 1e-3;  // the pivot is the origin
  Vec<double> phi = moved.x.lambda;
  moved.system.constraint(0, moved.x.q, phi);
  const double start = phi[0];
  EXPECT_EQ(moved.by("dop853", t, 2000).status, Status::ok);
  moved.system.constraint(t, moved.x.q, phi);
  return phi[0] / start;
}

/// Returns the pendulum with a Baumgarte formulation added to its list, because MovedProblem finds formulations by
/// name.
Problem with(const std::map<std::string, std::string>& overrides, std::string& name) {
  auto problem = catalogued_problem("pendulum");
  const auto derived = *derived_name("baumgarte");
  const auto& formulation = derived_formulation(derived.kind, *catalogued_problem("pendulum").formulation("index1"),
                                                Parameters(derived.kind.parameters, overrides), "");
  name = formulation.name;
  problem.formulations.push_back(formulation);
  return problem;
}

double stabilised_error_after(double t, const std::map<std::string, std::string>& overrides) {
  std::string name;
  const auto problem = with(overrides, name);
  return error_after(problem, name, t);
}

// Φ'' + 2α Φ' + β² Φ = 0 holds along any motion, so Φ is known in closed form. Initially Φ' = 0, because velocities are
// perpendicular to the rod.
TEST(ConstraintErrors, DecayAsTheirEquationSays) {
  for (const double t : {0.1, 0.4, 1.}) {
    const double critical = std::exp(-5 * t) * (1 + 5 * t);
    EXPECT_NEAR(stabilised_error_after(t, {{"alpha", "5"}}), critical, 1e-9) << t;
    const double omega = std::sqrt(100. - 9);
    const double damped = std::exp(-3 * t) * (std::cos(omega * t) + 3 / omega * std::sin(omega * t));
    EXPECT_NEAR(stabilised_error_after(t, {{"alpha", "3"}, {"beta", "10"}}), damped, 1e-9) << t;
    const double fast = 13 + std::sqrt(144.), slow = 25 / fast;
    const double overdamped = (fast * std::exp(-slow * t) - slow * std::exp(-fast * t)) / (fast - slow);
    EXPECT_NEAR(stabilised_error_after(t, {{"alpha", "13"}, {"beta", "5"}}), overdamped, 1e-9) << t;
    EXPECT_NEAR(error_after(catalogued_problem("pendulum"), "index1", t), 1, 1e-9) << t;
  }
}

// A coefficient that is wrong by 1 % is detected.
TEST(ConstraintErrors, ShowAWrongCoefficient) {
  const double t = 0.4, critical = std::exp(-5 * t) * (1 + 5 * t);
  EXPECT_GT(std::abs(stabilised_error_after(t, {{"alpha", "5.05"}, {"beta", "5"}}) - critical), 1e-4);
  EXPECT_GT(std::abs(stabilised_error_after(t, {{"alpha", "5"}, {"beta", "5.05"}}) - critical), 1e-4);
}

// `plumb analyze` prints this limit of the step for small motions: 2.7852935634/α for erk4 and critical damping.
TEST(ConstraintErrors, GrowBeyondTheStepLimit) {
  std::string name;
  const double limit = 2.7852935634 / 100;
  const auto problem = with({{"alpha", "100"}}, name);
  const auto error = [&](double step) {
    // The pendulum hangs nearly at rest, because in fast motions constraint errors are nonlinear and the limit is
    // smaller.
    MovedProblem<double> moved(problem, Parameters(problem.parameters, {{"angle", "-pi/2+1e-4"}}), name);
    moved.x.q *= 1 + 1e-9;
    const int steps = 400;
    moved.by("erk4", steps * step, steps);
    Vec<double> phi = moved.x.lambda;
    moved.system.constraint(0, moved.x.q, phi);
    return std::abs(phi[0]);
  };
  EXPECT_LT(error(0.97 * limit), 1e-4);  // the discretisation error of the method
  EXPECT_FALSE(error(1.03 * limit) < 1e-2);
}

}  // namespace
}  // namespace plumb::testing
