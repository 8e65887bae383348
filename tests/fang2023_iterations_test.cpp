// Compares the numbers of Newton iterations for the double pendulum of fang2023, with the steps, tolerances and norm of
// the paper, with the published means (results/papers/fang2023/published.csv, table 4).

#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

struct Timed {
  std::string method;
  double newton_tol;
  int steps;
  std::string t_end;
};

struct Outcome {
  StepResult result;
  double mean = 0;  // mean iterations per step: the last step counts as 0, like the initial entry of the authors' array
};

template <class T>
Outcome outcome(const Timed& timed) {
  const auto& of = catalogued_problem("double-pendulum");
  const Parameters data(of.parameters, {});
  const auto& formulation = *of.formulation("index3");
  const auto& method = catalogued_method(timed.method);
  auto system = of.in<T>().system(data, formulation);
  auto options = options_of(method);
  options.newton = {.tolerance = timed.newton_tol, .norm = NewtonNorm::euclidean};
  const auto stepper = method.in<T>()(system, options);
  auto x = initial_state(of, data, formulation, system);
  double iterations = 0;
  const auto result = integrate(*stepper, x, number_from_text<T>(timed.t_end), timed.steps, [&](int n, const auto&) {
    if (n < timed.steps) iterations = static_cast<double>(*stepper->counters().newton_iterations);
  });
  return {result, iterations / timed.steps};
}

// With h = 1e-2 s and 1e-3 s the half-implicit method agrees in all digits. Other cases differ slightly, because
// rotations are quaternions in Plumb and matrices in the authors' code. Fails if an increment that has not decreased
// ends an iteration, or if a quaternion changes its sign during the iteration.
TEST(Fang2023, DoublePendulumTakesThePublishedIterations) {
  const auto expect = [](const Timed& timed, double published, double within) {
    const auto run = outcome<double>(timed);
    EXPECT_EQ(run.result.status, Status::ok) << timed.method << " " << timed.steps;
    EXPECT_NEAR(run.mean, published, within) << timed.method << " " << timed.steps;
  };
  expect({"half-implicit", 1e-7, 800, "8"}, 3.67875, 1e-9);
  expect({"half-implicit", 1e-7, 8000, "8"}, 2.046875, 1e-9);
  expect({"fully-implicit", 1e-7, 800, "8"}, 6.475, 0.005);
  expect({"fully-implicit", 1e-6, 8000, "8"}, 4.021, 0.005);
}

// With h = 1e-4 s the initial iterate of the half-implicit method is so close to the solution that one iteration is
// enough. For the fully implicit method, rounding errors of double cause increments above the paper's tolerance 1e-5;
// long double has enough digits.
TEST(Fang2023, SmallestStepOfTheFullyImplicitMethodNeedsMoreThanDouble) {
  EXPECT_EQ(outcome<double>({"half-implicit", 1e-7, 500, "0.05"}).mean, 499. / 500);
  const Timed smallest = {"fully-implicit", 1e-5, 500, "0.05"};
  EXPECT_EQ(outcome<double>(smallest).result.status, Status::tolerance_unreachable);
  const auto exact = outcome<long double>(smallest);
  EXPECT_EQ(exact.result.status, Status::ok);
  EXPECT_LE(exact.mean, 3);
}

}  // namespace
}  // namespace plumb::testing
