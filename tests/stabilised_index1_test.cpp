// Motions in the stabilised equations of index 1: orders of methods in q, v and λ, orders with which the additional
// multipliers vanish, constraints of all three levels at the ends of steps, and broken copies of the equations.

#include "problems/adapters/stabilised_index1.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "tests/convergence.hpp"
#include "tests/moved_problem.hpp"
#include "text/exit_codes.hpp"

namespace plumb::testing {
namespace {

/// A method with its order at index 2 in q and v, and in the multipliers (Hairer, Lubich & Roche 1989, table 2.1; for
/// multistep formulas Hairer & Wanner, Solving ODEs II, section VII.3).
struct Expected {
  std::string method;
  std::map<std::string, std::string> given = {};
  int order = 0, multipliers = 0;
};

const std::vector<Expected> expected = {{"implicit-euler", {}, 1, 1},
                                        {"bdf2", {}, 2, 2},
                                        {"bdf3", {}, 3, 3},
                                        {"lms3", {{"rho", "0.6"}}, 2, 2},
                                        {"radau-iia", {{"stages", "2"}}, 3, 2},
                                        {"radau-iia", {{"stages", "3"}}, 5, 3},
                                        {"lobatto-iiic", {{"stages", "3"}}, 4, 2}};

OrderResult order_of(const std::vector<OrderPoint>& points, int of) { return observed_order(points, {.expected = of}); }
void expect_order(const std::vector<OrderPoint>& points, int of, const char* quantity) {
  const auto order = order_of(points, of);
  EXPECT_EQ(name(order.verdict.value()), "pass")
      << quantity << ": expected " << of << ", observed " << order.order.value_or(NAN) << "; " << order.reason;
}

class OrderOfStabilisedIndex1 : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Problems, OrderOfStabilisedIndex1, ::testing::Values("pendulum", "two-link"));

// λ is a function of q and v, so it has their order.
TEST_P(OrderOfStabilisedIndex1, IsThatOfIndex2AlsoInTheMultipliers) {
  for (const auto& [method, given, order, multipliers] : expected) {
    SCOPED_TRACE(method);
    const auto& of = catalogued_method(method);
    const auto result =
        convergence(of, accurately_started(of, given), {GetParam(), "stabilised-index1", {}, "0.5", 81}, 7);
    ASSERT_EQ(result.status, Status::ok);
    expect_order(result.points[0], order, "q");
    expect_order(result.points[1], order, "v");
    expect_order(result.points[2], order, "lambda");
  }
}

// The multipliers of ggl have the order of the stages only.
TEST(OrderOfStabilisedIndex1Multipliers, IsHigherThanThatOfGgl) {
  const auto& of = catalogued_method("radau-iia");
  const Parameters options(of.parameters, {{"stages", "2"}});
  const auto result = convergence(of, options, {"pendulum", "ggl", {}, "0.5", 51}, 8);
  ASSERT_EQ(result.status, Status::ok);
  expect_order(result.points[1], 3, "v");
  expect_order(result.points[2], 2, "lambda");
}

const quad horizon = quad(1) / 2;

/// A problem of the catalogue in these equations, which `make` may replace by a broken copy.
MovedProblem<quad> moved(const std::string& name, auto make) {
  const auto& problem = catalogued_problem(name);
  const Parameters data(problem.parameters, {});
  MovedProblem<quad> out(problem, data, "ggl");
  auto at_accelerations = *problem.formulation("ggl");
  at_accelerations.form = Form::index1;
  ErasedSystem<quad> index1(problem.in_quad.system(data, at_accelerations)), ggl(out.system);
  out.system = AnySystem<quad>(make(std::move(index1), std::move(ggl)));
  out.x.lambda.setZero();
  return out;
}
const auto sound = [](auto index1, auto ggl) { return StabilisedIndex1<quad>(std::move(index1), std::move(ggl)); };

/// Returns the largest η and μ at the ends of steps, with decreasing steps. The last numbers of a method's memory are
/// μ/h.
std::array<std::vector<OrderPoint>, 2> sizes_of_multipliers(const std::string& problem, const Method& method,
                                                            const Parameters& options) {
  std::array<std::vector<OrderPoint>, 2> out;
  for (const int steps : {201, 403, 807, 1615}) {
    auto motion = moved(problem, sound);
    const auto stepper = method.in_quad(motion.system, {options, {}});
    const quad h = horizon / steps, floor = unit_roundoff<quad>() * steps * steps;
    quad eta = 0, mu = 0;
    const auto result = integrate(*stepper, motion.x, horizon, steps, [&](int, const auto& x) {
      eta = larger<quad>(eta, max_norm(x.lambda));
      for (const quad& m : stepper->memory().last(static_cast<std::size_t>(x.lambda.size())))
        mu = larger<quad>(mu, abs(quad(h * m)));
    });
    EXPECT_EQ(result.status, Status::ok) << steps;
    out[0].push_back({h, eta, {0, floor, 0}});
    out[1].push_back({h, mu, {0, floor, 0}});
  }
  return out;
}

TEST_P(OrderOfStabilisedIndex1, IsThatOfTheStagesInTheAdditionalMultipliers) {
  for (const auto& [method, given, order, multipliers] : expected) {
    SCOPED_TRACE(method);
    if (method == "lms3") continue;  // the end of its memory is not μ/h
    const auto& of = catalogued_method(method);
    const auto [eta, mu] = sizes_of_multipliers(GetParam(), of, accurately_started(of, given));
    expect_order(eta, multipliers, "eta");
    expect_order(mu, multipliers, "mu");
  }
}

/// Returns the errors of v with decreasing steps of the two-stage Radau IIA method.
std::vector<OrderPoint> errors_of_velocities(const std::string& name, auto make) {
  const auto& problem = catalogued_problem(name);
  const auto& method = catalogued_method("radau-iia");
  const auto exact = solution(problem, Parameters(problem.parameters, {}))->at(horizon, *problem.formulation("ggl"));
  std::vector<OrderPoint> out;
  for (const int steps : {51, 103, 207, 415, 831}) {
    auto motion = moved(name, make);
    const auto result = motion.by(method, options_of(method, {{"stages", "2"}}), horizon, steps);
    EXPECT_EQ(result.status, Status::ok) << steps;
    out.push_back({horizon / steps, max_norm(motion.x.v - exact.v), {0, unit_roundoff<quad>() * steps, 0}});
  }
  return out;
}

/// Broken copy: the accelerations contain a small damping.
struct DampedCopy : StabilisedIndex1<quad> {
  using StabilisedIndex1<quad>::StabilisedIndex1;
  void force(const quad& t, const Q& q, const V& v, V& out) {
    StabilisedIndex1<quad>::force(t, q, v, out);
    out -= quad(1e-5) * v;
  }
};
/// Broken copy: velocities violate their constraints by a small amount.
struct SlidingCopy : StabilisedIndex1<quad> {
  using StabilisedIndex1<quad>::StabilisedIndex1;
  void constraint_rate(const quad& t, const Q& q, const V& v, L& out) {
    StabilisedIndex1<quad>::constraint_rate(t, q, v, out);
    out.array() += quad(1e-5);
  }
};

TEST(OrderOfStabilisedIndex1Equations, IsLostInBrokenCopies) {
  for (const char* problem : {"pendulum", "two-link"}) {
    SCOPED_TRACE(problem);
    expect_order(errors_of_velocities(problem, sound), 3, "v");
    const auto damped = errors_of_velocities(
        problem, [](auto index1, auto ggl) { return DampedCopy(std::move(index1), std::move(ggl)); });
    EXPECT_NE(name(order_of(damped, 3).verdict.value()), "pass");
    const auto sliding = errors_of_velocities(
        problem, [](auto index1, auto ggl) { return SlidingCopy(std::move(index1), std::move(ggl)); });
    EXPECT_NE(name(order_of(sliding, 3).verdict.value()), "pass");
  }
}

RunResult run_of(const std::string& problem, const std::string& formulation, const std::string& method,
                 const std::string& step, const std::string& t_end) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method.name = method;
  request.step = step;
  request.settings["t_end"] = t_end;
  request.settings["reference"] = "none";
  return run_cell(resolve(request), StopRequest{Status::ok});
}

struct Drifting {
  std::string problem, prefix, step, t_end;
};
const std::vector<Drifting> drifting = {{"pendulum", "", "1e-2", "10"},
                                        {"two-link", "", "5e-3", "5"},
                                        {"slider-crank", "", "1e-4", "0.01"},
                                        {"spinning-top", "rotation-", "1e-3", "0.1"},
                                        {"@examples/mechanisms/n-four-bar.toml", "", "1e-3", "0.1"}};
constexpr const char* drifts[] = {"drift.position", "drift.velocity", "drift.acceleration"};

// Drifts in position, velocity and acceleration [m, m/s, m/s²]. The methods include a TOML file.
TEST(DriftOfStabilisedIndex1, IsRoundingAtAllLevels) {
  for (const auto& [problem, prefix, step, t_end] : drifting)
    for (const char* method :
         {"implicit-euler", "bdf3", "radau-iia", "lobatto-iiic", "@examples/methods/sdirk2.toml"}) {
      const auto result = run_of(problem, prefix + "stabilised-index1", method, step, t_end);
      ASSERT_EQ(result.status, Status::ok) << problem << " " << method << ": " << result.reason;
      for (const char* drift : drifts)
        EXPECT_LT(metric_of(result, drift).value_or(NAN), 1e-8) << problem << " " << method << " " << drift;
    }
}

// On ggl with the same steps, constraints on accelerations are violated by the error of the multipliers.
TEST(DriftOfStabilisedIndex1, IsLargerOnGgl) {
  for (const char* problem : {"pendulum", "two-link"}) {
    const auto result = run_of(problem, "ggl", "bdf3", "5e-3", "5");
    ASSERT_EQ(result.status, Status::ok) << problem;
    EXPECT_LT(metric_of(result, "drift.velocity").value_or(NAN), 1e-8) << problem;
    EXPECT_GT(metric_of(result, "drift.acceleration").value_or(NAN), 1e-5) << problem;
  }
}

// The system has no dense blocks, so its Newton matrices omit the derivatives of the accelerations.
TEST(StabilisedIndex1OfLargeSystems, IsSolvedWithoutDerivativesOfAccelerations) {
  const auto result = run_of("planar-chain", "stabilised-index1", "bdf2", "1e-4", "0.002");
  EXPECT_EQ(result.status, Status::ok) << result.reason;
}

TEST(StabilisedIndex1Requests, HaveNoParameters) {
  CellRequest request;
  request.problem.name = "pendulum";
  request.formulation.name = "stabilised-index1";
  request.method.name = "bdf2";
  request.step = "1e-2";
  const auto cell = resolve(request);
  EXPECT_EQ(cell.text().formulation, "stabilised-index1");
  EXPECT_EQ(cell.text().formulation_parameters, "");
  EXPECT_EQ(&resolve(cell.text()).formulation(), &cell.formulation());
  request.formulation.parameters = {{"alpha", "1"}};
  EXPECT_THROW(resolve(request), UsageError);
}

TEST(StabilisedIndex1Requests, NeedAMethodForGgl) {
  EXPECT_EQ(run_of("pendulum", "stabilised-index1", "erk4", "1e-2", "1").status, Status::unsupported);
}

}  // namespace
}  // namespace plumb::testing
