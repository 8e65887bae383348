// Motions in the penalty and augmented Lagrangian formulations: orders of methods, the error due to the penalty,
// constraint errors, redundant constraints and singular positions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "problems/adapters/penalty.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "problems/testing/repeated_rows.hpp"
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

OrderResult order_of(const std::vector<OrderPoint>& points, int of) { return observed_order(points, {.expected = of}); }
void expect_order(const std::vector<OrderPoint>& points, int of, const char* quantity) {
  const auto order = order_of(points, of);
  EXPECT_EQ(name(order.verdict.value()), "pass")
      << quantity << ": expected " << of << ", observed " << order.order.value_or(NAN) << "; " << order.reason;
}

/// A problem of the catalogue with a derived formulation added to its list, because MovedProblem finds formulations by
/// name.
struct Listed {
  Problem problem;
  std::string name;

  Listed(const std::string& of, const std::string& formulation) : problem(catalogued_problem(of)) {
    const auto& derived = formulation_named(catalogued_problem(of), formulation);
    name = derived.name;
    problem.formulations.push_back(derived);
  }
  template <class T>
  MovedProblem<T> moved(const std::map<std::string, std::string>& data = {}) const {
    return {problem, Parameters(problem.parameters, data), name};
  }
};

using State = AnySystem<quad>::State;
constexpr int times = 17;  // number of times at which states are compared
const quad horizon = quad(1) / 2;

/// Returns the states at the times of comparison, with `per_time` steps between them.
std::vector<State> states(MovedProblem<quad> moved, const Method& method, const MethodOptions& options, int per_time) {
  std::vector<State> out;
  const auto result = moved.by(method, options, horizon, times * per_time, [&](int n, const State& x) {
    if (n % per_time == 0) out.push_back(x);
  });
  if (result.status != Status::ok) out.clear();
  return out;
}

/// Returns accurate states of the formulation's own motion, with its multipliers.
std::vector<State> accurate_states(const Listed& of) {
  const auto& method = catalogued_method("dop853");
  auto out = states(of.moved<quad>(), method, options_of(method), 240);
  auto system = of.moved<quad>().system;
  for (std::size_t k = 0; k < out.size(); ++k)
    EXPECT_TRUE(
        system.acceleration(horizon * static_cast<int>(k + 1) / times, out[k].q, out[k].v, out[k].a, out[k].lambda));
  return out;
}

/// Returns the errors in q, v and λ relative to given states, with decreasing steps.
std::array<std::vector<OrderPoint>, 3> errors(const Listed& of, const std::vector<State>& reference,
                                              const Method& method, const Parameters& options) {
  std::array<std::vector<OrderPoint>, 3> out;
  auto system = of.moved<quad>().system;
  for (const int per_time : {3, 5, 9, 17, 33, 65, 129}) {  // odd, so that errors that alternate in sign are not hidden
    const auto found = states(of.moved<quad>(), method, {options, {}}, per_time);
    Distance<quad> most;
    if (found.size() != reference.size()) most = no_distance();
    for (std::size_t k = 0; k < found.size(); ++k) most.raise_to(distance(system, found[k], reference[k]));
    const quad h = horizon / (times * per_time), floor = unit_roundoff<quad>() * times * per_time;
    out[0].push_back({h, most.q, {0, floor, 0}});
    out[1].push_back({h, most.v, {0, floor, 0}});
    out[2].push_back({h, most.lambda, {0, floor, 0}});
  }
  return out;
}

class OrderOfPenalty : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Problems, OrderOfPenalty, ::testing::Values("pendulum", "two-link"));

// The penalty is small, so that its terms influence the motion. The reference solves the same equations.
TEST_P(OrderOfPenalty, IsTheProvenOne) {
  const Listed of(GetParam(), "penalty(alpha=50,omega=4,mu=0.75)");
  const auto reference = accurate_states(of);
  ASSERT_EQ(reference.size(), times);
  for (const auto& [method, overrides, multipliers] : expected) {
    SCOPED_TRACE(method);
    const auto& chosen = catalogued_method(method);
    const auto options = accurately_started(chosen, overrides);
    const auto points = errors(of, reference, chosen, options);
    const auto proven = chosen.proven_order(options, Form::index1);
    expect_order(points[0], proven.of_position(true), "q");
    expect_order(points[1], proven.of_velocity(true), "v");
    if (multipliers != 0) expect_order(points[2], multipliers, "lambda");
  }
}

// A damping ratio that is wrong by 1e-4 is detected.
TEST(OrderOfPenaltyEquations, FailsIfACoefficientIsWrong) {
  const auto reference = accurate_states({"pendulum", "penalty(alpha=50,omega=4,mu=0.75)"});
  const auto& method = catalogued_method("erk4");
  const auto points =
      errors({"pendulum", "penalty(alpha=50,omega=4,mu=0.7501)"}, reference, method, options_of(method).parameters);
  EXPECT_NE(name(order_of(points[0], 4).verdict.value()), "pass");
}

class OrderOfAugmentedLagrangian : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Problems, OrderOfAugmentedLagrangian, ::testing::Values("pendulum", "two-link"));

// The motion equals the motion with exact constraints, whose reference is exact or certified.
TEST_P(OrderOfAugmentedLagrangian, IsTheProvenOne) {
  for (const auto& [method, overrides, multipliers] : expected) {
    SCOPED_TRACE(method);
    const auto& of = catalogued_method(method);
    const auto options = accurately_started(of, overrides);
    const auto result =
        convergence(of, options, {GetParam(), "augmented-lagrangian(alpha=1e5,omega=4,mu=0.75)", {}, "0.5", 51}, 8);
    ASSERT_EQ(result.status, Status::ok);
    const auto proven = of.proven_order(options, Form::index1);
    expect_order(result.points[0], proven.of_position(true), "q");
    expect_order(result.points[1], proven.of_velocity(true), "v");
    if (multipliers != 0) expect_order(result.points[2], multipliers, "lambda");
  }
}

/// Returns the errors in q, v and λ with a penalty, relative to the motion with exact constraints.
std::array<quad, 3> error_of_penalty(const std::string& problem, const std::string& alpha) {
  const Listed of(problem, "penalty(alpha=" + alpha + ")");
  const auto exact = solution(of.problem, Parameters(of.problem.parameters, {}));
  const auto found = accurate_states(of);
  std::array<quad, 3> out{};
  for (std::size_t k = 0; k < found.size(); ++k) {
    const auto wanted = exact->at(horizon * static_cast<int>(k + 1) / times, *of.problem.formulation("index1"));
    out[0] = larger<quad>(out[0], (found[k].q - wanted.q).norm());
    out[1] = larger<quad>(out[1], (found[k].v - wanted.v).norm());
    out[2] = larger<quad>(out[2], (found[k].lambda - wanted.lambda).norm());
  }
  return out;
}

// The error due to the penalty does not depend on the step. It is proportional to 1/α.
TEST(ErrorOfPenalty, IsOneOverThePenalty) {
  for (const char* problem : {"pendulum", "two-link"}) {
    const auto large = error_of_penalty(problem, "1e6"), small = error_of_penalty(problem, "1e8");
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(static_cast<double>(log10(large[i] / small[i])), 2, 0.01) << problem << " " << i;
      EXPECT_GT(large[i], quad(1e-9)) << problem << " " << i;
    }
  }
}

// A pendulum that hangs at rest: along the rod, with S = α/m, the length error d satisfies
//   (1 + S) d'' + S (2ωμ d' + ω² d) = g,   d = d' = 0 initially,
// so it tends to m g / (α ω²) like a damped oscillator of the frequency ω √(S/(1 + S)).
TEST(ErrorOfPenalty, MovesTheHangingPendulumAsItsEquationSays) {
  for (const auto& [alpha, omega, mu] : {std::array{20., 10., 0.25}, std::array{1e4, 5., 0.5}}) {
    const Listed of("pendulum", fmt::format("penalty(alpha={},omega={},mu={})", alpha, omega, mu));
    for (const double t : {0.1, 0.4, 2.}) {
      auto moved = of.moved<double>({{"angle", "-pi/2"}});
      ASSERT_EQ(moved.by("dop853", t, 2000).status, Status::ok);
      const double s = alpha / (1 + alpha), damping = s * omega * mu,
                   frequency = std::sqrt(s * omega * omega - damping * damping);
      const double limit = 9.81 / (alpha * omega * omega);
      const double d = limit * (1 - std::exp(-damping * t) *
                                        (std::cos(frequency * t) + damping / frequency * std::sin(frequency * t)));
      const double found = -1 - moved.x.q[1];
      EXPECT_NEAR(found, d, 1e-10) << alpha << " " << t;
    }
  }
}

/// Returns the error of the rod's length at time t, relative to the initial error of 1e-3 m, whose initial rate is 0.
double decay_after(double t, const std::string& formulation) {
  auto moved = Listed("pendulum", formulation).moved<double>();
  moved.x.q.head(2) *= 1 + 1e-3;  // the pivot is the origin
  auto row = moved.x.lambda;
  moved.system.constraint(0, moved.x.q, row);
  const double start = row.norm();
  EXPECT_EQ(moved.by("dop853", t, 2000).status, Status::ok);
  moved.system.constraint(t, moved.x.q, row);
  return row.norm() / start;
}

// Φ'' + 2ωμ Φ' + ω² Φ = 0 holds along any motion.
TEST(ErrorOfAugmentedLagrangian, DecaysAsItsEquationSays) {
  for (const double t : {0.1, 0.4, 1.}) {
    const double critical = std::exp(-5 * t) * (1 + 5 * t);
    EXPECT_NEAR(decay_after(t, "augmented-lagrangian(omega=5)"), critical, 1e-9) << t;
    const double fast = 13 + std::sqrt(144.), slow = 25 / fast;
    const double overdamped = (fast * std::exp(-slow * t) - slow * std::exp(-fast * t)) / (fast - slow);
    EXPECT_NEAR(decay_after(t, "augmented-lagrangian(omega=5,mu=2.6)"), overdamped, 1e-9) << t;
  }
}

// `plumb analyze` prints this limit of the step for small motions: 2.7852935634/ω for erk4 and critical damping.
TEST(ErrorOfAugmentedLagrangian, GrowsBeyondTheStepLimit) {
  const Listed of("pendulum", "augmented-lagrangian(omega=100)");
  const double limit = 2.7852935634 / 100;
  const auto error = [&](double step) {
    auto moved = of.moved<double>({{"angle", "-pi/2+1e-4"}});  // the pendulum hangs nearly at rest
    moved.x.q.head(2) *= 1 + 1e-9;
    moved.by("erk4", 400 * step, 400);
    auto row = moved.x.lambda;
    moved.system.constraint(0, moved.x.q, row);
    return row.norm();
  };
  EXPECT_LT(error(0.97 * limit), 1e-4);  // the discretisation error of the method
  EXPECT_FALSE(error(1.03 * limit) < 1e-2);
}

/// Returns a pendulum or two-link with every constraint repeated, in the augmented Lagrangian formulation.
AnySystem<quad> repeated(const Problem& problem) {
  const auto at = [&](Form form) {
    auto level = *problem.formulation("index1");
    level.form = form;
    return ErasedSystem<quad>(RepeatedRows<quad>(problem.in_quad.system(Parameters(problem.parameters, {}), level)));
  };
  return AnySystem<quad>(
      Penalty<quad>(at(Form::index1), at(Form::index2), {.alpha = 1e7, .omega = 10, .mu = 1, .iterates = true}));
}

// Every constraint occurs twice. The motion equals the motion of the same mechanism without redundancy.
TEST(RedundantConstraints, MoveAsTheMechanismWithoutRedundancy) {
  for (const char* problem : {"pendulum", "two-link"})
    for (const char* method : {"erk4", "radau-iia", "bdf2", "esdirk436l2sa2"}) {
      const Listed of(problem, "augmented-lagrangian");
      auto once = of.moved<quad>();
      const auto& chosen = catalogued_method(method);
      ASSERT_EQ(once.by(method, horizon, 50).status, Status::ok) << problem << " " << method;
      auto system = repeated(of.problem);
      auto x = zero_state(system);
      x.q = once.start.q;
      x.v = once.start.v;
      ASSERT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
      const auto stepper = chosen.in_quad(system, options_of(chosen));
      ASSERT_EQ(integrate(*stepper, x, horizon, 50, [](int, const auto&) {}).status, Status::ok)
          << problem << " " << method;
      EXPECT_LT(max_norm(x.q - once.x.q), quad(1e-20)) << problem << " " << method;
      EXPECT_LT(max_norm(x.v - once.x.v), quad(1e-19)) << problem << " " << method;
    }
}

}  // namespace
}  // namespace plumb::testing
