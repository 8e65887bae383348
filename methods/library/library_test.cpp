#include <gtest/gtest.h>

#include <sstream>

#include "methods/catalogue.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/families.hpp"
#include "methods/testing/double_run.hpp"
#include "methods/testing/expectations.hpp"
#include "methods/testing/implicit_jacobian.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<double>;

TEST(Odeint, ShowsTheOrdersItClaims) {
  for (const auto& method : library_methods())
    if (method.in_quad && method.info.fixed_step) expect_claimed_orders(method, method.info.linear_memory ? 192 : 768);
}

TEST(Odeint, CostsItsStages) {
  const std::map<std::string_view, int> evaluations = {{"odeint-rk4", 4},
                                                       {"odeint-cash-karp54", 6},
                                                       {"odeint-dopri5", 6},
                                                       {"odeint-fehlberg78", 13},
                                                       {"odeint-abm4", 2}};
  for (const auto& method : library_methods()) {
    if (!method.in_quad || !method.info.fixed_step) continue;
    auto s = coupled_pair().system(Form::ode);
    auto x = coupled_pair().begin();
    auto stepper = method.in_quad(s, options_of(method));
    stepper->start(0, quad(0.01), x);
    std::int64_t before = 0;
    for (int n = 0; n < 6; ++n) {
      before = *s.counters.rhs_evaluations;
      stepper->step(quad(n) / 100, quad(0.01), x);
    }
    EXPECT_EQ(*s.counters.rhs_evaluations - before, evaluations.at(method.info.name)) << method.info.name;
  }
}

/// The largest residuals of Φ and Φ' in a run to t = 2.
struct Drift {
  double of_positions = 0, of_velocities = 0;

  auto look(int intervals) {
    return [this, intervals](int k, const System::State& x, System& s) {
      const double t = 2. * k / intervals;
      auto residual = x.lambda;
      s.constraint(t, x.q, residual);
      of_positions = larger(of_positions, max_norm(residual));
      s.constraint_rate(t, x.q, x.v, residual);
      of_velocities = larger(of_velocities, max_norm(residual));
    };
  }
};

/// A run to t = 2, with its errors against DOP853 and the residuals of its constraints.
template <class Model>
struct CheckedRun : Drift, DoubleRun<Model> {
  Distance<double> errors;

  CheckedRun(const Method& m, const std::map<std::string, std::string>& overrides, int n, Form form = Form::index1)
      : DoubleRun<Model>(m, options_of(m, overrides), form, 2, n, this->look(n)) {
    const auto start = Model::initial();
    System reference{SmallSystem(Model{}, Model::nl > 0 ? form : Form::ode)};
    System::State exact{start.q, start.v, start.a, start.lambda};
    ExplicitRk<System, FixedTableau<double, dop853>> rk(reference, {}, {});
    integrate(rk, exact, 2., 2000, [](int, const auto&) {});
    reference.acceleration(2., exact.q, exact.v, exact.a, exact.lambda);
    errors = distance(reference, exact, this->x);
  }
};

TEST(ArkodeErk, ShowsTheOrdersItClaims) {
  for (const auto& [order, n] : {std::pair{2, 160}, {3, 160}, {4, 80}, {5, 40}, {6, 20}}) {
    const std::map<std::string, std::string> overrides = {{"order", std::to_string(order)}};
    const CheckedRun<CoupledPair<double>> coarse(catalogued_method("arkode-erk"), overrides, n),
        fine(catalogued_method("arkode-erk"), overrides, 2 * n);
    EXPECT_NEAR(std::log2(coarse.errors.q / fine.errors.q), order, 0.25) << order;
  }
  EXPECT_LT(CheckedRun<CoupledPair<double>>(catalogued_method("arkode-erk"), {{"order", "8"}}, 20).errors.q, 1e-11);
}

void expect_errors_follow(const Method& method, std::map<std::string, std::string> overrides) {
  for (const char* text : {"1e-5", "1e-8", "1e-11"}) {
    SCOPED_TRACE(method.info.name + ' ' + Parameters(method.parameters, overrides).canonical() + ' ' + text);
    const double tolerance = std::strtod(text, nullptr);
    overrides["rtol"] = overrides["atol"] = text;
    const CheckedRun<CoupledPair<double>> free(method, overrides, 20);
    const CheckedRun<DrivenPendulum<double>> constrained(method, overrides, 20);
    const bool is_of_order_2 = overrides.contains("order") && overrides.at("order") == "2";
    if (is_of_order_2 && constrained.result.status == Status::step_limit) continue;  // the tightest tolerance
    EXPECT_EQ(free.result.status, Status::ok);
    EXPECT_LT(free.errors.q, 300 * tolerance);
    EXPECT_EQ(constrained.result.status, Status::ok) << constrained.result.detail;
    EXPECT_LT(constrained.errors.q, 2000 * tolerance);
    if (*free.method.steps > 0) {
      EXPECT_GT(*free.method.steps, 20);  // internal steps of the library
    }
  }
}

TEST(Adaptive, ErrorsFollowTheTolerance) {
  for (const auto& method : library_methods()) {
    if (method.info.fixed_step) continue;
    const bool chooses = !method.parameters.front().choices.empty();
    if (!chooses) expect_errors_follow(method, {});
    std::stringstream choices(chooses ? method.parameters.front().choices : "");
    for (std::string choice; std::getline(choices, choice, '|');)
      expect_errors_follow(method, {{method.parameters.front().name, choice}});
  }
}

// Every attempt of the method of Cash and Karp costs Odeint six evaluations, whether accepted or rejected; the start
// costs one.
TEST(Adaptive, RejectedStepsAreThoseThatCostEvaluations) {
  const auto& method = catalogued_method("odeint-cash-karp54-controlled");
  const DoubleRun<CoupledPair<double>> run(method, options_of(method, {{"rtol", "1e-6"}, {"atol", "1e-6"}}), Form::ode,
                                           20, 1);
  ASSERT_EQ(run.result.status, Status::ok);
  const auto attempts = (*run.system.rhs_evaluations - 1) / 6;
  EXPECT_EQ(*run.system.rhs_evaluations, 1 + 6 * attempts);
  EXPECT_GT(*run.method.rejected_steps, 0);
  EXPECT_LT(*run.method.rejected_steps, attempts / 3);
}

// The motion has fast phases, so some attempts are rejected, but fewer than are accepted.
TEST(Adaptive, RejectedStepsAreReported) {
  for (const auto& method : library_methods()) {
    if (method.info.fixed_step) continue;
    const DoubleRun<CoupledPair<double>> run(method, options_of(method, {{"rtol", "1e-4"}, {"atol", "1e-4"}}),
                                             Form::ode, 200, 2);
    ASSERT_EQ(run.result.status, Status::ok) << method.info.name;
    EXPECT_GT(run.method.rejected_steps.value_or(0), 0) << method.info.name;
    EXPECT_LT(run.method.rejected_steps.value_or(0), *run.system.rhs_evaluations / 5) << method.info.name;
  }
}

/// The error of the Jacobian at a consistent state.
template <class Model>
double jacobian_error_of(Form form) {
  const auto start = Model::initial();
  System s{SmallSystem(Model{}, form)};
  System::State x{start.q, start.v, start.a, start.lambda};
  s.acceleration(0.3, x.q, x.v, x.a, x.lambda);
  ImplicitEquations<System> equations(s);
  Vec<double> y(equations.size()), rate(equations.size());
  equations.pack(x, y.data(), rate.data());
  return jacobian_error(equations, y, rate);
}

TEST(ImplicitEquations, JacobianIsThatOfTheResidual) {
  for (const auto form : constrained_forms)
    EXPECT_LT(jacobian_error_of<DrivenPendulum<double>>(form), 1e-8) << name(form);
  EXPECT_LT(jacobian_error_of<CoupledPair<double>>(Form::ode), 1e-8);
}

// At index 3 only the positions are in the error test, and all errors fall more slowly than the tolerance.
TEST(Ida, ErrorsFollowTheToleranceOnEveryForm) {
  for (const auto form : constrained_forms)
    for (const char* text : {"1e-6", "1e-8", "1e-10", "1e-12"}) {
      SCOPED_TRACE(std::string(name(form)) + " " + text);
      const double tolerance = std::strtod(text, nullptr);
      const CheckedRun<DrivenPendulum<double>> run(catalogued_method("ida"), {{"rtol", text}, {"atol", text}}, 20,
                                                   form);
      ASSERT_EQ(run.result.status, Status::ok) << run.result.detail;
      const double scale = form == Form::index3 ? std::cbrt(tolerance * tolerance) : tolerance;
      EXPECT_LT(run.errors.q, (form == Form::index3 ? 100 : 1000) * scale);
      EXPECT_LT(run.errors.v, (form == Form::index3 ? 1000 : 5000) * scale);
      if (imposes_positions(form)) {
        EXPECT_LT(run.of_positions, 20 * tolerance);
      }
      if (imposes_velocities(form)) {
        EXPECT_LT(run.of_velocities, 20 * tolerance);
      }
      EXPECT_GT(*run.system.jacobian_evaluations, 0);
    }
}

TEST(Sundials, FailuresAreStatusesAndSilent) {
  ::testing::internal::CaptureStderr();
  for (const char* name : {"arkode-erk", "arkode-erk-adaptive", "arkode-dirk", "odeint-dopri5-controlled",
                           "odeint-fehlberg78-controlled", "cvode", "ida"}) {
    const auto& method = catalogued_method(name);
    const DoubleRun<Ending> run(method, options_of(method), Form::ode, 2, 20);
    EXPECT_NE(run.result.status, Status::ok) << name;
    EXPECT_NE(run.result.status, Status::unsupported) << name << ": " << run.result.detail;
    EXPECT_FALSE(run.result.detail.empty()) << name;
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Sundials, StartsAnewWhenTheStateWasChanged) {
  for (const char* name : {"cvode", "ida"}) {
    const auto& method = catalogued_method(name);
    System s{SmallSystem(CoupledPair<double>{})}, t{s};
    const auto start = CoupledPair<double>::initial();
    System::State x{start.q, start.v, start.a, start.lambda}, y = x;
    const auto moved = method.in_double(s, options_of(method)), fresh = method.in_double(t, options_of(method));
    moved->start(0, 0.1, x);
    moved->step(0, 0.1, x);
    x.q = y.q;
    x.v = y.v;
    moved->step(0.1, 0.1, x);
    fresh->start(0.1, 0.1, y);
    fresh->step(0.1, 0.1, y);
    EXPECT_EQ(x.q, y.q) << name;
    EXPECT_EQ(x.v, y.v) << name;
  }
}

}  // namespace
}  // namespace plumb
