// Motions in the null-space form: Runge-Kutta methods have their orders for ordinary differential equations, results of
// a half-explicit method equal its stages for positions and independent velocities, only positions drift, and broken
// copies of the equations lose the order.

#include "problems/adapters/null_space.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/judge/order_measurement.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"
#include "methods/testing/convergence.hpp"
#include "tests/convergence.hpp"
#include "tests/maggi.hpp"
#include "text/exit_codes.hpp"

namespace plumb::testing {
namespace {

/// A method with its order in q, v and λ. λ is a function of q and v, so it has their order.
struct Expected {
  std::string method;
  std::map<std::string, std::string> given = {};
  int order = 0;
};

const std::vector<Expected> expected = {{"implicit-euler", {}, 1},
                                        {"bdf2", {}, 2},
                                        {"bdf3", {}, 3},
                                        {"lms3", {{"rho", "0.6"}}, 2},
                                        {"gauss", {{"stages", "2"}}, 4},
                                        {"radau-ia", {{"stages", "2"}}, 3},
                                        {"radau-iia", {{"stages", "2"}}, 3},
                                        {"radau-iia", {{"stages", "3"}}, 5},
                                        {"lobatto-iiic", {{"stages", "3"}}, 4},
                                        {"hem3", {}, 3},
                                        {"hem4", {}, 4}};

OrderResult order_of(const std::vector<OrderPoint>& points, int of) { return observed_order(points, {.expected = of}); }
void expect_order(const std::vector<OrderPoint>& points, int of, const char* quantity) {
  const auto order = order_of(points, of);
  EXPECT_EQ(name(order.verdict.value()), "pass")
      << quantity << ": expected " << of << ", observed " << order.order.value_or(NAN) << "; " << order.reason;
}

class OrderOfNullSpace : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Problems, OrderOfNullSpace, ::testing::Values("pendulum", "two-link"));

TEST_P(OrderOfNullSpace, IsThatOfOrdinaryEquations) {
  for (const auto& [method, given, order] : expected) {
    SCOPED_TRACE(method);
    const auto& of = catalogued_method(method);
    const auto result = convergence(of, accurately_started(of, given), {GetParam(), "null-space", {}, "0.5", 81}, 7);
    ASSERT_EQ(result.status, Status::ok);
    expect_order(result.points[0], order, "q");
    expect_order(result.points[1], order, "v");
    expect_order(result.points[2], order, "lambda");
  }
}

// With two stages the velocities of Gauss have order 2 on index2 (Hairer, Lubich & Roche 1989, theorem 4.8).
TEST(OrderOfNullSpaceForm, IsHigherThanThatOfIndex2) {
  const auto& of = catalogued_method("gauss");
  const Parameters options(of.parameters, {{"stages", "2"}});
  const auto result = convergence(of, options, {"two-link", "index2", {}, "0.5", 81}, 7);
  ASSERT_EQ(result.status, Status::ok);
  expect_order(result.points[1], 2, "v");
}

/// The equations of a problem, made by the adapter or by a broken copy of it.
template <template <class> class Adapter>
struct Made {
  const Problem& problem;
  Parameters data;
  AnySystem<quad> index1;
  Adapter<quad> system;

  explicit Made(const std::string& of)
      : problem(catalogued_problem(of)),
        data(problem.parameters, {}),
        index1(at(Form::index1)),
        system(ErasedSystem<quad>(at(Form::index1)), ErasedSystem<quad>(at(Form::index2))) {}

  const Formulation& base() const { return *problem.formulation("index2"); }
  AnySystem<quad>::State start() const {
    auto plain = problem.in_quad.system(data, base());
    return initial_state(problem, data, base(), plain);
  }

 private:
  AnySystem<quad> at(Form form) const {
    auto level = base();
    level.form = form;
    return problem.in_quad.system(data, level);
  }
};

/// Returns the states after each of the steps.
template <template <class> class Adapter>
std::vector<AnySystem<quad>::State> states(const Made<Adapter>& of, const Method& method, const MethodOptions& options,
                                           quad t_end, int steps) {
  const RunSetup<quad> setup{.start = of.start(), .h = t_end / steps, .samples = {.steps = steps}, .settles = true};
  const auto make = [&](AnySystem<quad>& system) { return method.in_quad(system, options); };
  const auto runner = runner_on(AnySystem<quad>(of.system), make, setup);
  EXPECT_EQ(runner.start().status, Status::ok);
  Block<quad> block{std::vector(static_cast<std::size_t>(steps), setup.start)};
  EXPECT_EQ(runner.keep(steps, StopRequest{Status::ok}, block).status, Status::ok) << method.info.name;
  EXPECT_EQ(block.taken, block.states.size()) << method.info.name;
  return block.states;
}

/// A broken copy: the accelerations contain a small damping.
template <class T>
struct DampedCopy : NullSpace<T> {
  using NullSpace<T>::NullSpace;
  void force(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& out) {
    NullSpace<T>::force(t, q, v, out);
    out -= T(1e-5) * out;
  }
};
/// A broken copy: the base point moves, but velocities are not settled.
template <class T>
struct UnsettledCopy : NullSpace<T> {
  using NullSpace<T>::NullSpace;
  bool settle(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& q_settled, Vec<T>& v_settled) {
    const bool is_found = NullSpace<T>::settle(t, q, v, q_settled, v_settled);
    v_settled = v;
    return is_found;
  }
};

const quad horizon = quad(1) / 2;
constexpr int step_numbers[] = {51, 103, 207, 415, 831};

/// Returns the errors of v at the end with decreasing steps of the two-stage Gauss method.
template <template <class> class Adapter>
std::vector<OrderPoint> errors_of_velocities(const std::string& name) {
  const Made<Adapter> of(name);
  const auto& gauss = catalogued_method("gauss");
  const auto exact = solution(of.problem, of.data)->at(horizon, of.base());
  std::vector<OrderPoint> out;
  for (const int steps : step_numbers) {
    const auto found = states(of, gauss, options_of(gauss, {{"stages", "2"}}), horizon, steps);
    out.push_back({horizon / steps, max_norm(found.back().v - exact.v), {0, unit_roundoff<quad>() * steps, 0}});
  }
  return out;
}

TEST(OrderOfNullSpaceForm, IsLostInBrokenCopies) {
  for (const char* problem : {"pendulum", "two-link"}) {
    SCOPED_TRACE(problem);
    expect_order(errors_of_velocities<NullSpace>(problem), 4, "v");
    EXPECT_NE(name(order_of(errors_of_velocities<DampedCopy>(problem), 4).verdict.value()), "pass");
    EXPECT_NE(name(order_of(errors_of_velocities<UnsettledCopy>(problem), 4).verdict.value()), "pass");
  }
}

// HEM4 imposes the constraint at its stages and at the end of its step, so it is an explicit Runge-Kutta method for the
// equations of Maggi.
TEST(NullSpaceForm, HalfExplicitStagesAreExplicitStagesOfTheEquationsOfMaggi) {
  const auto& hem4 = catalogued_method("hem4");
  const auto options = options_of(hem4);
  const auto table = hem4.tableau(options.parameters);
  const int steps = 20;
  const quad h = quad(1) / 100;
  for (const char* problem : {"pendulum", "two-link"}) {
    SCOPED_TRACE(problem);
    const Made<NullSpace> of(problem);
    const auto found = states(of, hem4, options, h * steps, steps).back();
    Maggi maggi(of.index1);
    const auto start = of.start();
    Vec<quad> q = start.q, v = start.v;
    for (int n = 0; n < steps; ++n) explicit_step(maggi, table, n * h, h, q, v);
    EXPECT_LT(max_norm(found.q - q), quad(1e-27));
    EXPECT_LT(max_norm(found.v - v), quad(1e-26) * (1 + max_norm(v)));
    EXPECT_GT(max_norm(found.q - start.q), quad(1e-3));
  }
}

// Φ is an invariant of the equations, which methods violate by their error.
TEST(NullSpaceForm, PositionsDriftWithTheOrderOfTheMethod) {
  for (const auto& [method, given, order] :
       {Expected{"bdf2", {}, 2}, Expected{"radau-iia", {{"stages", "2"}}, 3}, Expected{"hem4", {}, 4}}) {
    SCOPED_TRACE(method);
    const Made<NullSpace> of("two-link");
    auto observer = of.index1;
    const auto& chosen = catalogued_method(method);
    std::vector<OrderPoint> positions;
    for (const int steps : step_numbers) {
      const quad h = horizon / steps;
      quad most = 0;
      Vec<quad> row = of.start().lambda;
      int n = 0;
      for (const auto& x : states(of, chosen, {accurately_started(chosen, given), {}}, horizon, steps)) {
        const quad t = ++n * h;
        observer.constraint(t, x.q, row);
        most = larger<quad>(most, max_norm(row));
        observer.constraint_rate(t, x.q, x.v, row);
        EXPECT_LT(max_norm(row), quad(1e-28) * (1 + max_norm(x.v))) << n;
      }
      positions.push_back({h, most, {0, unit_roundoff<quad>() * steps, 0}});
    }
    expect_order(positions, order, "position");
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
                                        {"car-axis", "", "1e-3", "0.1"},
                                        {"four-link", "", "1e-3", "0.1"},
                                        {"spinning-top", "rotation-", "1e-3", "0.1"},
                                        {"@examples/mechanisms/n-four-bar.toml", "", "1e-3", "0.1"},
                                        {"@examples/mechanisms/rolling-disk.toml", "", "1e-3", "0.1"}};

// Drifts in velocity and acceleration [m/s, m/s²]. The methods include a TOML file.
TEST(NullSpaceForm, VelocitiesAndAccelerationsDoNotDrift) {
  for (const auto& [problem, prefix, step, t_end] : drifting)
    for (const char* method : {"bdf3", "radau-iia", "hem4", "@examples/methods/sdirk2.toml"}) {
      const auto result = run_of(problem, prefix + "null-space", method, step, t_end);
      ASSERT_EQ(result.status, Status::ok) << problem << " " << method << ": " << result.reason;
      for (const char* drift : {"drift.velocity", "drift.acceleration"})
        EXPECT_LT(metric_of(result, drift).value_or(NAN), 1e-8) << problem << " " << method << " " << drift;
    }
}

// The system has no dense blocks, so its Newton matrices omit the derivatives of the accelerations.
TEST(NullSpaceForm, IsSolvedWithoutDerivativesOnLargeSystems) {
  for (const char* method : {"bdf2", "hem4"}) {
    const auto result = run_of("planar-chain", "null-space", method, "1e-4", "0.002");
    EXPECT_EQ(result.status, Status::ok) << method << ": " << result.reason;
  }
}

CellRequest requested(const std::string& method, std::map<std::string, std::string> given = {}) {
  CellRequest request;
  request.problem.name = "pendulum";
  request.formulation.name = "null-space";
  request.method = {method, std::move(given)};
  request.step = "1e-2";
  return request;
}

TEST(NullSpaceRequests, ExpectTheOrdersOfOrdinaryEquations) {
  const auto gauss = resolve(requested("gauss", {{"stages", "2"}}));
  EXPECT_EQ(expected_order(gauss, "v"), 4.0);
  EXPECT_EQ(expected_order(gauss, "lambda"), 4.0);
  EXPECT_FALSE(expected_order(resolve(requested("esdirk436l2sa2")), "v"));
}

TEST(NullSpaceRequests, HaveNoParameters) {
  auto request = requested("bdf2");
  const auto cell = resolve(request);
  EXPECT_EQ(cell.text().formulation, "null-space");
  EXPECT_EQ(cell.text().formulation_parameters, "");
  EXPECT_EQ(&resolve(cell.text()).formulation(), &cell.formulation());
  request.formulation.parameters = {{"alpha", "1"}};
  EXPECT_THROW(resolve(request), UsageError);
}

TEST(NullSpaceRequests, NeedAMethodForIndex2) {
  EXPECT_EQ(run_of("pendulum", "null-space", "erk4", "1e-2", "1").status, Status::unsupported);
}

}  // namespace
}  // namespace plumb::testing
