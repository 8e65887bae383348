// Adaptive methods: their error estimates, their response to a tolerance, and the ends of their output intervals.

#include "methods/adaptive/adaptive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "methods/adaptive/diagonal_pair.hpp"
#include "methods/adaptive/explicit_pair.hpp"
#include "methods/adaptive/radau_pair.hpp"
#include "methods/catalogue.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/esdirk/kennedy_carpenter.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/families.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/testing/double_run.hpp"
#include "methods/testing/expectations.hpp"
#include "methods/tolerance_parameters.hpp"

namespace plumb {
namespace {

using namespace testing;
using Quad = AnySystem<quad>;
using Double = AnySystem<double>;

// 1/5 and 1/8 are the control exponents in dopri5.f and dop853.f of Hairer, Nørsett & Wanner.
static_assert(power_of_estimate(dopri5_embedded) == 5);
static_assert(power_of_estimate(dop853_embedded5, dop853_embedded3) == 8);

std::map<std::string, std::string> tolerances(const std::string& both) { return {{"rtol", both}, {"atol", both}}; }

Parameters with_tolerance(const std::string& both) {
  const std::vector<ParameterSpec> specs = {rtol_parameter(), atol_parameter()};
  return Parameters(specs, tolerances(both));
}

// ---- coefficients

template <int n>
int embedded_order(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
  return order_report(tableau_data(embedded_method(tableau, weights))).order;
}

TEST(EmbeddedWeights, HaveTheOrdersTheyClaim) {
  EXPECT_EQ(embedded_order(dopri5, dopri5_embedded), dopri5_embedded.order);
  EXPECT_EQ(embedded_order(dop853, dop853_embedded5), dop853_embedded5.order);
  EXPECT_EQ(embedded_order(dop853, dop853_embedded3), dop853_embedded3.order);
  EXPECT_EQ(embedded_order(esdirk324l2sa, esdirk324l2sa_embedded), esdirk324l2sa_embedded.order);
  EXPECT_EQ(embedded_order(esdirk325l2sa, esdirk325l2sa_embedded), esdirk325l2sa_embedded.order);
}

// ---- estimates

template <class T>
ExplicitEmbedded<T> dopri5_pair(const EmbeddedWeights<6>& weights = dopri5_embedded) {
  return {power_of_estimate(weights), Coefficients<T>(dopri5), {error_weights<T>(dopri5, weights)}};
}
template <class T>
ExplicitEmbedded<T> dop853_pair() {
  return {power_of_estimate(dop853_embedded5, dop853_embedded3),
          Coefficients<T>(dop853),
          {error_weights<T>(dop853, dop853_embedded5), error_weights<T>(dop853, dop853_embedded3)}};
}
template <class T, int n>
DiagonalEmbedded<T> esdirk_pair(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
  return {power_of_estimate(weights), StageTable<T>(tableau_data(tableau)), error_weights<T>(tableau, weights)};
}

/// Returns the observed exponent of h in the estimate, for a step from the beginning.
template <class Pair, class Coefficients>
double observed_power(const Exercise& exercise, const Coefficients& with, Form form = Form::index1) {
  const auto estimate = [&](const quad& h) {
    auto s = exercise.system(form);
    auto x = exercise.begin();
    const Tolerance<Quad> tolerance(s, with_tolerance("1e-20"));
    Pair pair(s, {with_tolerance("1e-20"), {}}, with);
    EXPECT_EQ(pair.start(0, h, x).status, Status::ok);
    EXPECT_EQ(pair.attempt(0, h, x, tolerance).status, Status::ok);
    return pair.error(h, x, tolerance);
  };
  return std::log2(estimate(quad(1) / 128) / estimate(quad(1) / 256));
}

template <class Pair, class Coefficients>
void expect_power(const Coefficients& with, int power) {
  EXPECT_NEAR(observed_power<Pair>(coupled_pair(), with), power, 0.1);
  EXPECT_NEAR(observed_power<Pair>(rigid_body(), with), power, 0.1);
  EXPECT_NEAR(observed_power<Pair>(driven_pendulum(), with), power, 0.1);
}

template <class Pair, class Coefficients>
void expect_power(const Coefficients& with) {
  expect_power<Pair>(with, with.power);
}

TEST(Estimates, FallWithTheirPowerOfTheStep) {
  expect_power<ExplicitPair<Quad>>(dopri5_pair<quad>());
  expect_power<ExplicitPair<Quad>>(dop853_pair<quad>());
  expect_power<DiagonalPair<Quad>>(esdirk_pair<quad>(esdirk324l2sa, esdirk324l2sa_embedded));
  expect_power<DiagonalPair<Quad>>(esdirk_pair<quad>(esdirk325l2sa, esdirk325l2sa_embedded));
  expect_power<DiagonalPair<Quad>>(esdirk_pair<quad>(esdirk436l2sa2, esdirk436l2sa2_embedded));
  expect_power<RadauPair<Quad>>(StageTable<quad>(tableau_data(radau_iia3)), RadauPair<Quad>::power);
}

TEST(Estimates, OneWrongWeightIsNoticed) {
  auto wrong = dopri5_embedded;
  wrong.b[2] = 7572_r / 16695;
  EXPECT_LT(embedded_order(dopri5, wrong), 4);
  EXPECT_LT((observed_power<ExplicitPair<Quad>>(coupled_pair(), dopri5_pair<quad>(wrong))), 4.5);
  auto swapped = dop853_pair<quad>();
  std::swap(swapped.errors[0], swapped.errors[1]);
  EXPECT_LT((observed_power<ExplicitPair<Quad>>(coupled_pair(), swapped)), 7.5);
}

// ---- the controller

/// The step sizes, and the number of rejected steps, for an error of exactly (h / 0.1)^k.
struct Steps {
  std::vector<double> sizes;
  int rejected = 0;

  Steps(StepControl control, int k, double h) {
    control.restart();
    while (sizes.size() < 40 && rejected < 40) {
      const double error = std::pow(h / 0.1, k);
      if (error <= 1)
        sizes.push_back(h);
      else
        ++rejected;
      h *= control.factor(error);
    }
  }
};

TEST(StepControl, SettlesWhereTheErrorIsJustBelowTheTolerance) {
  for (const int k : {3, 4, 5, 8})
    for (const double first : {1e-6, 0.01, 10.}) {
      const Steps steps(StepControl(k), k, first);
      ASSERT_EQ(steps.sizes.size(), 40U);
      const double limit = 0.1 * std::pow(0.9, 1 / (1 - 0.15 - 0.2));  // 0.9 e^(β − α) = 1
      EXPECT_NEAR(steps.sizes.back(), limit, 1e-3 * limit) << k;
      EXPECT_LT(steps.rejected, 5) << k;
    }
}

// With exponents for an estimate of another order, step sizes oscillate or grow slowly.
TEST(StepControl, WrongExponentsAreNoticed) {
  EXPECT_GT(Steps(StepControl(2), 5, 0.01).rejected, 5);
  const Steps slow(StepControl(30), 5, 1e-6);
  EXPECT_LT(slow.sizes[10], 0.5 * Steps(StepControl(5), 5, 1e-6).sizes[10]);
}

// ---- whole runs

/// Returns d log(error)/d log(tolerance) between two tolerances, for the larger error of q and v.
double slope(const Exercise& exercise, const Exercise::Make& coarse, const Exercise::Make& fine, double decades,
             Form form) {
  const auto error = [&](const Exercise::Make& make) {
    const auto e = exercise.error(make, Exercise::checks, form);
    return static_cast<double>(log10(larger(e.q, e.v)));
  };
  return (error(coarse) - error(fine)) / decades;
}

/// For order p and an estimate proportional to h^k, the error is proportional to the tolerance to the power p/k.
int power_of_estimate(const Method& method) { return method.info.name == "radau-iia-adaptive" ? 4 : method.info.order; }
double expected_slope(const Method& method) {
  return static_cast<double>(method.info.order) / power_of_estimate(method);
}

/// The tolerances are chosen such that an output interval takes many steps.
double slope(const Exercise& exercise, const Method& method, Form form) {
  const auto with = [&](int digits) -> Exercise::Make {
    return [&method, both = "1e-" + std::to_string(digits)](Quad& s) {
      return method.in_quad(s, options_of(method, tolerances(both)));
    };
  };
  const int k = power_of_estimate(method), coarse = 2 * k + 1, fine = 3 * k + 2;
  return slope(exercise, with(coarse), with(fine), fine - coarse, form);
}

TEST(Adaptive, ErrorsAreProportionalToTheTolerance) {
  for (const auto& method : adaptive_methods()) {
    SCOPED_TRACE(method.info.name);
    EXPECT_NEAR(slope(coupled_pair(), method, Form::ode), expected_slope(method), 0.12);
    const auto form = method.published_form == "index2" ? Form::index2 : Form::index1;
    EXPECT_NEAR(slope(driven_pendulum(), method, form), expected_slope(method), 0.12);
    if (method.info.vector_space_only) continue;
    EXPECT_NEAR(slope(rigid_body(), method, Form::ode), expected_slope(method), 0.12);
  }
}

// A wrong weight makes the estimate too large, and the steps much smaller than necessary.
TEST(Adaptive, OneWrongWeightIsNoticed) {
  auto wrong = dopri5_embedded;
  wrong.b[2] = 7572_r / 16695;
  const auto with = [&](const EmbeddedWeights<6>& weights, const std::string& both) -> Exercise::Make {
    return [=](Quad& s) {
      const auto& method = catalogued_method("dopri5-adaptive");
      return AnyStepper<quad>::make<Adaptive<Quad, ExplicitPair<Quad>>>(s, options_of(method, tolerances(both)),
                                                                        dopri5_pair<quad>(weights));
    };
  };
  EXPECT_NEAR(slope(coupled_pair(), with(dopri5_embedded, "1e-9"), with(dopri5_embedded, "1e-13"), 4, Form::ode), 1,
              0.12);
  EXPECT_GT(slope(coupled_pair(), with(wrong, "1e-7"), with(wrong, "1e-8"), 1, Form::ode), 2);
}

// At index 2 and 3 errors and constraint violations decrease with the tolerance on every form, but more slowly.
TEST(Adaptive, ErrorsFallWithTheToleranceOnEveryForm) {
  const auto exact = driven_pendulum().at_end();
  for (const auto& method : adaptive_methods())
    for (const auto form : constrained_forms) {
      if (!method.fits(name(form))) continue;
      SCOPED_TRACE(method.info.name + " on " + std::string(name(form)));
      const auto error = [&](const char* both) {
        const DoubleRun<DrivenPendulum<double>> run(method, options_of(method, tolerances(both)), form, 1, 1);
        EXPECT_EQ(run.result.status, Status::ok) << run.result.detail;
        return (run.x.q.cast<quad>() - exact.q).cwiseAbs().maxCoeff();
      };
      const auto coarse = static_cast<double>(error("1e-4")), fine = static_cast<double>(error("1e-9"));
      EXPECT_LT(fine, coarse / (form == Form::index3 ? 10 : 1000));
      EXPECT_LT(fine, form == Form::index3 ? 1e-5 : 1e-6);
    }
}

TEST(Adaptive, IntervalsOfOutputEndExactly) {
  for (const auto& method : adaptive_methods()) {
    if (method.info.name == "esdirk436l2sa2-adaptive") continue;  // it has a stage at t + 1.047 h, beyond the end
    const DoubleRun<Ending> run(method, options_of(method), Form::ode, 1, 4);
    EXPECT_EQ(run.result.status, Status::ok) << method.info.name << ": " << run.result.detail;
    EXPECT_TRUE(run.x.q.allFinite() && run.x.v.allFinite()) << method.info.name;
  }
}

TEST(Adaptive, FailuresAreStatuses) {
  for (const auto& method : adaptive_methods()) {
    SCOPED_TRACE(method.info.name);
    const DoubleRun<Ending> beyond(method, options_of(method), Form::ode, 2, 1);
    EXPECT_NE(beyond.result.status, Status::ok);
    EXPECT_NE(beyond.result.status, Status::unsupported);
    EXPECT_FALSE(beyond.result.detail.empty());
    const DoubleRun<CoupledPair<double>> tight(method, options_of(method, {{"rtol", "1e-25"}, {"atol", "0"}}),
                                               Form::ode, 2, 1);
    EXPECT_THAT(tight.result.status, ::testing::AnyOf(Status::tolerance_unreachable, Status::step_limit));
  }
}

// This fails if a tolerance that is unreachable because of rounding is reported as a failure of the iteration in a tiny
// step.
TEST(Adaptive, AnUnreachableToleranceIsCalledThat) {
  for (const auto* name : {"esdirk325l2sa-adaptive", "esdirk436l2sa2-adaptive"}) {
    const auto& method = catalogued_method(name);
    const DoubleRun<DrivenPendulum<double>> run(method, options_of(method, tolerances("1e-19")), Form::index3, 1, 1);
    EXPECT_EQ(run.result.status, Status::tolerance_unreachable) << name << ": " << run.result.detail;
  }
}

// This fails if a run with many steps in one output interval cannot be stopped.
TEST(Adaptive, StepsAreStoppingPoints) {
  const StopRequest stop{Status::timeout};
  const Stoppable stoppable(stop);
  const auto& method = catalogued_method("dopri5-adaptive");
  EXPECT_THROW((DoubleRun<CoupledPair<double>>(method, options_of(method), Form::ode, 1, 1)), Stopped);
}

// Newton's tolerance depends on the tolerance of the step: errors are the same, with fewer iterations, as with a far
// stricter Newton tolerance.
TEST(Adaptive, NewtonsToleranceIsTiedToThatOfTheStep) {
  for (const auto& method : adaptive_methods()) {
    if (!method.fits("index3")) continue;
    for (const auto form : {Form::index1, Form::index2}) {
      SCOPED_TRACE(method.info.name + " on " + std::string(name(form)));
      auto options = options_of(method, {{"rtol", "1e-6"}, {"atol", "1e-6"}, {"newton", "simplified"}});
      const DoubleRun<DrivenPendulum<double>> tied(method, options, form, 1, 1);
      options.newton.tolerance = 1e-9;
      const DoubleRun<DrivenPendulum<double>> strict(method, options, form, 1, 1);
      ASSERT_EQ(strict.result.status, Status::ok) << strict.result.detail;
      EXPECT_LT(*tied.method.newton_iterations, 0.8 * static_cast<double>(*strict.method.newton_iterations));
      const auto exact = driven_pendulum().at_end();
      const auto error = [&](const Double::State& x) {
        return static_cast<double>((x.q.cast<quad>() - exact.q).cwiseAbs().maxCoeff());
      };
      EXPECT_NEAR(error(tied.x), error(strict.x), std::max(0.2 * error(strict.x), 1e-7));  // a tenth of the tolerance
    }
  }
}

// Three programs implement the method of Dormand and Prince. For errors of equal size they need about the same work.
TEST(Adaptive, StepsAreLikeThoseOfOdeintAndArkode) {
  const auto exact = coupled_pair().at_end();
  for (const auto* both : {"1e-6", "1e-9"}) {
    std::vector<double> work, errors;
    for (const auto* of : {"dopri5-adaptive", "odeint-dopri5-controlled", "arkode-erk-adaptive"}) {
      const auto& method = catalogued_method(of);
      const DoubleRun<CoupledPair<double>> run(method, options_of(method, tolerances(both)), Form::ode, 2, 1);
      ASSERT_EQ(run.result.status, Status::ok) << of << ": " << run.result.detail;
      work.push_back(static_cast<double>(*run.system.rhs_evaluations));
      errors.push_back(static_cast<double>((run.x.q.cast<quad>() - exact.q).cwiseAbs().maxCoeff()));
    }
    for (const std::size_t other : {1U, 2U}) {
      EXPECT_NEAR(std::log(work[0] / work[other]), 0, std::log(1.5)) << both << ' ' << other;
      EXPECT_NEAR(std::log10(errors[0] / errors[other]), 0, 1.5) << both << ' ' << other;
    }
  }
}

Double coupled_pair_in_double() { return Double{SmallSystem(CoupledPair<double>{})}; }

/// Returns the numbers of accepted and rejected steps, which a stepper does not expose.
template <class Pair, class Coefficients>
std::pair<std::int64_t, std::int64_t> accepted_and_rejected(const Coefficients& with, const char* both) {
  const auto begin = CoupledPair<double>::initial();
  Double s{SmallSystem<CoupledPair<double>>({})};
  Double::State x{begin.q, begin.v, begin.a, begin.lambda};
  Adaptive<Double, Pair> stepper(s, {with_tolerance(both), {}}, with);
  EXPECT_EQ(integrate(stepper, x, 20., 1, [](int, const auto&) {}).status, Status::ok);
  return {stepper.accepted_steps, stepper.rejected_steps};
}

// Every attempt of dopri5, accepted or rejected, costs six evaluations; the start and the first step size cost two.
TEST(Adaptive, RejectedStepsAreCounted) {
  const auto& method = catalogued_method("dopri5-adaptive");
  const DoubleRun<CoupledPair<double>> run(method, options_of(method, tolerances("1e-6")), Form::ode, 20, 1);
  const auto [accepted, rejected] = accepted_and_rejected<ExplicitPair<Double>>(dopri5_pair<double>(), "1e-6");
  EXPECT_EQ(*run.system.rhs_evaluations, 2 + 6 * (accepted + rejected));
  EXPECT_EQ(run.method.rejected_steps, rejected);
  EXPECT_GT(rejected, 0);
  EXPECT_LT(rejected, accepted / 5);
}

// This fails if the counters of a pair replace the counters of its steps.
TEST(Adaptive, RejectedStepsAreKnownOfEveryMethodWithATolerance) {
  auto all = adaptive_methods();
  for (auto& method : library_methods()) all.push_back(std::move(method));
  for (const auto& method : all) {
    auto s = coupled_pair_in_double();
    const auto stepper = method.in_double(s, options_of(method));
    auto x = zero_state(s);
    const auto begin = CoupledPair<double>::initial();
    x.q = begin.q;
    x.v = begin.v;
    ASSERT_EQ(stepper->start(0, 0.1, x).status, Status::ok) << method.info.name;
    ASSERT_EQ(stepper->step(0, 0.1, x).status, Status::ok) << method.info.name;
    EXPECT_EQ(stepper->counters().rejected_steps.has_value(), !method.info.fixed_step) << method.info.name;
  }
}

TEST(Adaptive, ControlWithExponentsOfAnotherOrderRejectsMore) {
  const auto right = accepted_and_rejected<ExplicitPair<Double>>(dopri5_pair<double>(), "1e-8");
  auto of_another_order = dopri5_pair<double>();
  of_another_order.power = 2;
  const auto wrong = accepted_and_rejected<ExplicitPair<Double>>(of_another_order, "1e-8");
  EXPECT_LT(right.second, right.first / 5);
  EXPECT_GT(wrong.second, wrong.first / 5);
}

}  // namespace
}  // namespace plumb
