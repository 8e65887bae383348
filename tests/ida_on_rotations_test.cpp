// IDA for configurations that are not a vector space: it integrates in charts and changes the chart when necessary, and
// its errors are proportional to its tolerance. With the constraints of the double pendulum in space it is a third,
// independent check of the reference, which quad integrations of the two angles certify.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"
#include "methods/testing/implicit_jacobian.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

using System = AnySystem<double>;

System::State narrow(const ReferenceState& x) {
  return {x.q.cast<double>(), x.v.cast<double>(), x.a.cast<double>(), x.lambda.cast<double>()};
}

struct Errors {
  StepResult result;
  Distance<double> last;
};

/// Returns the errors at the end of a run with `steps` intervals of output.
Errors errors(const Site& site, const char* tolerance, int steps) {
  const auto& problem = catalogued_problem(site.problem);
  const auto& formulation = *problem.formulation(site.formulation);
  const Parameters data(problem.parameters, site.data);
  const auto known = solution(problem, data);
  const auto end = number_from_text<quad>(site.t_end);
  auto system = problem.in_double.system(data, formulation);
  auto x = narrow(known->at(0, formulation));
  const auto& ida = catalogued_method("ida");
  const Parameters options(ida.parameters, {{"rtol", tolerance}, {"atol", tolerance}});
  const auto stepper = ida.in_double(system, {options, {}});
  Errors out;
  out.result = integrate(*stepper, x, static_cast<double>(end), steps, [](int, const auto&) {});
  out.last = distance(system, narrow(known->at(end, formulation)), x);
  return out;
}

// Fails if rotations are added instead of composed, or if the history in one chart is continued in another chart.
TEST(IdaOnRotations, ErrorsFollowTheTolerance) {
  const std::map<std::string, std::string> tumbling = {{"omega1", "2"}, {"omega2", "-1.5"}, {"omega3", "2.5"}};
  const Site sites[] = {{"free-body", "ode", tumbling, "4"},
                        {"double-pendulum", "index1", {}, "1"},
                        {"double-pendulum", "index2", {}, "1"},
                        {"double-pendulum", "index3", {}, "1"},
                        {"double-pendulum", "ggl", {}, "1"}};
  for (const auto& site : sites)
    for (const char* text : {"1e-6", "1e-8", "1e-10"}) {
      SCOPED_TRACE(site.problem + std::string(" ") + site.formulation + " " + text);
      const auto [result, last] = errors(site, text, 10);
      ASSERT_EQ(result.status, Status::ok) << result.detail;
      const double tolerance = std::strtod(text, nullptr);
      if (site.formulation == "index3") {  // IDA's error test includes only positions
        EXPECT_LT(last.q, 100 * std::cbrt(tolerance * tolerance));
        EXPECT_LT(last.v, 300 * std::cbrt(tolerance * tolerance));
      } else {
        EXPECT_LT(last.q, 1000 * tolerance);
        EXPECT_LT(last.v, 1000 * tolerance);
        // The error of λ in N, for reactions of about 500 N. At 1e-10 rounding errors are 0.002 to 0.03 N, with any
        // linear solver.
        if (tolerance > 1e-9) {
          EXPECT_LT(last.lambda, 1e6 * tolerance);
        }
      }
    }
}

// The body rotates by seven radians in one interval between outputs. The parameters of a single Cayley chart are
// infinite at half a turn.
TEST(IdaOnRotations, ChartsAreLeftWithinAnInterval) {
  const Site spin = {
      "free-body", "ode", {{"omega1", "2"}, {"omega2", "-1.5"}, {"omega3", "2.5"}, {"retraction", "cayley"}}, "2"};
  const auto [result, last] = errors(spin, "1e-9", 1);
  ASSERT_EQ(result.status, Status::ok) << result.detail;
  EXPECT_LT(last.q, 1e-6);
  EXPECT_LT(last.v, 1e-6);
}

/// Returns the error of IDA's Jacobian at half a radian from the centre of the chart.
double jacobian_error_of(const char* formulation_name) {
  const auto& problem = catalogued_problem("spinning-top");
  const auto& formulation = *problem.formulation(formulation_name);
  const Parameters data(problem.parameters, {{"precession", "3"}, {"nutation", "1"}});
  auto s = problem.in_double.system(data, formulation);
  const auto x = narrow(solution(problem, data)->at(0, formulation));
  ImplicitEquations<System> equations(s);
  Vec<double> y(equations.size()), rate(equations.size());
  equations.pack(x, y.data(), rate.data());
  for (Eigen::Index i = 0; i < equations.velocities(); ++i) y[i] += 0.2 + 0.1 * static_cast<double>(i % 3);
  return jacobian_error(equations, y, rate);
}

TEST(IdaOnRotations, JacobianIsThatOfTheResidual) {
  for (const char* form : {"rotation-index1", "rotation-index2", "rotation-index3", "rotation-ggl"})
    EXPECT_LT(jacobian_error_of(form), 1e-8) << form;
}

}  // namespace
}  // namespace plumb::testing
