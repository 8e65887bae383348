// Motions in independent coordinates: methods have their orders also if charts change, results on vector spaces
// equal the results of the equations in y, constraints hold to rounding, and singular positions end a run with a reason.

#include <gtest/gtest.h>

#include <cmath>

#include "harness/run/run_cell.hpp"
#include "problems/adapters/independent.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

struct Expected {
  std::string method;
  std::map<std::string, std::string> given = {};
  int multipliers = 0;  // order of λ; 0: the method computes none
};

const std::vector<Expected> expected = {{"erk4"},
                                        {"heun3"},
                                        {"ab4"},
                                        {"radau-iia", {{"stages", "2"}}, 3},
                                        {"gauss", {{"stages", "2"}}, 4},
                                        {"bdf3", {}, 3},
                                        {"lms3", {{"rho", "0.6"}}, 2},
                                        {"esdirk436l2sa2", {}, 4},
                                        {"rodas4"}};

OrderResult order_of(const std::vector<OrderPoint>& points, int of) { return observed_order(points, {.expected = of}); }
void expect_order(const std::vector<OrderPoint>& points, int of, const char* quantity) {
  const auto order = order_of(points, of);
  EXPECT_EQ(name(order.verdict.value()), "pass")
      << quantity << ": expected " << of << ", observed " << order.order.value_or(NAN) << "; " << order.reason;
}

class OrderOfIndependent : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Problems, OrderOfIndependent, ::testing::Values("pendulum", "two-link"));

// The chart changes after every step, so the histories of multistep methods pass from chart to chart. The motion is
// nonlinear, and its reference is exact or certified.
TEST_P(OrderOfIndependent, IsTheProvenOne) {
  for (const auto& [method, given, multipliers] : expected) {
    SCOPED_TRACE(method);
    const auto& of = catalogued_method(method);
    const auto options = accurately_started(of, given);
    const auto result = convergence(of, options, {GetParam(), "independent(contraction=0)", {}, "0.5", 51}, 8);
    ASSERT_EQ(result.status, Status::ok);
    const auto proven = of.proven_order(options, Form::index1);
    expect_order(result.points[0], proven.of_position(true), "q");
    expect_order(result.points[1], proven.of_velocity(true), "v");
    if (multipliers != 0) expect_order(result.points[2], multipliers, "lambda");
  }
}

/// The equations of a problem in independent coordinates, made by the adapter or by a broken copy of it.
template <template <class> class Adapter, class T>
struct Made {
  const Problem& problem;
  Parameters data;
  Adapter<T> system;

  Made(const std::string& of, double contraction)
      : problem(catalogued_problem(of)),
        data(problem.parameters, {}),
        system(at(Form::index1), at(Form::index2), T(contraction)) {}

  const Formulation& base() const { return *problem.formulation("index1"); }
  typename AnySystem<T>::State start() const {
    AnySystem<T> plain = problem.in<T>().system(data, base());
    return initial_state(problem, data, base(), plain);
  }

 private:
  ErasedSystem<T> at(Form form) const {
    auto level = base();
    level.form = form;
    return problem.in<T>().system(data, level);
  }
};

/// Returns the states after each of the steps.
template <template <class> class Adapter>
std::vector<AnySystem<quad>::State> states(const Made<Adapter, quad>& of, const std::string& method, quad t_end,
                                           int steps) {
  const auto& chosen = catalogued_method(method);
  const MethodOptions options{accurately_started(chosen), {}};
  const RunSetup<quad> setup{.start = of.start(), .h = t_end / steps, .samples = {.steps = steps}, .settles = true};
  const auto make = [&](AnySystem<quad>& system) { return chosen.in_quad(system, options); };
  const auto runner = runner_on(AnySystem<quad>(of.system), make, setup);
  EXPECT_EQ(runner.start().status, Status::ok);
  Block<quad> block{std::vector(static_cast<std::size_t>(steps), setup.start)};
  EXPECT_EQ(runner.keep(steps, StopRequest{Status::ok}, block).status, Status::ok) << method;
  EXPECT_EQ(block.taken, block.states.size()) << method;
  return block.states;
}

/// A broken copy: it changes the rates y' of the independent coordinates by 1e-9 after each step.
template <class T>
struct ChangesRates : Independent<T> {
  using Independent<T>::Independent;
  bool settle(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& q_settled, Vec<T>& v_settled) {
    const bool is_found = Independent<T>::settle(t, q, v, q_settled, v_settled);
    v_settled *= 1 + T(1e-9);
    return is_found;
  }
};

/// The errors in q after 0.5 s, with decreasing steps.
template <template <class> class Adapter>
std::vector<OrderPoint> errors(const std::string& problem, const std::string& method) {
  const Made<Adapter, quad> of(problem, 0);
  const auto exact = solution(of.problem, of.data);
  const auto wanted = exact->at(quad(1) / 2, of.base());
  std::vector<OrderPoint> out;
  for (const int steps : {51, 77, 115, 173, 259, 389, 583, 873}) {
    const auto found = states(of, method, quad(1) / 2, steps);
    out.push_back({quad(1) / 2 / steps, (found.back().q - wanted.q).norm(), 0, unit_roundoff<quad>() * steps, 0});
  }
  return out;
}

TEST(OrderOfIndependentEquations, FailsIfSettlingChangesTheRates) {
  expect_order(errors<Independent>("two-link", "erk4"), 4, "q");
  EXPECT_NE(name(order_of(errors<ChangesRates>("two-link", "erk4"), 4).verdict.value()), "pass");
}

/// Takes steps of erk4 on y'' = f(y, y').
template <class F>
void classical_steps(quad& y, quad& u, const quad& h, int steps, F f) {
  for (int n = 0; n < steps; ++n) {
    const quad k1 = f(y, u), u2 = u + h / 2 * k1;
    const quad k2 = f(y + h / 2 * u, u2), u3 = u + h / 2 * k2;
    const quad k3 = f(y + h / 2 * u2, u3), u4 = u + h * k3;
    const quad k4 = f(y + h * u3, u4);
    y += h / 6 * (u + 2 * u2 + 2 * u3 + u4);
    u += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
}

// The tangent at the start θ_0 is the direction (cos θ_0, sin θ_0) of the point mass, and its coordinate y is
// L sin(θ − θ_0). In the chart of the start a method computes exactly its results for y and y', up to rounding. It does
// not on index 1.
TEST(IndependentCoordinates, AreThoseOfTheEquationInOneChart) {
  const Made<Independent, quad> of("pendulum", 1);
  const auto start = of.start();
  const quad length = of.data.number<quad>("length"), gravity = of.data.number<quad>("gravity"), h = quad(1) / 100;
  const quad begin = start.q[2];
  const auto y_of = [&](const AnySystem<quad>::State& x) -> quad { return length * sin(x.q[2] - begin); };
  quad y = 0, u = length * start.v[2];
  const int steps = 20;
  classical_steps(y, u, h, steps, [&](const quad& at, const quad& rate) -> quad {
    const quad turn = asin(at / length), omega = rate / (length * cos(turn));
    return -gravity * sin(begin + turn) * cos(turn) - length * omega * omega * sin(turn);
  });
  const auto found = states(of, "erk4", h * steps, steps).back();
  EXPECT_GT(abs(y), quad(1e-2));
  EXPECT_LT(abs(y_of(found) - y), quad(1e-29));
  EXPECT_LT(abs(length * cos(found.q[2] - begin) * found.v[2] - u), quad(1e-28));
  auto every_step = states(Made<Independent, quad>("pendulum", 0), "erk4", h * steps, steps).back();
  EXPECT_GT(abs(y_of(every_step) - y), quad(1e-16)) << "these steps would not show another chart";
}

// Charts change the discretisation error only: the difference between two choices has the order of the method, on
// average over four halvings of the step, because the times at which charts change depend on the step.
TEST(IndependentCoordinates, ResultsDependOnTheChartsByTheOrderOfTheMethod) {
  for (const auto& [method, order] : {std::pair{"erk4", 4}, std::pair{"ab4", 4}, std::pair{"radau-iia", 5}}) {
    const auto difference = [&, &chosen = method](int steps) {
      const auto kept = states(Made<Independent, quad>("two-link", 0.3), chosen, quad(1) / 2, steps).back();
      const auto renewed = states(Made<Independent, quad>("two-link", 0), chosen, quad(1) / 2, steps).back();
      return (kept.q - renewed.q).norm() + (kept.v - renewed.v).norm();
    };
    const quad coarse = difference(50), fine = difference(800);
    EXPECT_GT(fine, quad(1e-25)) << method;
    EXPECT_GT(static_cast<double>(log2(coarse / fine)) / 4, order - 0.6) << method;
  }
}

// An explicit method moves the closed equations of the two-link manipulator through several charts.
TEST(IndependentCoordinates, AnExplicitMethodPassesSeveralCharts) {
  const Made<Independent, double> of("two-link", 0.1);
  auto system = of.system;
  auto x = of.start();
  auto next = x;
  ASSERT_TRUE(system.choose_chart(0, x.q));
  const double h = 1e-3;
  Vec<double> a = x.v, lambda = x.lambda, middle_q = x.q, middle_v = x.v;
  for (int n = 0; n < 5000; ++n) {  // the explicit midpoint rule
    ASSERT_TRUE(system.acceleration(n * h, x.q, x.v, a, lambda));
    middle_q = x.q + h / 2 * x.v;
    middle_v = x.v + h / 2 * a;
    ASSERT_TRUE(system.acceleration(n * h + h / 2, middle_q, middle_v, a, lambda));
    x.q += h * middle_v;
    x.v += h * a;
    ASSERT_TRUE(system.settle((n + 1) * h, x.q, x.v, next.q, next.v)) << n;
    x.q = next.q;
    x.v = next.v;
    system.constraint((n + 1) * h, x.q, lambda);
    ASSERT_LT(max_norm(lambda), 1e-13) << n;
    system.constraint_rate((n + 1) * h, x.q, x.v, lambda);
    ASSERT_LT(max_norm(lambda), 1e-13 * (1 + max_norm(x.v))) << n;
  }
  EXPECT_GT(system.charts(), 5);
  EXPECT_LT(system.charts(), 5000);
}

RunResult run_of(const std::string& problem, const std::string& formulation, const std::string& method,
                 const std::string& step, const std::string& t_end) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method.name = method;
  request.step = step;
  request.settings["t_end"] = t_end;
  return run_cell(resolve(request).without_reference(), StopRequest{Status::ok});
}

double metric(const RunResult& result, const std::string& name) {
  const auto found = result.metrics.find(name);
  return found != result.metrics.end() && found->second ? *found->second : NAN;
}

// Constraints hold to rounding, in closed loops, with driven and nonholonomic constraints and with rotations in space.
TEST(IndependentCoordinates, DoNotDrift) {
  struct Case {
    std::string problem, step, t_end, method = "erk4";
  };
  const std::vector<Case> cases = {{"pendulum", "1e-2", "5"},
                                   {"squeezer", "1e-5", "5e-3"},
                                   {"squeezer", "1e-5", "5e-3", "ab4"},
                                   {"squeezer", "1e-5", "5e-3", "radau-iia"},
                                   {"slider-crank", "1e-4", "0.05"},
                                   {"car-axis", "1e-3", "0.5"},
                                   {"four-link", "5e-3", "1"},
                                   {"double-pendulum", "5e-3", "1"},
                                   {"@examples/mechanisms/bennett.toml", "5e-3", "1"},
                                   {"@examples/mechanisms/delta-robot.toml", "1e-3", "0.1"},
                                   {"@examples/mechanisms/rolling-disk.toml", "5e-3", "0.5"}};
  for (const auto& [problem, step, t_end, method] : cases) {
    SCOPED_TRACE(problem + " " + method);
    const auto result = run_of(problem, "independent", method, step, t_end);
    EXPECT_EQ(result.status, Status::ok) << result.reason;
    EXPECT_LT(metric(result, "drift.position"), 1e-12);
    EXPECT_LT(metric(result, "drift.velocity"), 1e-10);
  }
  EXPECT_GT(metric(run_of("pendulum", "index1", "erk4", "1e-2", "5"), "drift.position"), 1e-9);
}

// A step of 2 s moves the pendulum of 1 m by about 10 m along its tangent: no state has such a coordinate.
TEST(IndependentCoordinates, TooLongStepsEndTheRunWithAReason) {
  const auto result = run_of("pendulum", "independent", "erk4", "2", "4");
  EXPECT_EQ(result.status, Status::singular);
  EXPECT_NE(result.reason.find("acceleration"), std::string::npos) << result.reason;
}

TEST(IndependentCoordinates, RefuseMomenta) {
  const auto& problem = catalogued_problem("shaft");
  try {
    formulation_named(problem, "momenta-independent");
    FAIL() << "accepted";
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("use 'independent'"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace plumb::testing
